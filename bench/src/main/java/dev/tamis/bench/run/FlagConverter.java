package dev.tamis.bench.run;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a switch as gflags does: {@code --flag}, {@code --flag=true}, {@code --flag=0}. */
final class FlagConverter implements ITypeConverter<Boolean> {
  @Override
  public Boolean convert(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1", "yes", "y", "t" -> true;
      case "false", "0", "no", "n", "f" -> false;
      default -> throw new TypeConversionException("'" + text + "' is not true or false");
    };
  }
}

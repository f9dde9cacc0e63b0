package dev.tamis.bench.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The data set that needs no download: every assigned Unicode character this JDK knows by name, key
 * {@code U+0041}, value {@code LATIN CAPITAL LETTER A}, a tab and the general category {@code Lu}.
 * Surrogates and private use are left out: they have no names of their own. How many there are
 * depends on the Unicode version of the JDK: 143,924 with Unicode 13 (JDK 17).
 */
final class UnicodeNames {
  private UnicodeNames() {}

  static DataSet load() {
    List<Entry> entries = new ArrayList<>(160_000);
    for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
      int type = Character.getType(character);
      if (type == Character.UNASSIGNED
          || type == Character.SURROGATE
          || type == Character.PRIVATE_USE) {
        continue;
      }
      String key = String.format(Locale.ROOT, "U+%04X", character);
      String value = Character.getName(character) + '\t' + category(type);
      entries.add(
          new Entry(
              key.getBytes(StandardCharsets.US_ASCII), value.getBytes(StandardCharsets.US_ASCII)));
    }
    return new DataSet("Unicode names of this JDK", entries, 0);
  }

  /** The two letters by which the Unicode standard calls a general category. */
  private static String category(int type) {
    return switch (type) {
      case Character.UPPERCASE_LETTER -> "Lu";
      case Character.LOWERCASE_LETTER -> "Ll";
      case Character.TITLECASE_LETTER -> "Lt";
      case Character.MODIFIER_LETTER -> "Lm";
      case Character.OTHER_LETTER -> "Lo";
      case Character.NON_SPACING_MARK -> "Mn";
      case Character.ENCLOSING_MARK -> "Me";
      case Character.COMBINING_SPACING_MARK -> "Mc";
      case Character.DECIMAL_DIGIT_NUMBER -> "Nd";
      case Character.LETTER_NUMBER -> "Nl";
      case Character.OTHER_NUMBER -> "No";
      case Character.SPACE_SEPARATOR -> "Zs";
      case Character.LINE_SEPARATOR -> "Zl";
      case Character.PARAGRAPH_SEPARATOR -> "Zp";
      case Character.CONTROL -> "Cc";
      case Character.FORMAT -> "Cf";
      case Character.DASH_PUNCTUATION -> "Pd";
      case Character.START_PUNCTUATION -> "Ps";
      case Character.END_PUNCTUATION -> "Pe";
      case Character.CONNECTOR_PUNCTUATION -> "Pc";
      case Character.OTHER_PUNCTUATION -> "Po";
      case Character.MATH_SYMBOL -> "Sm";
      case Character.CURRENCY_SYMBOL -> "Sc";
      case Character.MODIFIER_SYMBOL -> "Sk";
      case Character.OTHER_SYMBOL -> "So";
      case Character.INITIAL_QUOTE_PUNCTUATION -> "Pi";
      case Character.FINAL_QUOTE_PUNCTUATION -> "Pf";
      default ->
          throw new IllegalArgumentException(
              "general category: actual=" + type + ", expected=an assigned character's");
    };
  }
}

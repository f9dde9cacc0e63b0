package dev.tamis.bench.result;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import dev.tamis.bench.console.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A run as a JSON file: the records as they are, so a field's meaning and unit stand in their
 * documentation. What was not measured is null.
 */
public final class ResultJson {
  /**
   * For both kinds of each type: the library reads by the component's and writes by the value's.
   */
  private static final Gson GSON =
      new GsonBuilder()
          // A component of a primitive type is written by the adapter of its box.
          .registerTypeAdapter(double.class, new NanAsNull())
          .registerTypeAdapter(Double.class, new NanAsNull())
          .registerTypeAdapter(long.class, new MinusOneAsNull())
          .registerTypeAdapter(Long.class, new MinusOneAsNull())
          .setPrettyPrinting()
          .serializeNulls()
          .disableHtmlEscaping()
          .create();

  private ResultJson() {}

  /** Writes a run, or another command's record of its figures. */
  public static void write(Record result, Path file) throws IOException {
    Files.writeString(file, GSON.toJson(result) + '\n');
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws InputException if the file can't be read or is something else
   */
  public static RunResult read(Path file) throws InputException {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e, e);
    }
    RunResult result;
    try {
      result = GSON.fromJson(text, RunResult.class);
    } catch (RuntimeException e) {
      // The library wraps what a record's constructor throws when something is missing.
      throw notARun(file, e);
    }
    if (result == null || result.environment() == null || result.environment().jvm() == null) {
      throw notARun(file, null);
    }
    return result;
  }

  private static InputException notARun(Path file, RuntimeException cause) {
    String reason = cause == null ? "it has no environment" : cause.getMessage();
    return new InputException(file + ": is not the JSON of a run: " + reason, cause);
  }

  private static final class NanAsNull extends TypeAdapter<Double> {
    @Override
    public void write(JsonWriter out, Double value) throws IOException {
      if (value.isNaN()) {
        out.nullValue();
      } else {
        out.value(value);
      }
    }

    @Override
    public Double read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return Double.NaN;
      }
      return in.nextDouble();
    }
  }

  private static final class MinusOneAsNull extends TypeAdapter<Long> {
    @Override
    public void write(JsonWriter out, Long value) throws IOException {
      if (value == -1) {
        out.nullValue();
      } else {
        out.value(value);
      }
    }

    @Override
    public Long read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return -1L;
      }
      return in.nextLong();
    }
  }
}

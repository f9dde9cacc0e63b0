package dev.tamis.bench.report;

import dev.tamis.bench.result.RunEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The different environments of files of one kind; where there are several they have letters. */
final class Environments {
  private static final List<Field> FIELDS =
      List.of(
          new Field("JVM", RunEnvironment::jvm),
          new Field("JVM flags", RunEnvironment::jvmFlags),
          new Field("system", RunEnvironment::system),
          new Field("processor", RunEnvironment::processor),
          new Field("cores", environment -> String.valueOf(environment.cores())),
          new Field("memory, bytes", environment -> Figures.count(environment.memoryBytes())),
          new Field("heap, bytes", environment -> Figures.count(environment.heapBytes())),
          new Field("file system", RunEnvironment::fileSystem),
          new Field("commit", RunEnvironment::commit),
          new Field("settings", RunEnvironment::settings));

  private final List<RunEnvironment> known = new ArrayList<>();

  /** One line of an environment. */
  record Field(String name, Function<RunEnvironment, String> value) {}

  static List<Field> fields() {
    return FIELDS;
  }

  /** In the order in which they came. */
  List<RunEnvironment> all() {
    return known;
  }

  /**
   * The place of an environment, a new one where it is not known yet. The measured cost of the
   * clock is never twice the same and does not count.
   */
  int place(RunEnvironment environment) {
    for (int i = 0; i < known.size(); i++) {
      RunEnvironment other = known.get(i);
      if (FIELDS.stream()
          .allMatch(field -> field.value().apply(other).equals(field.value().apply(environment)))) {
        return i;
      }
    }
    known.add(environment);
    return known.size() - 1;
  }

  /** Names of what differs between the environments. */
  List<String> differences() {
    return FIELDS.stream()
        .filter(field -> known.stream().map(field.value()).distinct().count() > 1)
        .map(Field::name)
        .toList();
  }

  /** A name, with the letter of its environment where there are several. */
  String lettered(String name, int place) {
    return known.size() == 1 ? name : name + " (" + letter(place) + ")";
  }

  /** A, B, ... */
  static String letter(int place) {
    int letters = 'Z' - 'A' + 1;
    String last = String.valueOf((char) ('A' + place % letters));
    return place < letters ? last : letter(place / letters - 1) + last;
  }
}

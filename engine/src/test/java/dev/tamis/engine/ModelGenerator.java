package dev.tamis.engine;

import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the script of a model run out of a seed. Phases of one kind of work follow each other,
 * since an even mix of everything rarely reaches the places where many things of one kind meet: a
 * key of many versions, a range of tombstones, tables that overlap nothing.
 */
final class ModelGenerator {
  private final SplittableRandom random;
  private final List<String> script = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final int crashPerMille;
  private final int largestValue;

  private ModelGenerator(long seed) {
    random = new SplittableRandom(seed);
    crashPerMille = pick(0, 3, 10, 30);
    largestValue = pick(40, 150, 600);
    int count = 5 + random.nextInt(pick(10, 60, 250));
    String[] prefixes = {
      "-", hex(1), hex(3), "00*7", "ff*9", hex(2) + ".80*" + random.nextInt(1, 290)
    };
    for (int i = 0; i < count; i++) {
      keys.add(newKey(prefixes[random.nextInt(prefixes.length)]));
    }
  }

  static List<String> script(long seed, int steps) {
    ModelGenerator generator = new ModelGenerator(seed);
    generator.script.add("open " + ModelOptions.draw(generator.random));
    while (generator.script.size() < steps) {
      generator.phase();
    }
    generator.script.add("check");
    return generator.script;
  }

  private void phase() {
    switch (random.nextInt(12)) {
      case 0 -> versionsOfOneKey();
      case 1 -> ascendingLoad();
      case 2 -> deletes();
      case 3 -> reads();
      default -> {
        int steps = random.nextInt(10, 120);
        for (int i = 0; i < steps; i++) {
          mixedStep();
        }
      }
    }
  }

  /** Snapshots between them keep the versions, so that the key fills several blocks. */
  private void versionsOfOneKey() {
    String key = key();
    int versions = random.nextInt(3, 16);
    for (int i = 0; i < versions; i++) {
      script.add(
          random.nextInt(6) == 0
              ? "delete buffered " + key
              : "put buffered " + key + " " + value());
      script.add("snapshot");
    }
    script.add(random.nextBoolean() ? "flush" : "compact * *");
    for (int i = 0; i < versions; i++) {
      script.add("getat " + i + " " + key);
    }
    script.add("cursor * * -1");
    script.add("move 0 floor=" + key + " next previous previous next");
    for (int i = random.nextInt(versions + 1); i > 0; i--) {
      script.add("release " + random.nextInt(versions));
    }
  }

  private void ascendingLoad() {
    int count = random.nextInt(20, 120);
    String prefix = hex(1);
    for (int i = 0; i < count; i++) {
      script.add(
          "put buffered " + prefix + String.format(java.util.Locale.ROOT, ".%04x ", i) + value());
    }
    script.add("flush");
  }

  private void deletes() {
    int count = random.nextInt(5, 80);
    for (int i = 0; i < count; i++) {
      script.add("delete buffered " + key());
    }
    script.add(random.nextBoolean() ? "flush" : "compact " + range());
  }

  private void reads() {
    int count = random.nextInt(20, 100);
    for (int i = 0; i < count; i++) {
      script.add("get " + probe());
    }
  }

  private void mixedStep() {
    if (random.nextInt(1000) < crashPerMille) {
      crash();
      return;
    }
    int draw = random.nextInt(1000);
    if (draw < 380) {
      script.add("put " + durability() + " " + key() + " " + value());
    } else if (draw < 480) {
      script.add("delete " + durability() + " " + key());
    } else if (draw < 540) {
      batch();
    } else if (draw < 720) {
      script.add("get " + probe());
    } else if (draw < 760) {
      script.add("getat " + random.nextInt(8) + " " + probe());
    } else if (draw < 790) {
      script.add("snapshot");
    } else if (draw < 815) {
      script.add("release " + random.nextInt(8));
    } else if (draw < 825) {
      script.add("scanat " + random.nextInt(8));
    } else if (draw < 855) {
      script.add("cursor " + range() + " " + (random.nextInt(10) - 5));
    } else if (draw < 935) {
      moves();
    } else if (draw < 950) {
      script.add("drop " + random.nextInt(4));
    } else if (draw < 965) {
      script.add("flush");
    } else if (draw < 972) {
      script.add("compact " + (random.nextInt(3) == 0 ? "* *" : range()));
    } else if (draw < 976) {
      script.add("verify");
    } else if (draw < 986) {
      script.add("sync");
    } else if (draw < 991) {
      script.add("check");
    } else if (draw < 998) {
      script.add("reopen " + ModelOptions.draw(random));
    } else {
      script.add("reopen " + ModelOptions.draw(random));
      script.add("reopen " + ModelOptions.draw(random));
    }
  }

  private void crash() {
    String options = ModelOptions.draw(random);
    switch (random.nextInt(5)) {
      case 0 ->
          script.add("crashopen " + image() + " " + place(40) + " " + image() + " " + options);
      case 1 -> script.add("arm " + place(60) + " " + image() + " " + options);
      case 2 -> {
        script.add("crash " + image() + " " + options);
        script.add("crash " + image() + " " + options);
      }
      default -> script.add("crash " + image() + " " + options);
    }
  }

  private String image() {
    CrashModel[] models = CrashModel.values();
    return models[random.nextInt(models.length)] + " " + random.nextInt(1_000_000);
  }

  private String place(int operations) {
    CrashPoint[] points = CrashPoint.values();
    return random.nextInt(1, operations) + " " + points[random.nextInt(points.length)];
  }

  private void batch() {
    StringBuilder line = new StringBuilder("batch " + durability());
    String repeated = key();
    for (int i = random.nextInt(12); i > 0; i--) {
      String key = random.nextInt(4) == 0 ? repeated : key();
      line.append(random.nextInt(4) == 0 ? " d=" + key : " p=" + key + "=" + value());
    }
    script.add(line.toString());
  }

  private void moves() {
    StringBuilder line = new StringBuilder("move " + random.nextInt(4));
    int drift = random.nextInt(3);
    for (int i = random.nextInt(1, 14); i > 0; i--) {
      switch (random.nextInt(12)) {
        case 0 -> line.append(" first");
        case 1 -> line.append(" last");
        case 2 -> line.append(" seek=").append(probe());
        case 3 -> line.append(" floor=").append(probe());
        default -> line.append(random.nextInt(4) < 1 + drift ? " next" : " previous");
      }
    }
    script.add(line.toString());
  }

  private String range() {
    String from = random.nextInt(3) == 0 ? "*" : probe();
    String to = random.nextInt(3) == 0 ? "*" : probe();
    boolean reversed =
        !from.equals("*")
            && !to.equals("*")
            && Arrays.compareUnsigned(BytesNotation.parse(from), BytesNotation.parse(to)) > 0;
    return reversed ? to + " " + from : from + " " + to;
  }

  private String durability() {
    return random.nextInt(12) == 0 ? "sync" : "buffered";
  }

  /** A key, few of them often. */
  private String key() {
    int bound = random.nextInt(keys.size()) + 1;
    return keys.get(random.nextInt(bound));
  }

  /** A key, or something near one. */
  private String probe() {
    String key = key();
    return switch (random.nextInt(8)) {
      case 0 -> key + ".00";
      case 1 -> newKey("-");
      default -> key;
    };
  }

  private String newKey(String prefix) {
    return switch (random.nextInt(24)) {
      case 0 -> prefix;
      case 1 -> prefix + "." + adversarialByte() + "*" + random.nextInt(1, 300);
      case 2 -> prefix + "." + hex(random.nextInt(1, 40));
      case 3 -> random.nextInt(40) == 0 ? adversarialByte() + "*65535" : prefix + ".00";
      default -> prefix + "." + hex(random.nextInt(1, 5));
    };
  }

  private String value() {
    return switch (random.nextInt(30)) {
      case 0 -> "-";
      case 1 -> "61*" + pick(63, 64, 65, 127, 255, 256, 257, 511, 512, 1500);
      case 2 -> "r" + random.nextInt(1_000_000) + "~" + pick(60, 64, 120, 250, 512, 1200);
      case 3 ->
          random.nextInt(60) == 0
              ? "r" + random.nextInt(1_000_000) + "~" + pick(32_700, 33_000, 70_000)
              : "00";
      default ->
          random.nextInt(3) == 0
              ? "6162*" + random.nextInt(1, largestValue / 2)
              : "r" + random.nextInt(1_000_000) + "~" + random.nextInt(1, largestValue);
    };
  }

  private String hex(int bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < bytes; i++) {
      text.append(
          random.nextInt(3) == 0
              ? String.format(java.util.Locale.ROOT, "%02x", random.nextInt(256))
              : adversarialByte());
    }
    return text.toString();
  }

  private String adversarialByte() {
    return switch (random.nextInt(4)) {
      case 0 -> "00";
      case 1 -> "7f";
      case 2 -> "80";
      default -> "ff";
    };
  }

  private int pick(int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}

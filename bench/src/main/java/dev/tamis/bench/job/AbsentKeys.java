package dev.tamis.bench.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keys that are not in the data but lie between its smallest and its largest key, so that no key
 * range answers for the filters: a real key with one to eight lower-case letters behind it.
 *
 * <p>Each real key but the largest is the stem of one; stems that give no absent key (all are
 * taken, or the key would be too long or lie behind the largest) are replaced by others. Where
 * nothing lies between, as with one key, the list is shorter, down to empty.
 */
final class AbsentKeys {
  private static final int MAX_KEY_BYTES = 65_535;
  private static final int MAX_SUFFIX_BYTES = 8;
  private static final int ROUNDS = 4;

  private AbsentKeys() {}

  /** At most as many absent keys as there are real ones, in random order. */
  static List<byte[]> between(DataSet data, SplittableRandom random) {
    List<byte[]> absent = new ArrayList<>(data.size());
    byte[] largest = data.entry(data.size() - 1).key();
    for (int round = 0; round < ROUNDS && absent.size() < data.size(); round++) {
      for (int stem : DataSet.shuffled(data.size() - 1, random)) {
        byte[] key = extend(data, data.entry(stem).key(), largest, random);
        if (key != null && absent.size() < data.size()) {
          absent.add(key);
        }
      }
    }
    return absent;
  }

  private static byte[] extend(DataSet data, byte[] stem, byte[] largest, SplittableRandom random) {
    int longest = Math.min(MAX_SUFFIX_BYTES, MAX_KEY_BYTES - stem.length);
    for (int length = 1; length <= longest; length++) {
      byte[] key = Arrays.copyOf(stem, stem.length + length);
      for (int i = stem.length; i < key.length; i++) {
        key[i] = (byte) random.nextInt('a', 'z' + 1);
      }
      if (Arrays.compareUnsigned(key, largest) < 0 && !data.contains(key)) {
        return key;
      }
    }
    return null;
  }
}

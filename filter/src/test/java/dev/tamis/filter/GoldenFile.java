package dev.tamis.filter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Every serialized type and format version, as bytes in a file of {@code golden/}: 16 bytes of hex
 * a line. The files are kept for ever; a new version gets new files beside them.
 */
enum GoldenFile {
  BLOCKED_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return BlockedBloomFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      return filled(BlockedBloomFilter.builder().hash(KeyHash.xxh64(0x5EED)));
    }
  },
  BLOOM_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return BloomFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      return filled(BloomFilter.builder().hash(KeyHash.sipHash24(1, 2)));
    }
  },
  COUNTING_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return CountingBloomFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      CountingBloomFilter filter = make(CountingBloomFilter.builder().hash(KeyHash.xxh64(7)));
      add(filter);
      for (int i = 0; i < 20; i++) {
        filter.add("stuck");
      }
      filter.remove("key-3");
      return filter.toBytes();
    }
  },
  SCALABLE_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return ScalableBloomFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      ScalableBloomFilter filter =
          ScalableBloomFilter.builder()
              .hash(KeyHash.sipHash13(3, 4))
              .expectedKeys(8)
              .falsePositiveRate(0.02)
              .build();
      add(filter);
      return filter.toBytes();
    }
  },
  CUCKOO_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return CuckooFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      return filled(CuckooFilter.builder().hash(KeyHash.xxh64(-1)));
    }
  },
  RIBBON_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return RibbonFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      RibbonBuilder builder = new RibbonBuilder(KeyHash.sipHash13(5, 6));
      for (int i = 0; i < GoldenFile.KEYS; i++) {
        builder.add("key-" + i);
      }
      return builder.buildWithRate(0x1p-7).toBytes();
    }
  },
  STABLE_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      return StableBloomFilter.fromBytes(bytes).toBytes();
    }

    @Override
    byte[] written() {
      StableBloomFilter filter =
          StableBloomFilter.builder().expectedKeys(20).falsePositiveRate(0.05).build();
      for (int i = 0; i < GoldenFile.KEYS; i++) {
        filter.add("key-" + i);
      }
      return filter.toBytes();
    }
  },
  PARTITION_V1 {
    @Override
    byte[] readAndWrite(byte[] bytes) throws FilterFormatException {
      FilterPartition.decode(bytes, 0, bytes.length, GoldenFile.SALT);
      return bytes;
    }

    @Override
    byte[] written() {
      FilterPartitionBuilder builder = new FilterPartitionBuilder(KeyHash.xxh64(0x5EED));
      for (int i = 0; i < 100; i++) {
        builder.add(KeyHash.xxh64(0x5EED).hash("key-" + i));
      }
      return builder.build(10, GoldenFile.SALT);
    }
  };

  /** The keys key-0 to key-39, if the type says nothing else. */
  static final int KEYS = 40;

  private static final int BYTES_PER_LINE = 16;
  private static final int SALT = 0x7A315;

  /** Reads a filter of this type and writes it again. */
  abstract byte[] readAndWrite(byte[] bytes) throws FilterFormatException;

  /** What today's code writes. */
  abstract byte[] written();

  /** Name in the resources. */
  String fileName() {
    return "/golden/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".hex";
  }

  /** The bytes of the file. */
  byte[] kept() {
    try (InputStream in = GoldenFile.class.getResourceAsStream(fileName())) {
      if (in == null) {
        throw new IllegalStateException(fileName() + " is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of such a file. */
  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < bytes.length; at += BYTES_PER_LINE) {
      int end = Math.min(bytes.length, at + BYTES_PER_LINE);
      text.append(HexFormat.ofDelimiter(" ").formatHex(bytes, at, end)).append('\n');
    }
    return text.toString();
  }

  private static <F> F make(FilterBuilder<F> builder) {
    return builder.expectedKeys(KEYS).falsePositiveRate(0.02).build();
  }

  private static byte[] filled(FilterBuilder<? extends MutableFilter> builder) {
    MutableFilter filter = make(builder);
    add(filter);
    return filter.toBytes();
  }

  private static void add(MutableFilter filter) {
    for (int i = 0; i < KEYS; i++) {
      filter.add("key-" + i);
    }
  }
}

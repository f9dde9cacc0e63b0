package dev.tamis.peers.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * A record's fields as one value: for each field the length of its name, the name, the length of
 * its content, the content; lengths are four bytes.
 */
final class Fields {
  private Fields() {}

  static byte[] encode(Map<String, byte[]> fields) {
    int bytes = 0;
    for (Map.Entry<String, byte[]> field : fields.entrySet()) {
      bytes += 2 * Integer.BYTES + field.getKey().getBytes(UTF_8).length + field.getValue().length;
    }
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    fields.forEach(
        (name, content) -> {
          byte[] nameBytes = name.getBytes(UTF_8);
          buffer.putInt(nameBytes.length).put(nameBytes).putInt(content.length).put(content);
        });
    return buffer.array();
  }

  static Map<String, byte[]> decode(byte[] value) {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    ByteBuffer buffer = ByteBuffer.wrap(value);
    while (buffer.hasRemaining()) {
      String name = new String(next(buffer), UTF_8);
      fields.put(name, next(buffer));
    }
    return fields;
  }

  private static byte[] next(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.getInt()];
    buffer.get(bytes);
    return bytes;
  }

  /** Adds YCSB's fields; an iterator can be read only once. */
  static void putAll(Map<String, ByteIterator> from, Map<String, byte[]> to) {
    from.forEach((name, content) -> to.put(name, content.toArray()));
  }

  /** Hands over those fields that are asked for; null asks for all. */
  static void copy(byte[] value, Set<String> wanted, Map<String, ByteIterator> result) {
    decode(value)
        .forEach(
            (name, content) -> {
              if (wanted == null || wanted.contains(name)) {
                result.put(name, new ByteArrayByteIterator(content));
              }
            });
  }
}

package dev.tamis.engine;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * How model scripts write keys and values: segments joined by dots, each hexadecimal bytes ({@code
 * 61ff}), repeated ones ({@code 61*400}), or incompressible ones from a seed ({@code r17~400}). The
 * empty segment is {@code -}.
 */
final class BytesNotation {
  private BytesNotation() {}

  static byte[] parse(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String segment : text.split("\\.", -1)) {
      bytes.writeBytes(parseSegment(segment));
    }
    return bytes.toByteArray();
  }

  private static byte[] parseSegment(String segment) {
    if (segment.equals("-")) {
      return new byte[0];
    }
    if (segment.startsWith("r")) {
      int tilde = segment.indexOf('~');
      byte[] drawn = new byte[Integer.parseInt(segment.substring(tilde + 1))];
      new SplittableRandom(Long.parseLong(segment.substring(1, tilde))).nextBytes(drawn);
      return drawn;
    }
    int star = segment.indexOf('*');
    if (star < 0) {
      return HexFormat.of().parseHex(segment);
    }
    byte[] unit = HexFormat.of().parseHex(segment.substring(0, star));
    int count = Integer.parseInt(segment.substring(star + 1));
    byte[] repeated = new byte[unit.length * count];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = unit[i % unit.length];
    }
    return repeated;
  }
}

package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Shapes of keys; each gives a different key for each number. */
enum KeyFamily {
  BIG_ENDIAN_INTS {
    @Override
    byte[] key(int i) {
      return ByteBuffer.allocate(4).putInt(i).array();
    }
  },
  LITTLE_ENDIAN_INTS {
    @Override
    byte[] key(int i) {
      return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(i).array();
    }
  },
  SHARED_PREFIX {
    @Override
    byte[] key(int i) {
      return ("user/000000000000000000000000000000000000/" + i).getBytes(StandardCharsets.UTF_8);
    }
  },
  ALL_ZERO {
    @Override
    byte[] key(int i) {
      return new byte[i % 2000]; // i = 0 is the empty key
    }
  },
  UTF_8 {
    @Override
    byte[] key(int i) {
      return ("клю́ч-鍵-🔑-" + Integer.toString(i, 36)).getBytes(StandardCharsets.UTF_8);
    }
  };

  abstract byte[] key(int i);
}

package dev.tamis.bench.filter;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;

/**
 * A copy of a class for one kind of filter. With one class for all, the compiler would see many
 * kinds behind each of its calls, inline none, and add the same few nanoseconds to all of them,
 * which halves the lead of a fast filter. A hidden class is compiled for itself.
 */
final class HiddenCopy<T> {
  private final Constructor<?> constructor;
  private final Class<T> type;

  /**
   * A new copy.
   *
   * @param original class with one constructor
   * @param type what it implements, since the copy is another class than the original
   */
  HiddenCopy(Class<? extends T> original, Class<T> type) {
    this.type = type;
    String file = original.getSimpleName() + ".class";
    try (InputStream in = original.getResourceAsStream(file)) {
      Class<?> copy =
          MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
      this.constructor = copy.getDeclaredConstructors()[0];
    } catch (IOException | IllegalAccessException e) {
      throw new IllegalStateException(file + " cannot be copied", e);
    }
  }

  /** An object of the copy. */
  T make(Object... arguments) {
    try {
      return type.cast(constructor.newInstance(arguments));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(constructor + " cannot be called", e);
    }
  }
}

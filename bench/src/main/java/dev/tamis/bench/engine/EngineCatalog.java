package dev.tamis.bench.engine;

import dev.tamis.bench.console.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The engines on the class path. */
public final class EngineCatalog {
  private EngineCatalog() {}

  /** Names of all engines, in the order in which they were found. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
      names.add(provider.name());
    }
    return names;
  }

  /** The engine with this name. */
  public static EngineProvider find(String name) throws InputException {
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
      if (provider.name().equals(name)) {
        return provider;
      }
    }
    throw new InputException(
        "--engine: unknown: actual=" + name + ", expected one of " + String.join(" ", names()));
  }
}

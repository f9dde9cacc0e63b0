package dev.tamis.bench.compare;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.engine.EngineProvider;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The engines of this program and of the peers' jar. Their classes are loaded here to ask for names
 * and flags, never to open a store: native libraries only come into the processes that measure.
 */
public final class EngineShelf {
  private static final Path PEERS = Path.of("../../peers/target/tamis-peers.jar");

  private final Map<String, EngineProvider> providers = new LinkedHashMap<>();
  private final Path peersJar;
  private ClassLoader classes;

  private EngineShelf(Path peersJar) {
    this.peersJar = peersJar;
  }

  /**
   * Looks for engines.
   *
   * @param peersJar where the peers are; null for the place where the build puts them
   */
  public static EngineShelf open(Path peersJar) throws IOException, InputException {
    if (peersJar != null && !Files.isRegularFile(peersJar)) {
      throw new InputException("--peers-jar: " + peersJar + ": there is no such file");
    }
    return peersJar == null ? beside(ownPlace()) : filled(peersJar);
  }

  /** With the peers that the build puts beside this program, if they are there. */
  static EngineShelf beside(Path program) throws IOException {
    return filled(program.resolveSibling(PEERS).normalize());
  }

  private static EngineShelf filled(Path peersJar) throws IOException {
    EngineShelf shelf = new EngineShelf(peersJar);
    shelf.fill();
    return shelf;
  }

  private void fill() throws IOException {
    ClassLoader own = EngineShelf.class.getClassLoader();
    if (!hasPeers()) {
      add(own);
      return;
    }
    // Stays open as long as the program: a provider may load more of its classes when it is asked.
    @SuppressWarnings("resource")
    URLClassLoader withPeers = new URLClassLoader(new URL[] {peersJar.toUri().toURL()}, own);
    add(withPeers);
  }

  private void add(ClassLoader loader) {
    classes = loader;
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class, loader)) {
      providers.putIfAbsent(provider.name(), provider);
    }
  }

  /** The engine of this name; the message says how to get those that are not here. */
  public EngineProvider find(String option, String name) throws InputException {
    EngineProvider provider = providers.get(name);
    if (provider != null) {
      return provider;
    }
    String unknown =
        option
            + ": unknown: actual="
            + name
            + ", expected one of "
            + String.join(" ", providers.keySet());
    throw new InputException(hasPeers() ? unknown : unknown + "; other engines: " + howToBuild());
  }

  /** Refuses, in a way that says how to mend it, if a class of the peers' jar is missing. */
  public void requireClass(String name) throws InputException {
    if (classes.getResource(name.replace('.', '/') + ".class") == null) {
      throw new InputException(name + ": is not in this program: " + howToBuild());
    }
  }

  private String howToBuild() {
    return peersJar
        + " is not there: build it with mvn -B -ntp -q -Ppeers -DskipTests package, or say with"
        + " --peers-jar where it is";
  }

  /**
   * The beginning of a command that runs a class in a JVM of its own, where all of these engines
   * can be opened; this program's classes win over those of the peers' jar.
   *
   * @param engine the one whose JVM flags are needed
   */
  public List<String> javaCommand(EngineProvider engine, String mainClass) {
    String own = System.getProperty("java.class.path");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(engine.jvmFlags());
    command.add("-cp");
    command.add(hasPeers() ? own + File.pathSeparator + peersJar : own);
    command.add(mainClass);
    return command;
  }

  private boolean hasPeers() {
    return Files.isRegularFile(peersJar);
  }

  private static Path ownPlace() {
    try {
      return Path.of(EngineShelf.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}

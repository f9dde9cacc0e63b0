package dev.tamis.bench.result;

/**
 * Where and how figures came about; figures of different environments say little about each other.
 *
 * @param jvm name and version of the JVM
 * @param jvmFlags its command line flags
 * @param system operating system and architecture
 * @param processor name of the processor model
 * @param cores processors the JVM may use
 * @param memoryBytes memory of the machine
 * @param heapBytes largest heap of the JVM
 * @param fileSystem type of the file system that the store lies on
 * @param commit commit of the sources this program was built from
 * @param nanoTimeNanos cost of reading the clock once
 * @param settings sizes and seed of the run: {@code num=1000000 key_size=16 ...}
 */
public record RunEnvironment(
    String jvm,
    String jvmFlags,
    String system,
    String processor,
    int cores,
    long memoryBytes,
    long heapBytes,
    String fileSystem,
    String commit,
    double nanoTimeNanos,
    String settings) {}

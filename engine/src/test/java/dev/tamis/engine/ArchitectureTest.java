package dev.tamis.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.RandomAccessFile;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** What may know what, and who may touch the outside world. */
@AnalyzeClasses(
    packages = "dev.tamis",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutTestJars.class})
final class ArchitectureTest {
  private static final String JDK = "java..";

  /** The storage module's tests come in a jar, which the library's own option does not know. */
  static final class WithoutTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest static final ArchRule storageKnowsNothingOfUs = dependsOnlyOn("storage", JDK);

  @ArchTest
  static final ArchRule filterIsPureArithmetic =
      dependsOnlyOn("filter", JDK, "net.openhft.hashing..");

  @ArchTest
  static final ArchRule walKnowsOnlyStorage = dependsOnlyOn("wal", JDK, "dev.tamis.storage..");

  @ArchTest
  static final ArchRule sstableKnowsFilterAndStorage =
      dependsOnlyOn(
          "sstable",
          JDK,
          "dev.tamis.storage..",
          "dev.tamis.filter..",
          "org.agrona..",
          "net.jpountz..");

  @ArchTest
  static final ArchRule engineKnowsWhatIsBelow =
      dependsOnlyOn(
          "engine",
          JDK,
          "dev.tamis.storage..",
          "dev.tamis.filter..",
          "dev.tamis.sstable..",
          "dev.tamis.wal..",
          "org.agrona..");

  @ArchTest
  static final ArchRule onlyTheDiskDirectoryOpensFiles =
      noClasses()
          .that(
              DescribedPredicate.not(
                  resideInAPackage("dev.tamis.storage")
                      .and(
                          simpleNameStartingWith("Disk")
                              .or(simpleNameStartingWith("DirectoryLock")))))
          .and(DescribedPredicate.not(resideInAPackage("dev.tamis.bench..")))
          .should()
          .dependOnClassesThat(
              oneOf(
                  Files.class,
                  FileChannel.class,
                  AsynchronousFileChannel.class,
                  RandomAccessFile.class,
                  java.io.File.class,
                  java.io.FileInputStream.class,
                  java.io.FileOutputStream.class))
          .because("crashes and faults can be tested only where all I/O goes through Directory");

  @ArchTest
  static final ArchRule nobodyReadsClocks =
      noClasses()
          .that(resideInAnyPackage("dev.tamis..").and(outsideBench()))
          .should(
              callMethod(System.class, "nanoTime")
                  .or(callMethod(System.class, "currentTimeMillis"))
                  .or(callMethod(Instant.class, "now"))
                  .or(callMethod(Clock.class, "systemUTC"))
                  .or(callMethod(Thread.class, "sleep", long.class)))
          .because("one seed has to decide a test run");

  @ArchTest
  static final ArchRule randomnessComesInThroughTheEnvironment =
      noClasses()
          .that(
              outsideBench()
                  .and(DescribedPredicate.not(simpleNameStartingWith("Environment")))
                  // A gate's secret hash key is drawn where no store is; tests set the hash.
                  .and(DescribedPredicate.not(resideInAPackage("dev.tamis.filter.gate"))))
          .should()
          .dependOnClassesThat(
              oneOf(Random.class, ThreadLocalRandom.class, java.security.SecureRandom.class))
          .orShould(callMethod(Math.class, "random"))
          .because("one seed has to decide a test run");

  @ArchTest
  static final ArchRule namesSayWhatIsInside =
      classes()
          .that()
          .resideInAPackage("dev.tamis..")
          .should()
          .haveNameNotMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl|Misc|Common)$");

  private static ArchRule dependsOnlyOn(String module, String... packages) {
    return classes()
        .that()
        .resideInAPackage("dev.tamis." + module)
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("dev.tamis." + module)
                .or(resideInAnyPackage(packages))
                .or(DescribedPredicate.describe("are arrays or primitives", ArchitectureTest::bare))
                .as("are allowed for " + module));
  }

  private static boolean bare(JavaClass type) {
    return type.isPrimitive() || type.getBaseComponentType().isPrimitive();
  }

  private static DescribedPredicate<JavaClass> outsideBench() {
    return DescribedPredicate.not(resideInAPackage("dev.tamis.bench.."));
  }

  private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
    return DescribedPredicate.describe(
        "reach past the Directory port or the Environment",
        type -> java.util.Arrays.stream(types).anyMatch(type::isEquivalentTo));
  }
}

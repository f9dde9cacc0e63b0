package dev.tamis.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class ChaptersTest {

  @Test
  void everyBenchmarkClassIsAChapterWithAPlaceOfItsOwn() throws Exception {
    Set<BenchmarkListEntry> all =
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                List.of());
    Set<String> classes =
        all.stream().map(BenchmarkListEntry::getUserClassQName).collect(Collectors.toSet());
    Set<Integer> places =
        classes.stream().map(ChaptersTest::chapter).map(Chapter::order).collect(Collectors.toSet());

    assertThat(classes).hasSizeGreaterThan(5);
    assertThat(places).hasSameSizeAs(classes);
  }

  private static Chapter chapter(String className) {
    try {
      Chapter chapter = Class.forName(className).getAnnotation(Chapter.class);
      assertThat(chapter).as(className).isNotNull();
      return chapter;
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}

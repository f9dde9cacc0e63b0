package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tests that README.md names for each promise exist, and no criterion is without one. */
class AcceptanceTableTest {
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
  private static final Pattern CLASS = Pattern.compile("`(\\w+Test)`");

  @Test
  void everyTestOfTheTableExists() throws Exception {
    List<MatchResult> tests = TEST.matcher(document()).results().toList();
    assertThat(tests).hasSizeGreaterThan(50);
    for (MatchResult test : tests) {
      Class<?> type = Class.forName("dev.tamis.filter." + test.group(1));
      assertThat(Arrays.stream(type.getDeclaredMethods()).map(Method::getName))
          .as(test.group(1))
          .contains(test.group(2));
    }
  }

  @Test
  void everyTestClassOfTheGateExists() throws Exception {
    String gate =
        document().substring(document().indexOf("## In front"), document().indexOf("## What is"));
    for (MatchResult test : CLASS.matcher(gate).results().toList()) {
      assertThat(Class.forName("dev.tamis.filter.gate." + test.group(1))).isNotNull();
    }
  }

  @Test
  void everyCriterionHasATestOfItsName() throws IOException {
    Set<Integer> criteria = new TreeSet<>();
    for (MatchResult test : Pattern.compile("\\.a(\\d+)_").matcher(document()).results().toList()) {
      criteria.add(Integer.parseInt(test.group(1)));
    }
    assertThat(criteria).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  }

  private static String document() throws IOException {
    return Files.readString(Path.of("README.md"));
  }
}

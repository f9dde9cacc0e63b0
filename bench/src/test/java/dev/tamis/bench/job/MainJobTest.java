package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.PlainProgress;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.engine.Db;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainJobTest {
  private final StringWriter log = new StringWriter();

  @TempDir private Path directory;

  @Test
  void builtInDataStandsInThreeLevelsAndFiltersEndAlmostAllLookups() throws Exception {
    DataSet data = UnicodeNames.load();
    MainJobResult result = job(data, directory.resolve("store")).run();
    assertThat(result.loadedLevels()).isGreaterThanOrEqualTo(3);
    assertThat(result.data().absentKeys()).isEqualTo(data.size());
    FilterRow compacted = result.filters().get(result.filters().size() - 1);
    assertThat(compacted.level()).isEqualTo(FilterRow.ALL_LEVELS);
    assertThat(compacted.entries()).isEqualTo(data.size());
    assertThat(compacted.negatives()).isGreaterThanOrEqualTo(compacted.checks() * 98 / 100);
    for (FilterRow row : result.filters()) {
      assertThat(row.checks()).isEqualTo(row.negatives() + row.falsePositives());
      assertThat(row.blocksWithoutFilters()).isGreaterThanOrEqualTo(row.blocksWithFilters());
    }
    assertThat(compacted.blocksWithoutFilters()).isGreaterThan(50 * compacted.blocksWithFilters());
  }

  @Test
  void plainProgressIsOneLinePerStep() throws Exception {
    job(data("a", "b", "c"), directory.resolve("store")).run();
    assertThat(log.toString().lines()).hasSize(12);
    assertThat(log.toString()).contains("loaded: read every key: 3 of 3,");
  }

  @Test
  void oneKeyIsEnough() throws Exception {
    MainJobResult result = job(data("only"), directory.resolve("store")).run();
    assertThat(result.data().absentKeys()).isZero();
    assertThat(result.steps()).hasSize(12);
  }

  @Test
  void wrongValueIsNamedWithKeyExpectedAndActual() throws Exception {
    Path store = directory.resolve("store");
    List<Entry> written = List.of(DataSetTest.entry("k", "v"), DataSetTest.entry("l", "v"));
    try (Db db = Db.open(store, StoreShape.SMALL.options())) {
      for (Entry entry : written) {
        db.put(entry.key(), entry.value());
      }
      ReadRound round = new ReadRound(db, "loaded", new PlainProgress(new PrintWriter(log)));
      DataSet other = data("k", "l");
      assertThatThrownBy(() -> round.run(other, List.of(other.entry(0)), List.of()))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("get of key \"k\": actual=\"v\", expected=\"value of k\"");
      DataSet same = new DataSet("test", written, 0);
      assertThatThrownBy(() -> round.run(same, List.of(), List.of(written.get(0).key())))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("get of key \"k\": actual=\"v\", expected=absent");
      DataSet longer = new DataSet("test", List.of(same.entry(0), same.entry(1), entryZ()), 0);
      assertThatThrownBy(() -> round.run(longer, List.of(), List.of()))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("number of entries: actual=2, expected=3");
      DataSet shorter = new DataSet("test", List.of(same.entry(0)), 0);
      assertThatThrownBy(() -> round.run(shorter, List.of(), List.of()))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("entry number 1: actual=key \"l\", expected=the end");
    }
  }

  @Test
  void closedJobDoesNotOpenItsStoreAgain() throws Exception {
    Path store = directory.resolve("store");
    MainJob job = job(data("a", "b"), store);
    job.close();
    assertThatThrownBy(job::run).isInstanceOf(IllegalStateException.class);
    assertThat(Files.exists(store)).isFalse();
  }

  @Test
  void temporaryDirectoryGoesAwayWithEverythingInIt() throws Exception {
    StoreDirectory temporary = StoreDirectory.temporary();
    Files.writeString(temporary.path().resolve("1.sst"), "x");
    temporary.close();
    assertThat(temporary.path()).doesNotExist();
    temporary.close();
  }

  private static Entry entryZ() {
    return DataSetTest.entry("z", "v");
  }

  private static DataSet data(String... keys) {
    List<Entry> entries =
        List.of(keys).stream().map(key -> DataSetTest.entry(key, "value of " + key)).toList();
    return new DataSet("test", entries, 0);
  }

  private MainJob job(DataSet data, Path store) {
    return new MainJob(data, store, StoreShape.SMALL, 1, new PlainProgress(new PrintWriter(log)));
  }
}

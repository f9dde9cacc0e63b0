package dev.tamis.engine;

import dev.tamis.sstable.TableProperties;
import dev.tamis.storage.CorruptionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads all tables of the current version and collects what is wrong instead of stopping at the
 * first, so that an operator sees the whole damage at once.
 */
final class StoreVerifier {
  private StoreVerifier() {}

  static VerifyReport verify(VersionSet versions) {
    ReadView view = versions.pin();
    try {
      Version version = view.version();
      List<IOException> problems = new ArrayList<>();
      long entries = 0;
      long bytes = 0;
      try {
        version.check(FileNames.CURRENT);
      } catch (CorruptionException e) {
        problems.add(e);
      }
      for (TableFile.Open open : version.allTables()) {
        try {
          open.table().verify();
          checkAgainstManifest(open);
        } catch (IOException e) {
          if (versions.view() == null) {
            throw new IllegalStateException("store is closed", e);
          }
          problems.add(e);
        }
        entries += open.file().entries();
        bytes += open.file().sizeBytes();
      }
      if (versions.view() == null) {
        // What was read then may only say that the files were closed.
        throw new IllegalStateException("store is closed");
      }
      return new VerifyReport(version.allTables().size(), entries, bytes, List.copyOf(problems));
    } finally {
      versions.unpin(view.version());
    }
  }

  private static void checkAgainstManifest(TableFile.Open open) throws CorruptionException {
    TableFile recorded = open.file();
    TableProperties properties = open.table().properties();
    TableFile actual = TableFile.of(recorded.number(), properties);
    if (!recorded.sameFacts(actual)) {
      throw new CorruptionException(
          recorded.name(), 0, "table properties", recorded.facts(), actual.facts());
    }
  }
}

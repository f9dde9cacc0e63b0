package dev.tamis.storage;

import java.io.IOException;
import java.nio.file.Path;

/** A process of its own that runs into its file size limit and says which errors it got. */
final class OversizeWriter {
  private OversizeWriter() {}

  public static void main(String[] arguments) throws IOException {
    try (DiskDirectory directory = DiskDirectory.openExisting(Path.of(arguments[0]));
        AppendableFile file = directory.create("big")) {
      for (int attempt = 0; attempt < 2; attempt++) {
        try {
          file.append(new byte[3 << 20], 0, 3 << 20);
        } catch (IOException e) {
          System.out.print(e.getClass().getSimpleName() + " ");
        }
      }
      System.out.println(file.size());
    }
  }
}

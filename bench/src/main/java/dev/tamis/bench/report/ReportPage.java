package dev.tamis.bench.report;

import com.google.gson.Gson;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The page: one file with style, scripts and data inside, which loads nothing.
 *
 * <p>Text from result files cannot become markup. The template escapes every text it inserts; the
 * data is JSON with {@code <}, {@code >}, {@code &}, {@code =} and {@code '} written as escapes,
 * and the script only ever sets text. Should one of these fail, the page's own content security
 * policy still runs no script but ours, which it names by their hashes.
 */
final class ReportPage {
  private static final List<String> SCRIPTS = List.of("d3.min.js", "plot.umd.min.js", "page.js");

  /** Escapes what could end a script element. */
  private static final Gson GSON = new Gson();

  /**
   * A script of the page.
   *
   * @param hash its name in the content security policy
   */
  record Script(String hash, String source) {}

  private ReportPage() {}

  /** The page about these inputs. */
  static String render(Inputs inputs, String title, String baseline) throws IOException {
    PageData data = PageData.of(inputs, baseline);
    List<Script> scripts = new ArrayList<>();
    for (String name : SCRIPTS) {
      String source = resource(name);
      scripts.add(new Script("sha256-" + sha256(source), source));
    }
    String version = ReportPage.class.getPackage().getImplementationVersion();
    return Mustache.compiler()
        .compile(resource("page.mustache"))
        .execute(
            Map.of(
                "title", title,
                "version", version == null ? "" : version,
                "files", inputs.files(),
                "warnings", warnings(inputs),
                "sections", new Sections(inputs, baseline).of(data),
                "style", resource("page.css"),
                "data", GSON.toJson(data),
                "scripts", scripts));
  }

  private static List<String> warnings(Inputs inputs) {
    List<String> warnings = new ArrayList<>();
    for (Environments environments :
        List.of(inputs.runEnvironments(), inputs.filterEnvironments())) {
      if (!environments.differences().isEmpty()) {
        warnings.add(
            "the files come from "
                + environments.all().size()
                + " different environments, which are kept apart as A, B and so on. They differ in: "
                + String.join(", ", environments.differences())
                + ". Compare figures only where what differs is what you want to compare.");
      }
    }
    return warnings;
  }

  static String resource(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String sha256(String source) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(source.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}

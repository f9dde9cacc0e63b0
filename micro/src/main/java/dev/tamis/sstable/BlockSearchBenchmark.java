package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.micro.Chapter;
import dev.tamis.micro.Entries;
import dev.tamis.micro.Mix;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The search inside a decoded block ({@link DataBlock}), in two ways that the engine has both: by
 * fingerprints, which is how a get searches, and by binary search over the keys, which is how a
 * seek does, and a get in a table whose fingerprints are of another hash.
 *
 * <p>16 blocks of 4 KB, so the bytes are in the cache, but each question is another random one and
 * no branch can be learnt. An absent key lies between two keys of its block. The choice of the
 * question (some 3 ns) is in all four figures; the value is not copied in any.
 */
@Chapter(
    order = 5,
    title = "Block search",
    operation = "One key looked for in a decoded block of 4 KB with 34 entries, in the cache.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlockSearchBenchmark {
  private static final int BLOCKS = 16;

  /** A key, its fingerprint, and the block where it is or would be. */
  private static final class Question {
    final byte[] key;
    final int fingerprint;
    final DataBlock block;

    Question(byte[] key, DataBlock block) {
      this.key = key;
      this.block = block;
      this.fingerprint = KeyHash.fingerprint(Blocks.HASH.hash(key));
    }
  }

  private Question[] present;
  private Question[] absent;
  private long next;

  @Setup
  public void build() {
    List<Question> hits = new ArrayList<>();
    List<Question> misses = new ArrayList<>();
    long number = Integer.MAX_VALUE; // far above the numbers of the keys in the blocks
    for (Blocks.Encoded encoded : Blocks.build(BLOCKS)) {
      DataBlock block = encoded.decode();
      encoded.keys().forEach(key -> hits.add(new Question(key, block)));
      int wanted = misses.size() + encoded.keys().size();
      while (misses.size() < wanted) {
        byte[] key = Entries.key(number++);
        int place = block.lowerBound(key, 0, key.length, 0);
        if (place > 0 && place < block.count()) {
          misses.add(new Question(key, block));
        }
      }
    }
    present = hits.toArray(Question[]::new);
    absent = misses.toArray(Question[]::new);
  }

  @Benchmark
  public int hitByFingerprint() {
    Question question = pick(present);
    return question.block.find(question.key, 0, question.fingerprint);
  }

  @Benchmark
  public int missByFingerprint() {
    Question question = pick(absent);
    return question.block.find(question.key, 0, question.fingerprint);
  }

  @Benchmark
  public int hitByOrder() {
    Question question = pick(present);
    return question.block.findByOrder(question.key, 0);
  }

  @Benchmark
  public int missByOrder() {
    Question question = pick(absent);
    return question.block.findByOrder(question.key, 0);
  }

  private Question pick(Question[] questions) {
    return questions[Mix.below(questions.length, Mix.of(next++))];
  }
}

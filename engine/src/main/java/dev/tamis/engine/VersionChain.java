package dev.tamis.engine;

/** The versions of one key in a {@link RecordArena}: a list from the newest to the oldest. */
final class VersionChain {
  /*
   * Every version links to the next older one, and every version but the first also has one jump
   * link, placed as in Myers' skew-binary lists ("An applicative random-access stack", 1983): if
   * the last two jumps were equally long, the new one spans both and the step to them, else it is
   * one step. So one extra link per version makes a search logarithmic: among n versions of a key
   * it reads at most about 3 log2 n records (60 for a million), where links alone would read n. The
   * newest version is still found in one step. Plain skip links at every 2^k-th version need more
   * than one link in some records, hence records of different shapes.
   */
  private VersionChain() {}

  /** Where the jump of a new version leads whose next older version is {@code older}. */
  static int jumpOfNewVersion(RecordArena arena, int older) {
    if (arena.older(older) == 0) {
      return older;
    }
    int jump = arena.jump(older);
    if (arena.older(jump) == 0) {
      return older;
    }
    int secondJump = arena.jump(jump);
    int first = arena.depth(older) - arena.depth(jump);
    int second = arena.depth(jump) - arena.depth(secondJump);
    return first == second ? secondJump : older;
  }

  /** The newest version with a sequence of at most {@code sequence}, 0 if there is none. */
  static int newestVisible(RecordArena arena, int newest, long sequence) {
    if (arena.sequence(newest) <= sequence) {
      return newest;
    }
    return arena.older(oldestAfter(arena, newest, sequence));
  }

  /**
   * The oldest version with a sequence greater than {@code sequence}. Requires: {@code newest} has
   * one.
   */
  static int oldestAfter(RecordArena arena, int newest, long sequence) {
    int ref = newest;
    for (int older = arena.older(ref); older != 0; older = arena.older(ref)) {
      int jump = arena.jump(ref);
      if (arena.sequence(jump) > sequence) {
        ref = jump;
      } else if (arena.sequence(older) > sequence) {
        ref = older;
      } else {
        break;
      }
    }
    return ref;
  }

  /** The version that has {@code depth} older ones. Requires: the newest has at least as many. */
  static int atDepth(RecordArena arena, int newest, int depth) {
    int ref = newest;
    while (arena.depth(ref) > depth) {
      int jump = arena.jump(ref);
      ref = arena.depth(jump) >= depth ? jump : arena.older(ref);
    }
    return ref;
  }
}

#!/usr/bin/env bash
# Plants one-line faults, one at a time, in a copy of the committed tree and runs the test that has to notice each.
#   scripts/mutants.sh              all of them (about a minute each; not part of CI)
#   scripts/mutants.sh NAME...      some of them
# A mutant that no test notices, or that no longer applies, fails the script.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$top" archive HEAD | tar x -C "$work"
cd "$work" || exit 2

killed=0
failed=0
only=("$@")

# mutant NAME MODULE TEST FILE PERL-SUBSTITUTION
mutant() {
  local name=$1 module=$2 test=$3 file=$4 change=$5
  if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then
    return
  fi
  cp "$file" "$file.sound"
  perl -0pi -e "$change" "$file"
  local outcome
  if cmp -s "$file" "$file.sound"; then
    outcome="DOES NOT APPLY"
  else
    # Formatting and lint checks are off: only the tests may notice.
    mvn -B -ntp -q -P '!checks-on-17' -pl "$module" -am test "-Dtest=$test" \
      -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.timeout=300 >"$work/log" 2>&1
    if [ $? -eq 0 ]; then
      outcome="SURVIVED"
    elif grep -q 'COMPILATION ERROR' "$work/log"; then
      outcome="DOES NOT COMPILE"
    elif grep -Eq 'Tests run:.*(Failures|Errors): [1-9]|There was a timeout' "$work/log"; then
      outcome="killed"
    else
      outcome="NO TEST RAN"
    fi
  fi
  mv "$file.sound" "$file"
  touch "$file"
  printf '%-32s %-16s %s\n' "$name" "$outcome" "$test"
  if [ "$outcome" = killed ]; then killed=$((killed + 1)); else failed=$((failed + 1)); fi
}

E=engine/src/main/java/dev/tamis/engine
S=sstable/src/main/java/dev/tamis/sstable
F=filter/src/main/java/dev/tamis/filter

# Durability of names and bytes
mutant log-name-not-synced engine CrashSweepTest $E/WriteAheadLog.java \
  's/directory\.sync\(\);//'
mutant current-not-synced engine CrashSweepTest $E/CurrentFile.java \
  's/(FileNames\.CURRENT\);\n\s*)directory\.sync\(\);/$1/'
mutant manifest-name-not-synced engine ManifestDurabilityTest $E/Manifest.java \
  's/(names nothing\.\n\s*)directory\.sync\(\);/$1/'
mutant table-name-not-synced engine CrashSweepTest $E/VersionSet.java \
  's/directory\.sync\(\);/if (edit == null) {\n        directory.sync();\n      }/'
mutant flush-ahead-of-the-log engine RecoveryTrapsTest,CrashSweepTest $E/Flush.java \
  's/logSync\.await\(frozen\.lastSequence\(\)\);//'
mutant unlogged-not-recorded engine CrashSweepTest $E/Store.java \
  's/versions\.setUnlogged\(!logged\);//'
mutant unlogged-lost-at-close engine UnloggedStoreTest $E/Store.java \
  's/logged \? null : flushLast\(\)/null/'
mutant sync-failure-forgotten engine LogSyncTest $E/LogSync.java \
  's/health\.fail\(e\);//'
mutant append-failure-forgotten engine LogSyncTest $E/GroupWriter.java \
  's/health\.fail\(e\);//g'

# Recovery
mutant seal-skipped engine ClosedStoreDamageTest,RecoveryTrapsTest $E/Store.java \
  's/versions\.seal\(seals\);//'
mutant page-cache-trusted engine CrashSweepTest,ManifestDurabilityTest $E/RecoveredState.java \
  's/return replay\.isWhole\(\) && /return /'
mutant log-links-ignored engine RecoveryTrapsTest,CrashSweepTest $E/LogReplay.java \
  's/if \(replayed >= link\.length\(\)\)/if (replayed >= 0)/'
mutant orphan-ahead-swept engine RecoveryTrapsTest $E/Sweep.java \
  's/table\.largestSequence\(\) > lastSequence/table.largestSequence() < 0/'
mutant salvage-drops-the-evidence engine SalvageLogsTest $E/RecoveredState.java \
  's/DamagedFiles\.keep\(directory, replay\.damaged\(\)\);//'
mutant repair-drops-the-evidence engine RepairTest,RepairEvidenceTest $E/Repair.java \
  's/DamagedFiles\.keep\(directory, toKeep\(names, evidence\)\)/List.of()/'
mutant repair-wants-logs-to-follow-tables engine RepairEvidenceTest $E/ReplayedWrites.java \
  's/manifest\.end\(\) == null \? 0 : //'
mutant missing-log-is-no-loss engine RepairEvidenceTest $E/RepairEvidence.java \
  's/if \(!names\.contains\(FileNames\.log\(number\)\)\)/if (number < 0)/'
mutant repair-lists-nothing engine RepairTest $E/Repair.java \
  's/losses\.add\(new RepairReport\.Loss\(source\.name\(\), after, upTo, damage\.getMessage\(\)\)\);//'
mutant repair-forgets-the-logs engine RepairTest $E/Repair.java \
  's/cursors\.add\(replay\.memtable\(\)\.cursor\(\)\);//'
mutant read-error-is-the-end wal LogFailureTest wal/src/main/java/dev/tamis/wal/LogReader.java \
  's/(    while \(end == null\) \{\n)/    try {\n      file.readFully(0, java.nio.ByteBuffer.allocate(1));\n    } catch (IOException e) {\n      return false;\n    }\n$1/'
mutant promise-ignored wal LogDamageTest wal/src/main/java/dev/tamis/wal/LogReader.java \
  's/promisedUpTo = Math\.max\(promisedUpTo, [^;]*\);//g'

# Reading
mutant sequence-before-view engine ReadScheduleTest $E/Db.java \
  's/(      ReadView view = openView\(\);\n)(.*?)(      long sequence =.*?;\n)/$2$3$1/s'
mutant multiget-goes-on-where-it-failed engine ModelTest $E/MultiGet.java \
  's/batch\.clear\(\);\n    Arrays/Arrays/'
mutant multiget-forgets-the-order engine PointReadTest $E/MultiGet.java \
  's/values\.set\(keys\[i\]\.position,/values.set(i,/'
mutant multiget-goes-on-below-a-delete engine PointReadTest,ModelTest $E/MultiGet.java \
  's/if \(found != null\) \{/if (found != null \&\& found != Table.TOMBSTONE) {/'
mutant batch-skips-what-may-be-there engine PointReadTest,ModelTest $S/TableBatch.java \
  's/if \(answer != FilterSlots\.NO\) \{/if (answer == FilterSlots.MAYBE) {/'
mutant level0-oldest-first engine LayerCasesTest $E/Version.java \
  's/\n\s*\.reversed\(\)//'
mutant generation-not-compared sstable MemoryStressTest,FilterPoolTest $S/FilterHandle.java \
  's/(acquireFence\(\);\n\s*)return [^;]*;/$1return false;/'
mutant damaged-filter-says-no sstable TableDamageTest $S/TableFilter.java \
  's/return FilterSlots\.DAMAGED;/return FilterSlots.NO;/'
mutant filter-key-dropped sstable TableFilterCoverageTest $S/PartitionsWriter.java \
  's/filter\.add\(hash\);/if ((hash & 7) != 0) filter.add(hash);/'
mutant filter-seed-wrong sstable TableFilterCoverageTest $S/TableWriter.java \
  's/builder\(hash\)/builder(KeyHash.xxh64(hash.seed() + 1))/'
mutant fence-names-the-partition-before sstable TableFilterCoverageTest $S/PartitionsWriter.java \
  's/(fenceFilters\[fence\] = )filters\.size\(\)/$1Math.max(0, filters.size() - 1)/'
mutant filter-partitions-swapped sstable TableFilterCoverageTest $S/PartitionsWriter.java \
  's/(byte\[\] partition = filters\.get\()i\)/$1lines.length - 1 - i)/'
mutant filter-not-audited sstable FilterAuditTest $S/PartitionsWriter.java \
  's/audit\.checkPartition\([^;]*\);/new FilterPartition.Header(1, 1, 0, 1, partition.length \/ 64 - 1, 0.01, 0, 0, 0);/'
mutant fences-not-audited sstable FilterAuditTest $S/PartitionsWriter.java \
  's/audit\.checkFences\([^;]*\);//'
mutant audit-does-not-probe sstable FilterAuditTest $S/FilterAudit.java \
  's/throw failed\("key " [^;]*;/continue;/'
mutant audit-counts-nothing sstable FilterAuditTest $S/FilterAudit.java \
  's/require\("keys of the filter"[^;]*;//'
mutant filter-budget-ignored engine FilterSpreadTest $E/FilterBudget.java \
  's/spread == FilterSpread\.UNIFORM \? averageBits : planned\(runs, written, deepest\)/averageBits/'
mutant last-level-pinned-at-open engine FilterSpreadTest $E/VersionSet.java \
  's/(retain\(view\.version\(\)\);\n\s*)pinFiltersOfUpperLevels\(view\.version\(\)\);/$1/'
mutant level-forgets-its-old-tables engine FilterCountersTest $E/LevelCounters.java \
  's/left\.add\(table\);//'
mutant drift-not-noticed engine FilterCountersTest $E/TableInfo.java \
  's/return absent \* divergence > SURE;/return false;/'
mutant empty-filter-believed sstable FilterFailOpenTest $S/TableFilter.java \
  's/header\.keyCount\(\) == 0/header.keyCount() < 0/'
mutant crc-unsalted sstable TableDamageTest storage/src/main/java/dev/tamis/storage/SaltedChecksum.java \
  's/return \(int\) \(mixed >>> 32\);/return 0;/'
mutant block-crc-unchecked sstable TableDamageTest $S/TableFile.java \
  's/if \(actual != expected\)/if (actual != expected \&\& stored < 0)/'

# Compaction
mutant sequence-0-under-a-snapshot engine SurvivorCursorTest $E/SurvivorCursor.java \
  's/sequence <= boundaries\[0\] && isBottom\(\)/isBottom()/'
mutant tombstone-dropped-too-early engine CompactionCasesTest $E/SurvivorCursor.java \
  's/return bottom == Bottom\.YES;/return true;/'
mutant snapshots-forgotten engine CompactionCasesTest $E/Snapshots.java \
  's/open\.stream\(\)\.mapToLong\(Snapshot::sequence\)/LongStream.empty()/'
mutant rewrite-across-neighbours engine CompactionCasesTest,ManualCompactionTest $E/CompactionPicker.java \
  's/\} else if \(!stretch\.isEmpty\(\)\) \{/} else if (stretch == null) {/'

# Filters
mutant partition-key-dropped filter GoldenFileTest,FilterPartitionBuilderTest $F/FilterPartitionBuilder.java \
  's/hashes\[keyCount\+\+\] = hash;/if ((hash \& 7) != 0) hashes[keyCount++] = hash;/'
mutant ribbon-key-dropped filter MembershipContractTest $F/RibbonBuilder.java \
  's/hashes\[keyCount\+\+\] = keyHash;/if ((keyHash \& 1023) != 0) hashes[keyCount++] = keyHash;/'
mutant ribbon-partition-key-dropped filter RibbonPartitionTest $F/RibbonPartitionBuilder.java \
  's/ribbon\.addHash\(keyHash\);/if ((keyHash \& 63) != 0) ribbon.addHash(keyHash);/'
mutant ribbon-next-block-not-read filter RibbonPartitionTest $F/RibbonRows.java \
  's/int next = inBlock == 0 \? at : at \+ columns \* Long\.BYTES;/int next = at;/'
mutant ribbon-shape-unchecked filter RibbonPartitionTest $F/FilterPartition.java \
  's/checkShape\(header\);//'
mutant ribbon-without-fallback filter RibbonFilterTest $F/RibbonBuilder.java \
  's/filter != null \? filter : buildBloom\(columns\)/filter/'
mutant cuckoo-victim-lost filter CuckooFilterTest $F/CuckooFilter.java \
  's/moves = MAX_MOVES - 1; moves >= 0;/moves = MAX_MOVES - 1; moves > 0;/'
mutant counter-not-sticky filter CountingBloomFilterTest $F/CountingBloomFilter.java \
  's/count > 0 && count < STUCK/count > 0/'
mutant absent-key-removed filter CountingBloomFilterTest $F/CountingBloomFilter.java \
  's/return count > 0;/return true;/'
mutant slices-not-tightened filter ScalableBloomFilterTest $F/ScalableBloomFilter.java \
  's/firstRate \* StrictMath\.pow\(tightening, index\)/firstRate/'
mutant union-of-different-hashes filter BloomFilterTest $F/BloomFilter.java \
  's/\n\s*&& hash\.equals\(other\.hash\)//'
mutant batch-line-not-tested filter BlockedBloomFilterTest $F/SplitLine.java \
  's/if \(touched == 0\)/if (touched != 0)/'
mutant sip-round-missing filter SipHashTest $F/SipHash.java \
  's/key0, key1, 1, 3\)/key0, key1, 1, 2)/'
mutant seed-not-written filter MembershipContractTest $F/FilterHeader.java \
  's/putLong\(SEED_OFFSET, hash\.seed\(\)\)/putLong(SEED_OFFSET, 0)/'
mutant newer-version-accepted filter FilterBytesTest,GoldenFileTest $F/FilterHeader.java \
  's/version == VERSION,/version >= VERSION,/'
mutant bits-past-the-end-accepted filter FilterBytesTest $F/BitArray.java \
  's/used != 0 && words/used < 0 \&\& words/'
mutant gate-forgets-commits-under-way filter GateCoverageTest $F/gate/GateVersions.java \
  's/underWay\.keySet\(\)\.forEach\(next::add\);//'
mutant gate-switches-without-recent-keys filter GateCoverageTest $F/gate/GateVersions.java \
  's/next\.add\(hash\);/next.contains(hash);/'
mutant gate-starves-open-readers filter GateCoverageTest $F/gate/GateVersions.java \
  's/open\.forEach\(version -> receive\(version, hash\)\);//'
mutant gate-overflow-ignored filter GateCoverageTest,RecentKeysTest $F/gate/RecentKeys.java \
  's/overflowed = true;/overflowed = false;/'
mutant gate-watermark-ignored filter GateStatusTest $F/gate/GateVersion.java \
  's/position < watermark \|\| //'
mutant gate-restores-what-is-old filter GateStatusTest $F/gate/MembershipGate.java \
  's/source\.position\(\) == saved\.position\(\)/source.position() >= saved.position()/'
mutant negative-cache-hides-a-commit filter GateNegativeCacheTest $F/gate/NegativeCache.java \
  's/ \|\| stamps\[place\] != stamp//'
mutant negative-cache-open-during-commit filter GateNegativeCacheTest $F/gate/NegativeCache.java \
  's/commits\[place\] == 0 \? stamps\[place\] : NO_STAMP/stamps[place]/'

printf '%d killed, %d failed\n' "$killed" "$failed"
[ "$failed" -eq 0 ]

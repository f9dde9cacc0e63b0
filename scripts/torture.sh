#!/usr/bin/env bash
# Runs the crash, fault, damage and race harnesses at length, with new seeds each round, until the time is over.
#   scripts/torture.sh --minutes 30 [--seed N] [NAME...]     default: 120 minutes, a seed from the clock, all of them
# Works on a copy of the committed tree. Each run prints its harness, seed, outcome and seconds; a run that fails
# says how to repeat it, and its log and what the test kept go to target/failures. The last line is
# "N passed, N failed"; the exit code is 1 if any failed.
set -u
minutes=120
seed=$(date +%s)
only=()
while [ $# -gt 0 ]; do
  case $1 in
    --minutes | --seed)
      if ! [[ "${2:-}" =~ ^[0-9]+$ ]]; then
        echo "$1: actual=${2:-nothing}, expected=a number" >&2
        exit 2
      fi
      if [ "$1" = --minutes ]; then minutes=$2; else seed=$2; fi
      shift 2
      ;;
    -*) echo "unknown argument: actual=$1, expected=--minutes N, --seed N or names" >&2; exit 2 ;;
    *) only+=("$1"); shift ;;
  esac
done

# name | module | tests | properties; SEED is replaced by the seed of the round.
harnesses=(
  "faults|engine|FaultSweepTest,DiskFullTest|-Dtamis.exhaustive=true"
  "crashes|engine|CrashSweepTest|-Dtamis.crash.seed=SEED"
  "every-crash|engine|CrashSweepTest|-Dtamis.exhaustive=true -Dtamis.crash.seed=SEED"
  "kill|engine|KillTest|-Dtamis.kill.cycles=150 -Dtamis.kill.seed=SEED"
  "model|engine|ModelTest|-Dtamis.model.seed=SEED -Dtamis.model.seeds=60 -Dtamis.model.steps=3000"
  "model-in-64-MiB|engine|ModelTest|-Dtamis.model.seed=SEED -Dtest.jvm.args=-Xmx64m\ -XX:MaxDirectMemorySize=16m"
  "races|engine|HistoryTest,CloseTest,CloseRaceTest,InterruptTest,MemTableConcurrencyTest,ReadScheduleTest|-Dtamis.interrupt.seconds=20"
  "memory-races|sstable|MemoryStressTest,MemoryModelTest|"
  "damage|engine|ClosedStoreDamageTest,KilledStoreDamageTest,RepairTest,SalvageLogsTest,TableDamageCasesTest|"
  "log-damage|wal|*|"
  "hostile-tables|sstable|HostileTableTest,TableDamageTest,TableModelTest|"
  "filters|filter|*|-Dtamis.scale=full"
  "turkish|engine|ModelTest,ReopenCasesTest,ManifestCasesTest|-Dtamis.model.seed=SEED -Dtest.jvm.args=-Duser.language=tr\ -Duser.country=TR\ -Dfile.encoding=US-ASCII"
  "thai-digits|engine|ModelTest,ReopenCasesTest,FileNamesTest|-Dtamis.model.seed=SEED -Dtest.jvm.args=-Duser.language=th\ -Duser.country=TH\ -Duser.extensions=u-nu-thai"
)

top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git -C "$top" archive HEAD | tar x -C "$work"
cd "$work" || exit 2
echo "building; seed $seed"
# Only the tests decide here: formatting and lint have been checked by the build.
if ! mvn -B -ntp -q -P '!checks-on-17' -pl engine -am test-compile >"$work/log" 2>&1; then
  tail -20 "$work/log"
  echo "0 passed, 1 failed"
  exit 1
fi

start=$SECONDS
end=$((start + 60 * minutes))
passed=0
failed=0
round=0

# run NAME MODULE TESTS PROPERTIES SEED
run() {
  local began=$SECONDS properties=() tests=$3
  eval "properties=(${4//SEED/$5})"
  local command=(mvn -B -ntp -P '!checks-on-17' -pl "$2" -am test -Dsurefire.failIfNoSpecifiedTests=false)
  if [ "$tests" != "*" ]; then command+=("-Dtest=$tests"); else command+=("-Dtest=dev/tamis/$2/**"); fi
  command+=("${properties[@]}")
  if "${command[@]}" >"$work/log" 2>&1 && grep -q 'Tests run: [1-9]' "$work/log"; then
    passed=$((passed + 1))
    printf '%-16s seed %-12s %s, %d s; %d min left\n' "$1" "$5" \
      "$(grep -E 'Tests run:.*[0-9]$' "$work/log" | tail -1 | sed 's/.*Tests run/ok, tests run/')" \
      $((SECONDS - began)) $(((end - SECONDS) / 60))
    grep -E '^(kill |model runs|skipped: )' "$work/log" | sed 's/^/    /'
  else
    failed=$((failed + 1))
    local kept=$top/target/failures/$1-$5
    mkdir -p "$kept"
    cp "$work/log" "$kept/log"
    [ -d "$2/target/failures" ] && cp -r "$2/target/failures/." "$kept/"
    printf '%-16s seed %-12s FAILED, %d s; kept in %s\n' "$1" "$5" $((SECONDS - began)) "target/failures/$1-$5"
    echo "    again: ${command[*]}"
    grep -E 'ERROR.*(Test|expected|seed)' "$work/log" | head -5 | sed 's/^/    /'
  fi
}

while [ $SECONDS -lt $end ]; do
  for harness in "${harnesses[@]}"; do
    IFS='|' read -r name module tests properties <<<"$harness"
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then
      continue
    fi
    if [ $SECONDS -lt $end ]; then
      run "$name" "$module" "$tests" "$properties" $((seed + 1000 * round))
    fi
  done
  round=$((round + 1))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]

# Runs the steps of a check, for .ci/run and Scripts/check-all to source.
#
#   step NAME COMMAND...        runs a command
#   step_tests NAME COMMAND...  runs tests; finding none to run is a failure
#   beside FUNCTION             starts a function of such steps beside those that follow
#   join                        waits for it, and prints what it has printed
#   summarize                   prints what ran, how long, and whether all of it passed
#
# A step that fails ends the script, unless keep_going=1 is set; then summarize fails in the end.

# Options of builds that nobody looks into: an index of system modules, and debug information beyond lines, would be a
# third of what compiling takes.
lean=(-Xswiftc -gline-tables-only -Xswiftc -index-ignore-system-modules)

# The same for a folder that several packages share: the plan in it may be that of another one.
shared=("${lean[@]}" --disable-build-manifest-caching)

# Of a whole debug build, in which one process for each module saves a sixth.
whole=(-Xswiftc -disable-batch-mode -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 1)

keep_going=${keep_going:-0}
step_rows=()
failed_steps=0
started=$SECONDS

_finish() { # NAME SECONDS RESULT
  step_rows+=("$(printf '%-44s %6ds  %s' "$1" "$2" "$3")")
  printf '\n--- %s: %s (%ds)\n' "$1" "$3" "$2"
  [[ $3 == ok* ]] || failed_steps=$((failed_steps + 1))
  if [[ $keep_going == 0 ]] && { [[ $failed_steps != 0 ]] || _has_side_failed; }; then
    _take_side
    summarize || exit 1
  fi
}

step() {
  local name=$1 start=$SECONDS result=ok status=0
  shift
  printf '\n=== %s\n    %s\n\n' "$name" "$*"
  "$@" || status=$?
  [[ $status == 0 ]] || result="FAILED (exit code $status)"
  _finish "$name" $((SECONDS - start)) "$result"
}

# The number of tests that a log of `swift test` tells of, of both test libraries.
_count_tests() { # LOG
  awk '
    /Test run with [0-9]+ tests?/ {
      match($0, /with [0-9]+ test/); swift_testing += substr($0, RSTART + 5, RLENGTH - 10)
    }
    # XCTest counts for each suite, and in the end for all of them.
    /Test Suite .(All|Selected) tests. (passed|failed)/ { is_total = 1 }
    /Executed [0-9]+ tests?, with/ { if (is_total) xctest += $2; is_total = 0 }
    END { print swift_testing + xctest }
  ' "$1"
}

step_tests() {
  local name=$1 start=$SECONDS result status=0 log count
  shift
  printf '\n=== %s\n    %s\n\n' "$name" "$*"
  log=$(mktemp)
  "$@" 2>&1 | tee "$log" || status=$?
  count=$(_count_tests "$log")
  # The failures once more, at the end, where they are easy to find.
  if [[ $status != 0 ]]; then
    printf '\n--- What failed:\n'
    grep -E '^✘|error: |Fatal error' "$log" | grep -v '^✘ Suite' | head -40 || true
    grep -E -A 60 'WARNING: ThreadSanitizer|ERROR: AddressSanitizer' "$log" | head -200 || true
  fi
  rm -f "$log"
  if [[ $status != 0 ]]; then
    result="FAILED (exit code $status, $count tests ran)"
  elif [[ $count == 0 ]]; then
    result="FAILED (no tests ran)"
  else
    result="ok, $count tests"
  fi
  _finish "$name" $((SECONDS - start)) "$result"
}

# The process group beside this script and the folder of its output; empty if there is none.
side_process=
side=

beside() { # FUNCTION
  side=$(mktemp -d)
  # A process group of its own, which can be ended as a whole.
  set -m
  (
    set +m
    trap 'printf "%s\n" ${step_rows[@]+"${step_rows[@]}"} >"$side/rows"; echo "$failed_steps" >"$side/failed"' EXIT
    step_rows=()
    # The table is printed once, by the script.
    summarize() { return 1; }
    "$1"
  ) >"$side/log" 2>&1 &
  side_process=$!
  set +m
}

_has_side_failed() {
  [[ -n $side_process && -s $side/failed && $(<"$side/failed") != 0 ]]
}

# Takes over what has run beside, and ends what still runs there if something has failed.
_take_side() {
  local row
  [[ -n $side_process ]] || return 0
  [[ $failed_steps == 0 || $keep_going == 1 ]] || kill -- "-$side_process" 2>/dev/null || true
  wait "$side_process" 2>/dev/null || true
  cat "$side/log"
  if [[ -s $side/failed ]]; then
    while IFS= read -r row; do [[ -z $row ]] || step_rows+=("$row"); done <"$side/rows"
    failed_steps=$((failed_steps + $(<"$side/failed")))
  else
    step_rows+=("$(printf '%-44s %7s  %s' "What ran beside" "" "FAILED (it was ended)")")
    failed_steps=$((failed_steps + 1))
  fi
  rm -rf "$side"
  side_process=
}

join() {
  _take_side
  if [[ $failed_steps != 0 && $keep_going == 0 ]]; then
    summarize || exit 1
  fi
}

# A script that ends leaves nothing running.
trap '[[ -z $side_process ]] || { kill -- "-$side_process" 2>/dev/null; rm -rf "$side"; }' EXIT

summarize() {
  printf '\n%-44s %7s  %s\n' "Step" "Time" "Result"
  printf '%s\n' "${step_rows[@]}"
  printf '%-44s %6ds  %s\n' "All" $((SECONDS - started)) \
    "$([[ $failed_steps == 0 ]] && echo ok || echo "$failed_steps FAILED")"
  [[ $failed_steps == 0 ]]
}

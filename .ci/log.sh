# Sourced by the scripts beside it: timed steps, and one line for what went wrong.

fail() {
  printf '.ci: %s\n' "$*" >&2
  exit 1
}

# step <name> <command…>: prints how long the command took and keeps its exit code.
# A subshell called plainly, because bash ignores errexit inside anything left of || or inside if.
step() {
  local name=$1 started=$SECONDS code
  shift
  printf '=== %s\n' "$name"
  set +e
  (
    set -e
    "$@"
  )
  code=$?
  set -e
  printf '=== %s: %s s%s\n' "$name" "$((SECONDS - started))" "$([ "$code" = 0 ] || printf ', exit code %s' "$code")"
  return "$code"
}

# retry <times> <command…>: package mirrors drop a connection now and then.
retry() {
  local times=$1 attempt
  shift
  for ((attempt = 1; attempt <= times; attempt++)); do
    "$@" && return 0
    sleep "$attempt"
  done
  return 1
}

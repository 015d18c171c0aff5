# Sourced by the other scripts: timed steps and one-line errors.

fail() {
  printf '.ci: %s\n' "$*" >&2
  exit 1
}

# step <name> <command…>: prints the duration of the command and keeps its exit code. Uses a plain subshell,
# because bash ignores errexit to the left of || and inside if.
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

# retry <times> <command…>: package mirrors occasionally drop connections.
retry() {
  local times=$1 attempt
  shift
  for ((attempt = 1; attempt <= times; attempt++)); do
    "$@" && return 0
    sleep "$attempt"
  done
  return 1
}

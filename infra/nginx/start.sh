#!/usr/bin/env bash
# Renders environment-dependent configuration into /tmp/nginx, validates everything and runs Nginx.
set -euo pipefail

readonly OUT=/tmp/nginx
readonly TEMPLATES=/etc/nginx/outharbor/templates

# Logs in the API's format. Messages contain variable names but no values, so they need no escaping.
say() {
  TZ=UTC printf '{"level":"%s","time":"%(%FT%TZ)T","service":"web","msg":"%s"}\n' "$1" -1 "$2" >&2
}

fail() {
  say fatal "$*"
  exit 1
}

# Values are inserted into JSON and Nginx configuration, so only characters without special meaning are
# allowed.
check() {
  local name=$1 pattern=$2
  [ -n "${!name:-}" ] || fail "$name is missing"
  [[ ${!name} =~ ^${pattern}$ ]] || fail "$name has invalid characters or an invalid format"
}

readonly HOST_AND_PORT='[A-Za-z0-9.-]+:[0-9]{1,5}'
readonly NAME='[A-Za-z0-9._-]+'
readonly EMULATOR_UPSTREAMS=(STRIPE_PAGES_UPSTREAM SCHEDULING_PAGES_UPSTREAM AUTH_UPSTREAM DATABASE_UPSTREAM)

emulated_environment() {
  local name
  export FIREBASE_API_KEY=${FIREBASE_API_KEY:-demo-key}
  export FIREBASE_PROJECT_ID=${FIREBASE_PROJECT_ID:-demo-outharbor}
  export FIREBASE_DATABASE_NAMESPACE=${FIREBASE_DATABASE_NAMESPACE:-$FIREBASE_PROJECT_ID-default-rtdb}
  export SCHEDULING_URL=${SCHEDULING_URL:-/emulated/scheduling/outharbor/discovery-session}
  export FIREBASE_DATABASE_URL_JSON=null CHECKOUT_ORIGINS_JSON='["self"]'
  [[ $FIREBASE_PROJECT_ID == demo-* ]] || fail 'an emulated FIREBASE_PROJECT_ID must begin with demo-'
  check SCHEDULING_URL '/[A-Za-z0-9./_-]+'
  for name in "${EMULATOR_UPSTREAMS[@]}"; do check "$name" "$HOST_AND_PORT"; done
}

live_environment() {
  local name
  for name in "${EMULATOR_UPSTREAMS[@]}"; do
    [ -z "${!name:-}" ] || fail "$name is set, but EMULATED is false"
  done
  # Hosts allowed by the pages' content security policy.
  check SCHEDULING_URL 'https://calendly\.com/[A-Za-z0-9./_?=&-]+'
  [[ ${FIREBASE_PROJECT_ID:-} != demo-* ]] || fail 'FIREBASE_PROJECT_ID begins with demo-, but EMULATED is false'
  check FIREBASE_DATABASE_URL 'https://([A-Za-z0-9-]+)\.([A-Za-z0-9.-]+\.)?(firebaseio\.com|firebasedatabase\.app)'
  export FIREBASE_DATABASE_NAMESPACE=${BASH_REMATCH[1]}
  export FIREBASE_DATABASE_URL_JSON="\"$FIREBASE_DATABASE_URL\""
  CHECKOUT_ORIGINS_JSON=$(checkout_origins)
  export CHECKOUT_ORIGINS_JSON
  # A live site is behind a TLS terminator, so every client that connects is a proxy.
  [ -n "${TRUSTED_PROXIES:-}" ] ||
    say warn 'TRUSTED_PROXIES is not set: all visitors count as one address, that of the proxy in front'
}

# CHECKOUT_HOSTS: space-separated custom domains of Stripe's pages, in addition to Stripe's own.
checkout_origins() {
  local host
  [ -z "${CHECKOUT_HOSTS:-}" ] || check CHECKOUT_HOSTS '([a-z0-9-]+\.)+[a-z]+( ([a-z0-9-]+\.)+[a-z]+)*'
  printf '["https://checkout.stripe.com","https://billing.stripe.com"'
  for host in ${CHECKOUT_HOSTS:-}; do printf ',"https://%s"' "$host"; done
  printf ']'
}

resolver_of_this_container() {
  awk '$1 == "nameserver" { print ($2 ~ /:/ ? "[" $2 "]" : $2); exit }' /etc/resolv.conf
}

# TRUSTED_PROXIES: space-separated addresses or CIDR ranges of the TLS terminators in front, if any.
trusted_proxy_lines() {
  local address
  [ -n "${TRUSTED_PROXIES:-}" ] || return 0
  check TRUSTED_PROXIES '[0-9A-Fa-f.:/ ]+'
  for address in $TRUSTED_PROXIES; do printf 'set_real_ip_from %s;\n' "$address"; done
  printf 'real_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n'
}

# The same addresses as entries of a geo block.
trusted_proxy_entries() {
  local address
  for address in ${TRUSTED_PROXIES:-}; do printf '  %s 1;\n' "$address"; done
}

render() {
  local template=$1 target=$2 names
  names=$(grep -oE '\$\{[A-Z_]+\}' "$TEMPLATES/$template" | sort -u | tr '\n' ' ')
  envsubst "$names" <"$TEMPLATES/$template" >"$OUT/$target"
}

export EMULATED=${EMULATED:-false}
case $EMULATED in
  true) emulated_environment ;;
  false) live_environment ;;
  *) fail 'EMULATED must be true or false' ;;
esac
export FIREBASE_AUTH_DOMAIN=${FIREBASE_AUTH_DOMAIN:-${FIREBASE_PROJECT_ID:-}.firebaseapp.com}
check API_UPSTREAM "$HOST_AND_PORT"
[ -z "${REPLICAS_UPSTREAM:-}" ] || check REPLICAS_UPSTREAM "$HOST_AND_PORT"
for name in FIREBASE_API_KEY FIREBASE_PROJECT_ID FIREBASE_AUTH_DOMAIN FIREBASE_DATABASE_NAMESPACE; do
  check "$name" "$NAME"
done
RESOLVER=$(resolver_of_this_container)
TRUSTED_PROXY_LINES=$(trusted_proxy_lines)
TRUSTED_PROXY_ENTRIES=$(trusted_proxy_entries)
export RESOLVER TRUSTED_PROXY_LINES TRUSTED_PROXY_ENTRIES

# Removes the output of an earlier run with other settings.
rm -rf "$OUT"
mkdir -p "$OUT/public"
render environment.conf.template environment.conf
render upstream-api.conf.template upstream-api.conf
render runtime-config.json.template runtime-config.json
# Values contain no white space.
tr -d '[:space:]' <"$OUT/runtime-config.json" >"$OUT/public/runtime-config.json"
if [ "$EMULATED" = true ]; then
  render upstream-emulators.conf.template upstream-emulators.conf
  cp /etc/nginx/outharbor/emulators.conf "$OUT/locations-emulators.conf"
fi
# Without replicas, no other instance can have files of another release.
if [ -n "${REPLICAS_UPSTREAM:-}" ]; then
  render upstream-replicas.conf.template upstream-replicas.conf
  cp /etc/nginx/outharbor/other-releases.conf "$OUT/locations-other-releases.conf"
else
  printf 'location @other_release {\n  return 404;\n}\n' >"$OUT/locations-other-releases.conf"
fi

nginx -t -q
exec nginx -g 'daemon off;'

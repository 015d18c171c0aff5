#!/usr/bin/env bash
# Renders environment-dependent configuration into /tmp/nginx, validates everything and runs Nginx. With the argument
# `door`, runs door.conf instead; `avoid <service>`, in the running door, sends new connections to the other site container.
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
  [[ ! ${!name} =~ $SECRET ]] || fail "$name holds a secret, which the site would show to everybody: revoke it and correct the setting"
  [[ ${!name} =~ ^${pattern}$ ]] || fail "$name has invalid characters or an invalid format"
}

# Stripe's keys and signing secrets, and anything with a private key.
readonly SECRET='[sr]k_(live|test)_|whsec_|(PRIVATE|private)[ _](KEY|key)'
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
  [ -z "${API_LOG_UPSTREAM:-}" ] || check API_LOG_UPSTREAM "$HOST_AND_PORT"
}

live_environment() {
  local name
  for name in "${EMULATOR_UPSTREAMS[@]}" API_LOG_UPSTREAM; do
    [ -z "${!name:-}" ] || fail "$name is set, but EMULATED is false"
  done
  # Hosts allowed by the pages' content security policy.
  check SCHEDULING_URL 'https://calendly\.com/[A-Za-z0-9./_?=&-]+'
  [[ ${FIREBASE_PROJECT_ID:-} != demo-* ]] || fail 'FIREBASE_PROJECT_ID begins with demo-, but EMULATED is false'
  check FIREBASE_DATABASE_URL 'https://([A-Za-z0-9-]+)\.([A-Za-z0-9.-]+\.)?(firebaseio\.com|firebasedatabase\.app)'
  export FIREBASE_DATABASE_NAMESPACE=${BASH_REMATCH[1]} DATABASE_ZONE=${BASH_REMATCH[2]}${BASH_REMATCH[3]}
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
check_trusted_proxies() {
  local address bits
  [ -n "${TRUSTED_PROXIES:-}" ] || return 0
  check TRUSTED_PROXIES '[0-9A-Fa-f.:/ ]+'
  for address in $TRUSTED_PROXIES; do
    bits=32
    [[ $address != *:* ]] || bits=128
    [[ $address =~ ^[^/]+(/([0-9]{1,3}))?$ ]] && [ "${BASH_REMATCH[2]:-$bits}" -le "$bits" ] ||
      fail "TRUSTED_PROXIES has an invalid range: $address"
    [ "${BASH_REMATCH[2]:-$bits}" -gt 0 ] ||
      fail "TRUSTED_PROXIES trusts every address with $address, so any visitor can claim to be another"
  done
}

# Behind the door, which lets nobody but these proxies in, connections come from its address.
trusted_proxies() {
  [ -n "${TRUSTED_PROXIES:-}" ] || return 0
  printf '%s ' "$TRUSTED_PROXIES"
  [ "${BEHIND_DOOR:-false}" != true ] || own_networks
}

# /proc/net/route has addresses in little-endian hexadecimal.
own_networks() {
  local network gateway mask bits rest
  while read -r _ network gateway _ _ _ _ mask _; do
    [[ $gateway == 00000000 && $mask != 00000000 ]] || continue
    bits=0
    for ((rest = 16#$mask; rest > 0; rest >>= 1)); do ((bits += rest & 1)) || true; done
    printf '%d.%d.%d.%d/%d ' "0x${network:6:2}" "0x${network:4:2}" "0x${network:2:2}" "0x${network:0:2}" "$bits"
  done </proc/net/route
}

trusted_proxy_lines() {
  local address
  [ -n "${TRUSTED_PROXIES:-}" ] || return 0
  for address in $(trusted_proxies); do printf 'set_real_ip_from %s;\n' "$address"; done
  printf 'real_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n'
}

# An address of global scope on an interface, and no network of IPv4.
has_ipv6_alone() {
  [ -z "$(own_networks)" ] && awk '$4 == "00" && $6 != "lo" { found = 1 } END { exit !found }' /proc/net/if_inet6 2>/dev/null
}

# The same addresses as entries of a geo block.
trusted_proxy_entries() {
  local address
  for address in $(trusted_proxies); do printf '  %s 1;\n' "$address"; done
}

workers() {
  grep -lzx 'nginx: worker process' /proc/[0-9]*/cmdline 2>/dev/null | sort
}

# A site container that stops resets the connections that it has not accepted yet, so it gets none beforehand.
avoid() {
  local before tries
  case $1 in
    web) echo 'proxy_pass standby-first;' >/tmp/door/sites.conf ;;
    web-standby) echo 'proxy_pass web-first;' >/tmp/door/sites.conf ;;
    *) exit 0 ;;
  esac
  before=$(workers)
  kill -HUP "$(</tmp/door/nginx.pid)"
  # Until the former worker no longer accepts connections.
  for ((tries = 0; tries < 100; tries++)); do
    [ -z "$(workers)" ] || [ -n "$(comm -12 <(echo "$before") <(workers))" ] || exit 0
    sleep 0.1
  done
  fail "the door did not reload: new connections may still go to $1"
}

run_door() {
  local address
  mkdir -p /tmp/door
  echo 'proxy_pass web-first;' >/tmp/door/sites.conf
  {
    printf 'resolver %s valid=1s ipv6=off;\nresolver_timeout 2s;\n' "$(resolver_of_this_container)"
    # Claims about the visitor are believed from whoever is let in. The container itself checks its health.
    for address in ${TRUSTED_PROXIES:+$TRUSTED_PROXIES 127.0.0.1}; do printf 'allow %s;\n' "$address"; done
    [ -z "${TRUSTED_PROXIES:-}" ] || printf 'deny all;\n'
  } >/tmp/door/environment.conf
  # The last container to start, so that this ends what `docker compose up` prints.
  [ -z "${ADDRESSES:-}" ] || printf '%s\n' "$ADDRESSES"
  exec nginx -e stderr -c /etc/nginx/outharbor/door.conf -g 'daemon off;'
}

render() {
  local template=$1 target=$2 names
  names=$(grep -oE '\$\{[A-Z_]+\}' "$TEMPLATES/$template" | sort -u | tr '\n' ' ')
  envsubst "$names" <"$TEMPLATES/$template" >"$OUT/$target"
}

[ "${1:-}" != avoid ] || avoid "${2:-}"
check_trusted_proxies
! has_ipv6_alone || fail 'this container has only IPv6 addresses, and the site listens on IPv4 alone'
[ "${1:-}" != door ] || run_door

export EMULATED=${EMULATED:-false}
case $EMULATED in
  true) emulated_environment ;;
  false) live_environment ;;
  *) fail 'EMULATED must be true or false' ;;
esac
export ACCESS_LOG=${ACCESS_LOG:-true} HSTS_SUBDOMAINS=${HSTS_SUBDOMAINS:-false}
for name in ACCESS_LOG HSTS_SUBDOMAINS; do check "$name" '(true|false)'; done
export FIREBASE_AUTH_DOMAIN=${FIREBASE_AUTH_DOMAIN:-${FIREBASE_PROJECT_ID:-}.firebaseapp.com}
check API_UPSTREAM "$HOST_AND_PORT"
[ -z "${REPLICAS_UPSTREAM:-}" ] || check REPLICAS_UPSTREAM "$HOST_AND_PORT"
# Serves while the other is replaced or has crashed. Not beside it, because each process counts for its own rate limit. It
# is asked even after a failure: there is no third.
export API_STANDBY_LINE=
if [ -n "${API_STANDBY_UPSTREAM:-}" ]; then
  check API_STANDBY_UPSTREAM "$HOST_AND_PORT"
  API_STANDBY_LINE="  server $API_STANDBY_UPSTREAM resolve backup max_fails=0;"
fi
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
if [ -n "${API_LOG_UPSTREAM:-}" ]; then
  render stream-api-log.conf.template stream-api-log.conf
  cp /etc/nginx/outharbor/api-log.conf "$OUT/log-api.conf"
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

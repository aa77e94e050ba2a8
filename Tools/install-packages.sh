#!/bin/sh
# Installs the missing Debian packages that building, testing or measuring needs.
#
# install-packages.sh build [test] [programs] [bench]
set -eu
packages=""
for purpose in "$@"; do
  case $purpose in
    build) packages="$packages binaryen brotli esbuild libcurl4-openssl-dev libpq-dev libsqlite3-dev libvips-dev pkg-config zlib1g-dev" ;;
    test) packages="$packages caddy chromium chromium-driver chromium-headless-shell fontconfig fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji
      fonts-noto-core libheif-examples libimage-exiftool-perl locales matchbox-window-manager nginx-light openssl postgresql python3-venv
      strace tzdata webkit2gtk-driver xauth xvfb" ;;
    programs) packages="$packages bitlbee libnet-twitter-perl ruby-twitter" ;;
    bench) packages="$packages wrk" ;;
    *) echo "install-packages.sh: unknown purpose $purpose" >&2; exit 64 ;;
  esac
done
missing=""
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=""
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "Installing Debian packages:$missing"
if [ "$(id -u)" = 0 ]; then become=""; else become=sudo; fi
$become apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $become apt-get install -q -y --no-install-recommends $missing

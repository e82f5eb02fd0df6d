#!/bin/sh
# packages.sh <source tree> <build folder> <work folder>
# Makes the Debian packages, installs them in a clean Debian 12 that debootstrap makes, and does there what a new user does
# (day.sh). Says how long each step took. Ends with 77 where root, debootstrap or its mirror is missing. lintian, where it
# is installed, may find one error: the maintainer's address, which is given by -DNSDS_PACKAGE_CONTACT where packages are given away.
set -eu
source=$1
build=$2
work=$3
here=$(cd "$(dirname "$0")" && pwd)
clean=$work/debian

skip() {
  echo "packages: skipped: $1"
  exit 77
}
[ "$(id -u)" -eq 0 ] || skip "a clean system is made by root alone"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"

end() {
  umount "$clean/proc" 2>/dev/null || true
}
trap end EXIT
end
rm -rf "$work"
mkdir -p "$work"

begun=$(date +%s)
took() {
  now=$(date +%s)
  echo "packages: $1: $((now - begun)) s"
  begun=$now
}

cmake -S "$source" --preset package -B "$build" >/dev/null
cmake --build "$build" >/dev/null
took "building"
rm -rf "$build/packages"
(cd "$build" && cpack >"$work/cpack.log" 2>&1) || { cat "$work/cpack.log" >&2; exit 1; }
took "cpack"
ls -l "$build"/packages/*.deb

if command -v lintian >/dev/null; then
  lintian --allow-root "$build"/packages/*.deb >"$work/lintian.log" 2>/dev/null || true
  if grep '^E: ' "$work/lintian.log" | grep -v bogus-mail-host; then
    echo "packages: lintian finds errors" >&2
    exit 1
  fi
  took "lintian"
fi

debootstrap --variant=minbase bookworm "$clean" >"$work/debootstrap.log" 2>&1 ||
  skip "debootstrap failed, see $work/debootstrap.log"
mount -t proc proc "$clean/proc" || skip "proc cannot be mounted in the clean system"
cp /etc/resolv.conf "$clean/etc/resolv.conf"
took "a clean Debian 12"

mkdir "$clean/packages"
cp "$build"/packages/*.deb "$here/day.sh" "$clean/packages"
for snippet in driver.cpp driver.cmake with_cmake.sh with_pkg_config.sh; do
  cmake "-DDOCUMENT=$source/README.md" -DSNIPPET=$snippet -DMAX_LINES=40 "-DOUTPUT=$clean/packages/$snippet" \
    -P "$source/cmake/extract_snippet.cmake"
done
chroot "$clean" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 sh /packages/day.sh
took "a day in it"

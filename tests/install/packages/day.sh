#!/bin/sh
# day.sh
# What a new user does in a clean Debian that has the packages in /packages, as root for apt and else as a user: installs the
# command, runs three examples and a scene, plots, solves, records, makes a page and looks at it; installs what programs are
# built with, builds a driver in both ways and an example, breaks the driver and reads the errors; removes all.
set -eu
export DEBIAN_FRONTEND=noninteractive

fail() {
  echo "day: $1" >&2
  exit 1
}
begun=$(date +%s)
took() {
  now=$(date +%s)
  echo "day: $1: $((now - begun)) s"
  begun=$now
}
install() {
  apt-get install -y --no-install-recommends "$@" >/root/apt.log 2>&1 || { tail -n 20 /root/apt.log >&2; fail "apt-get install $*"; }
}
# as_user <command line>: in the user's home.
as_user() {
  su user -s /bin/sh -c "set -eu; cd; export LC_ALL=C.UTF-8; $1"
}
# refuses <status> <what it says> <command line>
refuses() {
  status=0
  as_user "$3" >/root/refusal.log 2>&1 || status=$?
  if [ "$status" -ne "$1" ] || ! grep -q -e "$2" /root/refusal.log; then
    cat /root/refusal.log >&2
    fail "expected status $1 and \"$2\", got status $status: $3"
  fi
}

useradd --create-home user
apt-get update >/dev/null
took "lists of packages"

install /packages/nsds_*.deb /packages/libnsds0*.deb
took "installing the command"
as_user "nsds --version; nsds solve /usr/share/nsds/problems/lcp.dat >solved; grep -q '^status  *ok' solved"
for file in bash-completion/completions/nsds zsh/vendor-completions/_nsds doc/nsds/docs/guide.md doc/nsds/copyright; do
  [ -f /usr/share/$file ] || fail "/usr/share/$file is missing"
done
for example in ball newtons_cradle woodpecker; do as_user "nsds run $example >$example.log"; done
as_user "test -s ball.csv"
as_user "bash -c '. /usr/share/bash-completion/completions/nsds
  COMP_WORDS=(nsds run newt) COMP_CWORD=2; _nsds; test \"\${COMPREPLY[*]}\" = newtons_cradle'"
took "three examples of $(as_user "nsds run --list" | wc -l)"
refuses 1 "gnuplot" "nsds plot ball.csv"
refuses 2 "there is no example \"bal\"" "nsds run bal"
refuses 2 "expected a number" "nsds run ball --set h=-1"

install gnuplot-nox
as_user "nsds plot ball.csv -o ball.png; head -c 4 ball.png | tail -c 3 | grep -q PNG"
took "installing gnuplot and plotting"

as_user "nsds run sphere_pile --record pile.h5 --rate 30 >pile.log; nsds info pile.h5 >pile.info; grep -q 55 pile.log"
refuses 1 "apt-get install libjs-three" "nsds view pile.h5 -o pile.html"
install libjs-three chromium
as_user "nsds view pile.h5 -o pile.html; nsds convert pile.h5 -o pile.pvd
  chromium --headless=new --no-sandbox --disable-dev-shm-usage --enable-unsafe-swiftshader --window-size=1280,720 \
    --virtual-time-budget=20000 --screenshot=page.png \"file://\$PWD/pile.html#t=1\" >chromium.log 2>&1
  head -c 4 page.png | tail -c 3 | grep -q PNG; test \$(stat -c %s page.png) -gt 50000"
took "recording a pile, installing a browser, a page and a picture of it"

scene=/usr/share/nsds/examples/scenes/woodpecker.json
as_user "nsds run $scene --output scene.csv >scene.log; cmp scene.csv woodpecker.csv"
refuses 1 "did you mean" "sed 's/\"bodies\"/\"bodys\"/' $scene >broken.json; nsds run broken.json"
as_user "nsds run $scene --steps 500 --checkpoint run.nsdsc --output part.csv >/dev/null
  nsds run $scene --resume run.nsdsc --output part.csv >/dev/null; cmp part.csv woodpecker.csv"
took "a scene, whole and in two parts, with the bits of its example"

install /packages/libnsds-dev_*.deb g++ cmake ninja-build pkg-config
took "installing what programs are built with"
for way in with_cmake with_pkg_config; do
  as_user "mkdir $way; cd $way; cp /packages/driver.cpp .; cp /packages/driver.cmake CMakeLists.txt
    . /packages/$way.sh >log; tail -n 1 log | grep 'at t = 4 the ball is at rest'"
  took "the driver $way"
done
as_user "cp -r /usr/share/nsds/examples .; cd examples; cmake -G Ninja -B build -DCMAKE_BUILD_TYPE=Release >/dev/null
  cmake --build build --target ball >/dev/null; build/ball --output own.csv >/dev/null; cmp own.csv ../ball.csv"
took "an example from its source, with the bits of the installed one"

refuses 1 "NSDS is C++20" "cd with_pkg_config; c++ -std=c++17 driver.cpp \$(pkg-config --cflags --libs nsds-kernel)"
as_user "cd with_pkg_config; sed 's/\"lemke\"/\"lemkee\"/' driver.cpp >broken.cpp
  c++ -std=c++20 broken.cpp -o broken \$(pkg-config --cflags --libs nsds-kernel)"
refuses 134 "Class 'lcp' has no solver 'lemkee'; its solvers are auto" "cd with_pkg_config; ./broken"
tail -n 2 /root/refusal.log
took "a broken driver"

apt-get purge -y nsds libnsds-dev libnsds0.1 >/dev/null 2>&1 || fail "the packages cannot be removed"
left=$(find /usr /etc /var/lib/dpkg/info -name '*nsds*' | head -n 5)
[ -z "$left" ] || fail "left behind: $left"
took "removing"

#!/bin/sh
# From a fresh machine to a picture: builds what an example needs, runs it and shows its result.
#
#   sh examples/run.sh               the bouncing ball, with a picture, and a pile of spheres, with a page that plays it
#   sh examples/run.sh NAME...       these examples
#   sh examples/run.sh --all         builds all examples and subcommands, and runs the ball and the pile
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/release
results=$build/results

cd "$root"
names=$*
targets=nsds
if [ "$names" = --all ]; then
  targets="nsds_command nsds_examples"
  names=
fi
for name in ${names:-ball sphere_pile}; do
  if [ ! -f "examples/$name.cpp" ] && [ ! -f "examples/studies/$name.cpp" ] && [ ! -f "examples/contacts/$name.cpp" ]; then
    echo "examples: there is no example $name; they are the sources in $root/examples and its folders studies and contacts" >&2
    exit 2
  fi
  targets="$targets nsds_example_$name"
done
sh cmake/setup.sh

echo "examples: configuring $build"
cmake --preset release >/dev/null
echo "examples: building the nsds command and ${names:-ball, sphere_pile}"
# shellcheck disable=SC2086 # targets are words without blanks
cmake --build --preset release --target $targets

mkdir -p "$results"
cd "$results"
if [ -n "$names" ]; then
  for name in $names; do
    echo "examples: nsds run $name"
    "$build/bin/nsds" run "$name"
  done
  echo "examples: what they wrote is in $results"
  exit 0
fi
echo "examples: nsds run ball"
"$build/bin/nsds" run ball
echo "examples: nsds plot ball.csv -o ball.png"
"$build/bin/nsds" plot ball.csv -o ball.png
echo "examples: nsds run sphere_pile --record pile.h5 --rate 30"
"$build/bin/nsds" run sphere_pile --record pile.h5 --rate 30
echo "examples: nsds view pile.h5 -o pile.html"
"$build/bin/nsds" view pile.h5 -o pile.html

echo "examples: trajectory $results/ball.csv"
echo "examples: picture    $results/ball.png"
echo "examples: page       $results/pile.html, for any browser"

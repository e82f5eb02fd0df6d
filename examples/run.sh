#!/bin/sh
# From a fresh machine to a picture: builds the examples, simulates the bouncing ball and plots it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/release
results=$build/results

sh "$root/cmake/setup.sh"

cd "$root"
echo "examples: configuring $build"
cmake --preset release >/dev/null
echo "examples: building the examples and the nsds command"
cmake --build --preset release --target nsds nsds_examples

mkdir -p "$results"
cd "$results"
echo "examples: nsds run ball"
"$build/bin/nsds" run ball
echo "examples: nsds plot ball.csv -o ball.png"
"$build/bin/nsds" plot ball.csv -o ball.png

echo "examples: trajectory $results/ball.csv"
echo "examples: picture    $results/ball.png"

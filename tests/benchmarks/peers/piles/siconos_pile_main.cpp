// nsds-siconos-pile {spheres | cubes | hulls} N STEPS H TOLERANCE BUDGET: writes the record of run_pile to the
// standard output, as doubles. A program of its own: Siconos loads Bullet in single precision, whose symbols
// are those of Bullet in double precision.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "benchmarks/peers/piles/pile_engine.hpp"

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  // What the library prints is not to come between the numbers.
  const int numbers = dup(STDOUT_FILENO);
  if (numbers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  nsds::bench::PileSettings settings;
  if (std::strcmp(argv[1], "cubes") == 0) settings.kind = nsds::bench::pile::Kind::cubes;
  if (std::strcmp(argv[1], "hulls") == 0) settings.kind = nsds::bench::pile::Kind::hulls;
  settings.n = std::atoi(argv[2]);
  settings.steps = std::atoi(argv[3]);
  settings.h = std::atof(argv[4]);
  settings.tolerance = std::atof(argv[5]);
  settings.budget = std::atof(argv[6]);
  const auto pile = nsds::bench::make_siconos_pile(settings);
  const std::vector<double> record = nsds::bench::run_pile(*pile, settings);
  std::FILE* out = fdopen(numbers, "wb");
  if (out == nullptr || std::fwrite(record.data(), sizeof(double), record.size(), out) != record.size())
    return 1;
  return std::fclose(out) == 0 ? 0 : 1;
}

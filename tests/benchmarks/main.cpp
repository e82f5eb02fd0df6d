// nsds-bench: see README.md.
#include <exception>
#include <iostream>

#include "benchmarks/commands/command.hpp"

int main(int argc, char** argv) {
  try {
    return nsds::bench::run_bench(argc, argv, std::cout, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "nsds-bench: " << error.what() << '\n';
    return 1;
  }
}

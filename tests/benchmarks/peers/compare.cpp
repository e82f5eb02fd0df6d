// nsds-compare [kernel|lcp [SPEC...]]: tables of this library beside others, measured in one run.
#include "benchmarks/peers/compare.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string what = arguments.empty() ? "" : arguments.front();
    if (!what.empty() && what != "kernel" && what != "lcp") {
      std::fprintf(stderr, "usage: nsds-compare [kernel | lcp [SPEC...]]\n");
      return 2;
    }
    // Read by OpenBLAS when it is loaded: too late to set here.
    const char* threads = std::getenv("OPENBLAS_NUM_THREADS");
    if (threads == nullptr || std::string(threads) != "1")
      std::fprintf(stderr, "nsds-compare: set OPENBLAS_NUM_THREADS=1 to compare on one core\n");
    if (what != "lcp") nsds::bench::compare_kernel();
    if (what != "kernel")
      nsds::bench::compare_lcp({arguments.begin() + (what.empty() ? 0 : 1), arguments.end()});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nsds-compare: %s\n", error.what());
    return 1;
  }
  return 0;
}

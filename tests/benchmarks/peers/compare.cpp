// nsds-compare [kernel | piles [N...] | event-driven | lcp [SPEC...] | mlcp [SPEC...] | relay [SPEC...] | qp
// [SPEC...] | avi [SPEC...] | {nonlinear | vi} [NAME...] | rolling [FILE...] | {friction | programs} [--help | ...]]:
// tables of this library beside others, measured in one run.
#include "benchmarks/peers/compare.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

namespace {

struct Part {
  const char* name;
  void (*compare)(const std::vector<std::string>& specs);
};

constexpr Part parts[] = {
    {"kernel", nsds::bench::compare_kernel},
    {"piles", nsds::bench::compare_piles},
    {"event-driven", nsds::bench::compare_event_driven},
    {"lcp", nsds::bench::compare_lcp},
    {"mlcp", nsds::bench::compare_mlcp},
    {"relay", nsds::bench::compare_relay},
    {"qp", nsds::bench::compare_qp},
    {"avi", nsds::bench::compare_avi},
    {"nonlinear", nsds::bench::compare_nonlinear},
    {"vi", nsds::bench::compare_vi},
    {"friction", nsds::bench::compare_friction},
    {"rolling", nsds::bench::compare_rolling},
    {"programs", nsds::bench::compare_programs},
};

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string what = arguments.empty() ? "" : arguments.front();
    const std::vector<std::string> specs(arguments.begin() + (what.empty() ? 0 : 1), arguments.end());
    // Read by OpenBLAS when it is loaded: too late to set here.
    const char* threads = std::getenv("OPENBLAS_NUM_THREADS");
    if (threads == nullptr || std::string(threads) != "1")
      std::fprintf(stderr, "nsds-compare: set OPENBLAS_NUM_THREADS=1 to compare on one core\n");
    bool known = false;
    for (const Part& part : parts) {
      if (!what.empty() && what != part.name) continue;
      known = true;
      part.compare(specs);
    }
    if (known) return 0;
    std::fprintf(
        stderr,
        "usage: nsds-compare [kernel | piles [N...] | event-driven | {lcp | mlcp | relay | qp | "
        "avi} [SPEC...] | {nonlinear | vi} [NAME...] | rolling [FILE...] | {friction | programs} [--help "
        "| ...]]\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nsds-compare: %s\n", error.what());
    return 1;
  }
}

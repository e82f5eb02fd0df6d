#include "benchmarks/regret/causes.hpp"

#include <array>

namespace nsds::bench {
namespace {

struct Cause {
  nsds_class problem_class;
  std::string_view prefix;  // of the names of problems
  std::string_view text;
};

// The first that fits counts.
constexpr std::array<Cause, 6> causes{{
    {NSDS_CLASS_LCP,
     "cop:", "no P-matrix, so that Lemke's method is next; regularised sweeps happen to converge in a few"},
    {NSDS_CLASS_MLCP, "redundant:",
     "rows that depend on each other get the multipliers of least norm, which lemke leaves out"},
    {NSDS_CLASS_GENERIC_MECHANICAL,
     "floating:", "dense elimination comes first, for multipliers of least norm"},
    {NSDS_CLASS_FRICTION_CONTACT, "linkage:", "every method is slow, and the limit near"},
    {NSDS_CLASS_GLOBAL_FRICTION_CONTACT, "linkage:", "every method is slow, and the limit near"},
    {NSDS_CLASS_GLOBAL_FRICTION_CONTACT,
     "stack:", "masses of ratio 1e6, where W probably has fewer digits than velocities"},
}};

}  // namespace

std::string_view cause_of(nsds_class problem_class, std::string_view problem) {
  for (const Cause& cause : causes)
    if (cause.problem_class == problem_class && problem.starts_with(cause.prefix)) return cause.text;
  return {};
}

}  // namespace nsds::bench

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
constexpr std::array<Cause, 15> causes{{
    {NSDS_CLASS_LCP,
     "cop:", "no P-matrix, so that Lemke's method is next; regularised sweeps happen to converge in a few"},
    {NSDS_CLASS_MLCP, "redundant:",
     "rows that depend on each other get the multipliers of least norm, which lemke leaves out"},
    {NSDS_CLASS_GENERIC_MECHANICAL,
     "floating:", "dense elimination comes first, for multipliers of least norm"},
    {NSDS_CLASS_FRICTION_CONTACT, "linkage:", "every method is slow, and the limit near"},
    {NSDS_CLASS_FRICTION_CONTACT, "packing:side=5:mu=1:ratio=1e3:",
     "only the central path solves it, and needs alone most of the limit, which it shares by turns"},
    {NSDS_CLASS_FRICTION_CONTACT, "planted:of=pit:",
     "which escape of Newton's method succeeds is chance; after its 40 factorisations the central path, "
     "which stalls, takes three quarters of the time"},
    {NSDS_CLASS_FRICTION_CONTACT, "packing:",
     "sweeps are left for Newton's method after 30 or 40, when they promise less than they would keep"},
    {NSDS_CLASS_FRICTION_CONTACT, "wedge:",
     "Newton's method stalls, the central path is next, ADMM last; another order loses others (decision 28)"},
    {NSDS_CLASS_FRICTION_CONTACT, "pit:",
     "Newton's method stalls, the central path is next, ADMM last; another order loses others (decision 28)"},
    {NSDS_CLASS_FRICTION_CONTACT,
     "elastic:", "one step of Newton's method from zero solves it; after sweeps it takes 21"},
    {NSDS_CLASS_FRICTION_CONTACT, "stack:",
     "masses of ratio 1e6: all methods stall in their first turns; 105 damped steps of Newton's do not"},
    {NSDS_CLASS_GLOBAL_FRICTION_CONTACT, "linkage:", "every method is slow, and the limit near"},
    {NSDS_CLASS_GLOBAL_FRICTION_CONTACT, "planted:of=chair:",
     "the first chain of Newton's method stalls, and W of 100 contacts on one body is formed and swept over"},
    {NSDS_CLASS_GLOBAL_FRICTION_CONTACT, "chair:",
     "the first chain of Newton's method stalls, and W of 100 contacts on one body is formed and swept over"},
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

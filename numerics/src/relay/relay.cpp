// Relay problems have the caller's box.
#include "nsds/numerics/relay.h"

#include "box/driver.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::relay {
namespace {

std::optional<box::Problem> describe(const nsds_relay* problem, nsds_workspace* workspace, nsds_reuse reuse,
                                     const Sentence& sentence) {
  if (!check_struct(problem, "nsds_relay_init", sentence) ||
      !check_shape(problem->size, problem->M, sentence))
    return std::nullopt;
  const double* const vectors[] = {problem->q, problem->lower, problem->upper};
  const char* const names[] = {"q", "lower", "upper"};
  for (int k = 0; k < 3; ++k) {
    if (problem->size == 0 || vectors[k] != nullptr) continue;
    sentence.write("problem.{} is null.", names[k]);
    return std::nullopt;
  }
  return box::checked({NSDS_CLASS_RELAY, problem->size, problem->M, problem->q, problem->lower,
                       problem->upper, problem->floor},
                      workspace, reuse, sentence);
}

}  // namespace
}  // namespace nsds::numerics::relay

using namespace nsds::numerics;
using namespace nsds::numerics::relay;

void nsds_relay_init(nsds_relay* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_relay_solve(const nsds_relay* problem, double* z, double* w, const nsds_options* options,
                             nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  return box::solve({{NSDS_CLASS_RELAY, options, workspace, report},
                     box::solvers(),
                     {.z = z, .w = w},
                     [=](Arena&, const Sentence& sentence) {
                       return describe(problem, workspace, box::reuse_of(options), sentence);
                     }});
}

nsds_status nsds_relay_residual(const nsds_relay* problem, const double* z, nsds_residual* residual) {
  return box::evaluate_residual(
      NSDS_CLASS_RELAY,
      [problem](Arena&, const Sentence& sentence) {
        return describe(problem, nullptr, NSDS_REUSE_NONE, sentence);
      },
      {z, nullptr}, residual);
}

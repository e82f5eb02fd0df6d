#include "polyhedron/curvature.hpp"

#include <string_view>

#include "analysis/definiteness.hpp"
#include "core/guard.hpp"
#include "core/verdict.hpp"
#include "core/workspace.hpp"
#include "linalg/factors/bounded_factorization.hpp"

namespace nsds::numerics::polyhedron {
namespace {

using analysis::Negative;

// ProblemRecord::curvature keeps one of these numbers; 0 there means that nobody has looked.
constexpr int kept(Negative negative) {
  return 1 + static_cast<int>(negative);
}

// A factorisation of Q that succeeded is the first step of this solver. A start that was a solution already
// took no iteration.
bool needed_definite(const nsds_report& report) {
  return std::string_view(report.solver) == "goldfarb_idnani" && report.iterations > 0;
}

Negative look_at(const Problem& given, nsds_reuse reuse, nsds_workspace* workspace,
                 const nsds_report& report) {
  if (needed_definite(report)) return Negative::no;
  int* const remembered =
      workspace != nullptr && workspace->record.valid ? &workspace->record.curvature : nullptr;
  if (remembered != nullptr && reuse == NSDS_REUSE_VALUES && *remembered != 0)
    return static_cast<Negative>(*remembered - 1);
  Arena own;
  Arena& scratch = workspace == nullptr ? own : workspace->arena;
  const Negative found = analysis::takes_negative_values(*given.Q, operations_within(1.0), scratch);
  if (remembered != nullptr) *remembered = kept(found);
  return found;
}

}  // namespace

void say_curvature(const Problem& given, nsds_reuse reuse, nsds_workspace* workspace, nsds_report& report) {
  const Clock::time_point begin = Clock::now();
  Negative negative = Negative::untested;
  // Without memory for the test the solution stays one.
  guarded([&] {
    negative = look_at(given, reuse, workspace, report);
    return NSDS_OK;
  });
  const Sentence sentence{report.message, sizeof report.message};
  if (negative == Negative::yes)
    say_text(
        sentence,
        "A stationary point was found, within the tolerance. It need not be a minimum: Q is not positive "
        "semidefinite.");
  if (negative == Negative::untested)
    say_text(
        sentence,
        "The residual is within the tolerance. The point is a minimum if Q is positive semidefinite, which "
        "was not tested: that takes too much time or memory.");
  report.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace nsds::numerics::polyhedron

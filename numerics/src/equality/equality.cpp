// Linear equations are a problem whose box is everything.
#include "nsds/numerics/equality.h"

#include "box/driver.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::equality {
namespace {

std::optional<box::Problem> describe(const nsds_equality& problem, nsds_workspace* workspace,
                                     nsds_reuse reuse, Arena& arena, const Sentence& sentence) {
  if (!check_shape(problem.size, problem.M, sentence)) return std::nullopt;
  if (problem.size > 0 && problem.q == nullptr) {
    sentence.write("problem.q is null.");
    return std::nullopt;
  }
  const std::span<double> lower = arena.take<double>(index(problem.size), -infinity);
  const std::span<double> upper = arena.take<double>(index(problem.size), infinity);
  return box::checked(
      {NSDS_CLASS_EQUALITY, problem.size, problem.M, problem.q, lower.data(), upper.data(), problem.floor},
      workspace, reuse, sentence);
}

}  // namespace
}  // namespace nsds::numerics::equality

using namespace nsds::numerics;
using namespace nsds::numerics::equality;

void nsds_equality_init(nsds_equality* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_equality_solve(const nsds_equality* problem, double* z, const nsds_options* options,
                                nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const nsds_status status = check_call(problem, "nsds_equality_init", report);
  if (status != NSDS_OK) return status;
  return box::solve({{NSDS_CLASS_EQUALITY, options, workspace, report},
                     box::equality_solvers(),
                     {.z = z},
                     [=](Arena& arena, const Sentence& sentence) {
                       return describe(*problem, workspace, box::reuse_of(options), arena, sentence);
                     }});
}

nsds_status nsds_equality_residual(const nsds_equality* problem, const double* z, nsds_residual* residual) {
  if (problem == nullptr || problem->struct_size != sizeof(nsds_equality)) return NSDS_INVALID_ARGUMENT;
  return box::evaluate_residual(
      NSDS_CLASS_EQUALITY,
      [problem](Arena& arena, const Sentence& sentence) {
        return describe(*problem, nullptr, NSDS_REUSE_NONE, arena, sentence);
      },
      {z, nullptr}, residual);
}

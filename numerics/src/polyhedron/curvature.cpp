#include "polyhedron/curvature.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "analysis/definiteness.hpp"
#include "core/guard.hpp"
#include "core/numbers.hpp"
#include "core/verdict.hpp"
#include "core/workspace.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::polyhedron {
namespace {

using analysis::Negative;

constexpr std::int32_t most_kept = 500;  // a matrix that a workspace has room for

// ProblemRecord::curvature keeps one of these numbers; 0 there means that nobody has looked.
constexpr int kept(Negative negative) {
  return 1 + static_cast<int>(negative);
}

// A factorisation of Q that succeeded is the first step of this solver. A start that was a solution already
// took no iteration.
bool needed_definite(const nsds_report& report) {
  return std::string_view(report.solver) == "goldfarb_idnani" && report.iterations > 0;
}

// Tells whether a dense Q is positive semidefinite beyond doubt, in memory that a workspace keeps.
bool is_seen_definite(const nsds_matrix& Q, Arena& arena) {
  const std::size_t n = index(Q.rows);
  const std::span<double> S = arena.take<double>(n * n, 0.0);
  double largest = 0.0;
  for_each_entry(Q, [&](std::int32_t i, std::int32_t j, double value) {
    S[index(j) * n + index(i)] += 0.5 * value;
    S[index(i) * n + index(j)] += 0.5 * value;
    largest = std::max(largest, std::fabs(value));
  });
  if (largest == 0.0) return true;
  // Rounding of the factorisation and of a Q that is a product, as a part of the largest entry; a diagonal below zero is no rounding.
  const double shift = 4.0 * static_cast<double>(n * n) * epsilon;
  for (std::size_t j = 0; j < n; ++j)
    if (S[j * n + j] < 0.0) return false;
  for (double& entry : S) entry /= largest;
  for (std::size_t j = 0; j < n; ++j) S[j * n + j] += shift;
  return factorise_cholesky(S.data(), Q.rows);
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
  if (given.Q->storage == NSDS_DENSE && given.size <= most_kept) {
    const Arena::Mark mark = scratch.mark();
    const bool is_definite = is_seen_definite(*given.Q, scratch);
    scratch.rewind(mark);
    if (is_definite) {
      if (remembered != nullptr) *remembered = kept(Negative::no);
      return Negative::no;
    }
  }
  const Negative found = analysis::takes_negative_values(*given.Q, operations_within(1.0), scratch);
  if (remembered != nullptr) *remembered = kept(found);
  return found;
}

// What the message says of Q that is not positive semidefinite.
constexpr std::string_view is_saddle =
    "The conditions of optimality hold, but the point is no minimum: the objective falls along a direction "
    "in which all that holds goes on to "
    "hold. Try another solver or start.";
constexpr std::string_view may_be_local =
    "A stationary point was found, within the tolerance, from which the objective falls along nothing that "
    "holds. It need not be the least "
    "one: Q is not positive semidefinite.";
constexpr std::string_view not_looked_at =
    "A stationary point was found, within the tolerance. It need not be a minimum: Q is not positive "
    "semidefinite, and what it is along what "
    "holds was not looked at, as more than 300 unknowns are between their bounds.";
constexpr std::string_view untested =
    "The residual is within the tolerance. The point is a minimum if Q is positive semidefinite, which was "
    "not tested: that takes too much time or memory.";

ReducedCurvature judge_reduced(const Problem& given, const double* z, const double* multipliers,
                               nsds_report& report) {
  ReducedCurvature found = reduced_curvature(given, z, multipliers, report.tolerance);
  const Sentence sentence{report.message, sizeof report.message};
  switch (found.negative) {
    case Negative::yes:
      report.status = NSDS_NOT_A_MINIMUM;
      say_text(sentence, is_saddle);
      break;
    case Negative::no:
      say_text(sentence, may_be_local);
      break;
    case Negative::untested:
      say_text(sentence, not_looked_at);
      break;
  }
  return found;
}

}  // namespace

ReducedCurvature judge_curvature(const Problem& given, const double* z, const double* multipliers,
                                 nsds_reuse reuse, nsds_workspace* workspace, nsds_report& report) {
  const Clock::time_point begin = Clock::now();
  ReducedCurvature reduced;
  // Without memory for the test the solution stays one.
  guarded([&] {
    const Negative negative = look_at(given, reuse, workspace, report);
    if (negative == Negative::yes) reduced = judge_reduced(given, z, multipliers, report);
    if (negative == Negative::untested) say_text({report.message, sizeof report.message}, untested);
    return NSDS_OK;
  });
  report.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  return reduced;
}

}  // namespace nsds::numerics::polyhedron

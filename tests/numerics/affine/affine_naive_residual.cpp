// The residuals of the affine classes by the formulas of the decision that defines them.
#include "numerics/affine/affine_problems.hpp"
#include "support/row_judge.hpp"

namespace nsds::test {

double naive_residual(const AffineProblem& problem, const Outcome& point) {
  const bool is_qp = problem.problem_class == NSDS_CLASS_QP;
  return judge_rows(
      {problem.M, problem.q, problem.lower, problem.upper, problem.A, problem.b, problem.C, problem.d, is_qp},
      point.z, point.multipliers);
}

}  // namespace nsds::test

#include "formulations/interval_problem.hpp"

#include "linalg/numbers.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/numerics/cpp/relay.hpp"

namespace nsds {

namespace {

/// To rounding, as events decide by the signs of what is left.
numerics::Options closeOptions(nsds_class problemClass) {
  return numerics::Options(problemClass).set("tolerance", 1e-13).set("residual", "class");
}

}  // namespace

IntervalSolution solveIntervals(const Matrix& S, const Vector& q, const Vector& lower, const Vector& upper) {
  Vector weights = S.cwiseAbs().rowwise().maxCoeff();
  for (double& weight : weights) weight = weight > 0.0 ? 1.0 / weight : 1.0;
  const Matrix scaled = weights.asDiagonal() * S;
  const Vector right = weights.cwiseProduct(q);
  IntervalSolution solution;
  solution.lambda.setZero(q.size());
  Vector z(q.size());
  const bool orthant = lower.isZero(0.0) && (upper.array() == infinity).all();
  const numerics::Report report = orthant
                                      ? numerics::lcp::Problem(numerics::view(scaled), right)
                                            .solve(solution.lambda, z, closeOptions(NSDS_CLASS_LCP))
                                      : numerics::relay::Problem(numerics::view(scaled), right, lower, upper)
                                            .solve(solution.lambda, z, closeOptions(NSDS_CLASS_RELAY));
  solution.status = static_cast<SolverStatus>(report.status);
  solution.message = report.message;
  return solution;
}

}  // namespace nsds

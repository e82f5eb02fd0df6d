#include "analysis/partition/largest_ball.hpp"

#include <algorithm>

#include "analysis/partition/convex_program.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

std::optional<Ball> largestBall(const Matrix& H, const Vector& k, double most) {
  const Index n = H.cols();
  if (H.rows() == 0) return Ball{Vector::Zero(n), most};
  const Vector norms = H.rowwise().norm();
  ConvexProgram program{.c = -Vector::Unit(n + 1, n)};
  program.A.resize(H.rows(), n + 1);
  program.A << -H, -norms;
  program.b = -k;
  program.lower = Vector::Constant(n + 1, -infinity);
  program.upper = Vector::Constant(n + 1, infinity);
  program.upper[n] = most;
  const ProgramSolution solution = solveProgram(program);
  if (solution.status != ProgramStatus::solved) return {};
  Ball ball{solution.z.head(n), most};
  ball.radius = std::min(most, ((k - H * ball.center).array() / norms.array()).minCoeff());
  // A center that misses the radius of the program is no solution.
  if (ball.radius < solution.z[n] - 1e-9 * most) return {};
  return ball;
}

}  // namespace nsds

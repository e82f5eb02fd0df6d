#include "formulations/nonlinear/nonlinear_rows.hpp"

#include "nsds/numerics/cpp/mcp.hpp"

namespace nsds {

std::optional<Vector> solveNonlinearRows(const NonlinearRows& F, const Vector& lower, const Vector& upper,
                                         const Vector& start) {
  const numerics::mcp::Problem problem(numerics::NonlinearMap(F), lower, upper);
  const numerics::mcp::Solution solution = problem.solve(start.cwiseMax(lower).cwiseMin(upper));
  if (!solution.ok()) return {};
  return solution.z;
}

}  // namespace nsds

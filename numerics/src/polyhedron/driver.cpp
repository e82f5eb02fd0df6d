#include "polyhedron/driver.hpp"

namespace nsds::numerics {
nsds_status solve_over_polyhedron(const PolyhedronProblem& given, std::span<const BoxSolver> solvers,
                                  const PolyhedronCall& call) {
  std::span<double> units;
  const CallerVectors unknowns{.z = call.z, .multipliers = call.multipliers, .units = &units};
  return solve_box({{given.problem_class, call.options, call.workspace, call.report},
                    solvers,
                    unknowns,
                    [&](Arena& arena, const Sentence& sentence) {
                      return kkt_problem(given, call.workspace, reuse_of(call.options), arena, units,
                                         sentence);
                    }});
}

nsds_status evaluate_polyhedron_residual(const PolyhedronProblem& given, const double* z,
                                         const double* multipliers, nsds_residual* residual) {
  std::span<double> units;
  return evaluate_box_residual(
      [&](Arena& arena, const Sentence& sentence) {
        return kkt_problem(given, nullptr, NSDS_REUSE_NONE, arena, units, sentence);
      },
      {z, multipliers, &units}, residual);
}

}  // namespace nsds::numerics

#include "program/program.hpp"

namespace nsds::numerics {
nsds_status solve_program(const Program& program, std::span<const BoxSolver> solvers,
                          const ProgramCall& call) {
  std::span<double> units;
  const CallerVectors unknowns{.z = call.z, .multipliers = call.multipliers, .units = &units};
  return solve_box({{program.problem_class, call.options, call.workspace, call.report},
                    solvers,
                    unknowns,
                    [&](Arena& arena, const Sentence& sentence) {
                      return kkt_problem(program, call.workspace, reuse_of(call.options), arena, units,
                                         sentence);
                    }});
}

nsds_status evaluate_program_residual(const Program& program, const double* z, const double* multipliers,
                                      nsds_residual* residual) {
  std::span<double> units;
  return evaluate_box_residual(
      [&](Arena& arena, const Sentence& sentence) {
        return kkt_problem(program, nullptr, NSDS_REUSE_NONE, arena, units, sentence);
      },
      {z, multipliers, &units}, residual);
}

}  // namespace nsds::numerics

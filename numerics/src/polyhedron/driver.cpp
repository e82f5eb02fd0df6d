#include "polyhedron/driver.hpp"

#include "polyhedron/curvature.hpp"

namespace nsds::numerics::polyhedron {

nsds_status solve(const Problem& given, std::span<const box::Solver> solvers, const Call& call) {
  const nsds_status status =
      box::solve({{given.problem_class, call.options, call.workspace, call.report},
                  solvers,
                  {.z = call.z, .multipliers = call.multipliers},
                  [&](Arena& arena, const Sentence& sentence) {
                    return kkt_problem(given, call.workspace, box::reuse_of(call.options), arena, sentence);
                  }});
  if (given.problem_class == NSDS_CLASS_QP && status == NSDS_OK && call.report != nullptr)
    say_curvature(given, box::reuse_of(call.options), call.workspace, *call.report);
  return status;
}

nsds_status evaluate_residual(const Problem& given, const double* z, const double* multipliers,
                              nsds_residual* residual) {
  return box::evaluate_residual(
      given.problem_class,
      [&](Arena& arena, const Sentence& sentence) {
        return kkt_problem(given, nullptr, NSDS_REUSE_NONE, arena, sentence);
      },
      {z, multipliers}, residual);
}

}  // namespace nsds::numerics::polyhedron

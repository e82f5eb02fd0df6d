#include "polyhedron/driver.hpp"

#include "polyhedron/curvature.hpp"

namespace nsds::numerics::polyhedron {

nsds_status solve(const Problem& given, std::span<const box::Solver> solvers, const Call& call) {
  Units units;
  const box::CallerVectors unknowns{.z = call.z, .multipliers = call.multipliers, .units = &units.unknowns};
  const nsds_status status = box::solve(
      {{given.problem_class, call.options, call.workspace, call.report},
       solvers,
       unknowns,
       [&](Arena& arena, const Sentence& sentence) {
         return kkt_problem(given, call.workspace, box::reuse_of(call.options), arena, units, sentence);
       },
       &units.product});
  if (given.problem_class == NSDS_CLASS_QP && status == NSDS_OK && call.report != nullptr)
    say_curvature(given, box::reuse_of(call.options), call.workspace, *call.report);
  return status;
}

nsds_status evaluate_residual(const Problem& given, const double* z, const double* multipliers,
                              nsds_residual* residual) {
  Units units;
  return box::evaluate_residual(
      given.problem_class,
      [&](Arena& arena, const Sentence& sentence) {
        return kkt_problem(given, nullptr, NSDS_REUSE_NONE, arena, units, sentence);
      },
      {z, multipliers, &units.unknowns}, residual);
}

}  // namespace nsds::numerics::polyhedron

#include "polyhedron/driver.hpp"

#include "core/guard.hpp"
#include "core/options.hpp"
#include "linalg/entries.hpp"
#include "polyhedron/curvature.hpp"
#include "polyhedron/other_minimum.hpp"

namespace nsds::numerics::polyhedron {
namespace {

nsds_status solve_conditions(const Problem& given, std::span<const box::Solver> solvers, const Call& call) {
  return box::solve({{given.problem_class, call.options, call.workspace, call.report},
                     solvers,
                     {.z = call.z, .multipliers = call.multipliers},
                     [&](Arena& arena, const Sentence& sentence) {
                       return kkt_problem(given, call.workspace, box::reuse_of(call.options), arena,
                                          sentence);
                     }});
}

// The first solver of the table is the default, which tries others where its point is no minimum.
bool may_try_others(const Call& call) {
  return call.options == nullptr || call.options->solver_index == 0;
}

}  // namespace

nsds_status solve(const Problem& given, std::span<const box::Solver> solvers, const Call& call) {
  if (given.problem_class != NSDS_CLASS_QP) return solve_conditions(given, solvers, call);
  nsds_report own;
  nsds_report_init(&own);
  Call reported = call;
  if (reported.report == nullptr) reported.report = &own;
  nsds_status status = solve_conditions(given, solvers, reported);
  if (status != NSDS_OK) return status;
  nsds_report& report = *reported.report;
  const ReducedCurvature found =
      judge_curvature(given, call.z, call.multipliers, box::reuse_of(call.options), call.workspace, report);
  if (report.status == NSDS_NOT_A_MINIMUM && may_try_others(call)) {
    // Without memory for that the point stays.
    guarded([&] {
      const std::vector<double> zero(index(given.size), 0.0);
      find_other_minimum(given, solvers, reported, zero, found.direction, report);
      return NSDS_OK;
    });
  }
  return report.status;
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

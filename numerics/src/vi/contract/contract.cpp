#include "vi/contract/contract.hpp"

#include <algorithm>

#include "nonlinear/contract/until_content.hpp"

namespace nsds::numerics::vi {
namespace {

// Units that were told are 1 here, of the unknowns and of F; rows of a polyhedron are in those of the unknowns.
nonlinear::Told told_by(const nsds_vi& given, std::size_t unknowns, Arena& arena) {
  const std::size_t n = index(given.size);
  nonlinear::Told told;
  if (given.scale_z != 0.0) {
    const std::span<double> of_z = arena.take<double>(unknowns, 0.0);
    std::fill_n(of_z.begin(), n, 1.0);
    told.unknowns = of_z.data();
  }
  if (given.scale_z == 0.0 && given.scale_w == 0.0) return told;
  const std::span<double> of_rows = arena.take<double>(unknowns, given.scale_z != 0.0 ? 1.0 : 0.0);
  std::fill_n(of_rows.begin(), n, given.scale_w != 0.0 ? 1.0 : 0.0);
  told.rows = of_rows.data();
  return told;
}

}  // namespace

InequalityContract::InequalityContract(Inequality& problem, const nsds_vi& given, double tolerance,
                                       Arena& arena)
    : problem_(problem),
      arena_(arena),
      values_(arena.take<double>(problem.unknowns())),
      projecting_(problem.set()) {
  const bool is_told = given.scale_w != 0.0;
  if (problem.is_in_box())
    box_ = nonlinear::MapContract{tolerance, told_by(given, problem.unknowns(), arena)};
  else if (problem.set().has_projector())
    inclusion_.emplace(problem.F(), projecting_, tolerance, is_told, arena);
  else
    cones_.emplace(problem.F(), problem.set(), std::span(given.cones, index(given.cone_count)), tolerance,
                   is_told, arena);
}

// What is outside of the bounds is no solution, a multiplier with the wrong sign for one.
bool InequalityContract::is_inside(std::span<const double> x) const {
  const nonlinear::Map& map = problem_.box_map();
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!(x[k] >= map.lower()[k] && x[k] <= map.upper()[k])) return false;
  return true;
}

nsds_residual InequalityContract::judge(std::span<const double> x, std::span<const double> b) {
  if (cones_) return cones_->judge(x, b);
  if (inclusion_) {
    static_cast<void>(problem_.set().residual(x, b));  // throws where a projection is no point of its set
    return inclusion_->judge(x, b);
  }
  const bool inside = is_inside(x);
  if (!inside || !problem_.box_map().evaluate(x, values_)) {
    nsds_residual residual;
    nsds_residual_init(&residual);
    residual.value = residual.primal = inside ? infinity : 1.0;
    if (!x.empty()) residual.worst = 0;
    return residual;
  }
  return nonlinear::judge(problem_.box_map(), x, values_, *box_, arena_);
}

bool InequalityContract::settle(std::span<double> x, const SolveContext& context) {
  if (cones_) return cones_->watch(x).settle(context);
  if (inclusion_) return Inclusion::Watched(*inclusion_, x).settle(context);
  return nonlinear::MapJudge(problem_.box_map(), x, *box_, arena_).settle(context);
}

SolverClaim InequalityContract::solve(const Solver& solver, std::span<double> x, SolveContext& context) {
  const auto once = [&] { return solver.solve(problem_, x, context); };
  if (cones_) return nonlinear::solve_until_content(cones_->watch(x), context, once);
  if (inclusion_) return nonlinear::solve_until_content(Inclusion::Watched(*inclusion_, x), context, once);
  return nonlinear::solve_until_content(nonlinear::MapJudge(problem_.box_map(), x, *box_, arena_), context,
                                        once);
}

}  // namespace nsds::numerics::vi

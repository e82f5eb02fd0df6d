#include "qvi/newton_on_conditions.hpp"

#include "mcp/registry.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::qvi {

bool takes_newton(Conditions& conditions, const SolveContext& context) {
  if (!conditions.inequality().set().has_projector()) return true;
  context.sentence.write("solver '{}' takes no projectors; try solver 'fixed_point'.", context.solver);
  return false;
}

SolverClaim solve_newton_on(Conditions& conditions, std::span<double> x, double tolerance,
                            const SolveContext& context) {
  SolveContext inner = context;  // the solver that is named in the end is one of this class
  inner.tolerance = tolerance;
  inner.own = {};
  vi::Inequality& inequality = conditions.inequality();
  if (inequality.is_in_box()) return mcp::solve_auto(inequality.box_map(), x, inner);
  return vi::solve_normal_map_newton(inequality, x, inner);
}

}  // namespace nsds::numerics::qvi

// The default of the class: solvers of the table in turn.
#include "core/attempts.hpp"
#include "qvi/registry.hpp"

namespace nsds::numerics::qvi {

// A solver that does not take the set, or needs rows of g where there are none, leaves its turn to the next one.
SolverClaim solve_auto(QuasiInequality& problem, std::span<double> y, SolveContext& context) {
  const auto measure = [&problem](std::span<const double> at) {
    nsds_residual residual;
    return problem.measure(at, infinity, residual) ? residual.value : infinity;
  };
  TableAttempts attempts(problem, solvers(), measure, y, context);
  static_cast<void>(attempts.from_start("kkt_newton", 1000) || attempts.from_start("fixed_point", 20000) ||
                    attempts.from_start("augmented_lagrangian", 2000) ||
                    attempts.from_best("kkt_newton", 1000) || attempts.from_best("fixed_point"));
  return attempts.claim();
}

}  // namespace nsds::numerics::qvi

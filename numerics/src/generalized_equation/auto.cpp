// The default of the class: solvers of the table in turn.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/attempts.hpp"
#include "generalized_equation/registry.hpp"

namespace nsds::numerics::generalized_equation {
namespace {

class EquationAttempts : private Trials {
 public:
  EquationAttempts(Equation& problem, std::span<double> best, SolveContext& context)
      : problem_(problem),
        arena_(*context.arena),
        best_(best),
        trial_(arena_.take<double>(best.size())),
        value_(arena_.take<double>(best.size())),
        attempts_(*this, context, (std::copy(best.begin(), best.end(), trial_.begin()), measure())) {}

  // From the best point so far.
  bool take(const char* name, std::int64_t budget) {
    const Solver& row = *std::find_if(solvers().begin(), solvers().end(), [name](const Solver& solver) {
      return std::strcmp(solver.info.name, name) == 0;
    });
    std::copy(best_.begin(), best_.end(), trial_.begin());
    const std::span<const double> own = default_values(row.info, arena_);
    return attempts_.attempt({row.info.name, own, budget},
                             [&](SolveContext& context) { return row.solve(problem_, trial_, context); });
  }

  SolverClaim claim() { return attempts_.claim(); }

 private:
  friend Attempts<EquationAttempts>;

  double measure() {
    return problem_.F().evaluate(trial_, value_) ? problem_.T().residual(trial_, value_) : infinity;
  }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  Equation& problem_;
  Arena& arena_;
  std::span<double> best_, trial_, value_;
  Attempts<EquationAttempts> attempts_;
};

}  // namespace

SolverClaim solve_auto(Equation& problem, std::span<double> a, SolveContext& context) {
  EquationAttempts attempts(problem, a, context);
  static_cast<void>(attempts.take("golden_ratio", 20000) || attempts.take("tseng", 20000) ||
                    attempts.take("forward_backward", std::numeric_limits<std::int64_t>::max()));
  return attempts.claim();
}

}  // namespace nsds::numerics::generalized_equation

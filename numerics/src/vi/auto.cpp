// The default of the class: solvers of the table in turn.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/attempts.hpp"
#include "nonlinear/box_map.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();

class ViAttempts : private Trials {
 public:
  ViAttempts(Inequality& problem, std::span<double> best, SolveContext& context)
      : problem_(problem),
        arena_(*context.arena),
        best_(best),
        start_(arena_.take<double>(best.size())),
        trial_(arena_.take<double>(best.size())),
        value_(arena_.take<double>(best.size())),
        attempts_(*this, context, (std::copy(best.begin(), best.end(), trial_.begin()), measure())) {
    std::copy(best.begin(), best.end(), start_.begin());
  }

  enum class From { start, best };

  bool take(const char* name, From from, std::int64_t budget) {
    const Solver& row = *std::find_if(solvers().begin(), solvers().end(), [name](const Solver& solver) {
      return std::strcmp(solver.info.name, name) == 0;
    });
    const std::span<const double> begin = from == From::start ? start_ : best_;
    std::copy(begin.begin(), begin.end(), trial_.begin());
    const std::span<const double> own = default_values(row.info, arena_);
    return attempts_.attempt({row.info.name, own, budget},
                             [&](SolveContext& context) { return row.solve(problem_, trial_, context); });
  }

  SolverClaim claim() { return attempts_.claim(); }

 private:
  friend Attempts<ViAttempts>;

  double measure() {
    if (!problem_.is_in_box()) {
      if (!problem_.F().evaluate(trial_, value_)) return infinity;
      return problem_.set().natural_map(trial_, value_);
    }
    nonlinear::Map& map = problem_.box_map();
    if (!map.evaluate(trial_, value_)) return infinity;
    return nonlinear::natural_map(trial_, value_, map.lower(), map.upper());
  }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  Inequality& problem_;
  Arena& arena_;
  std::span<double> best_, start_, trial_, value_;
  Attempts<ViAttempts> attempts_;
};

}  // namespace

SolverClaim solve_auto(Inequality& problem, std::span<double> x, SolveContext& context) {
  using enum ViAttempts::From;
  ViAttempts attempts(problem, x, context);
  if (problem.is_polyhedron()) {
    // Its subproblems see the polyhedron as it is, and F is evaluated once a step: on monotone problems with 12 unknowns and 8 to
    // 16 rows it took 2 to 51 evaluations, complementarity 167 to 464.
    static_cast<void>(
        attempts.take("successive_avi", start, 50) || attempts.take("complementarity", start, 2000) ||
        attempts.take("golden_ratio", best, 20000) || attempts.take("extragradient", start, all));
  } else if (problem.is_in_box()) {
    static_cast<void>(attempts.take("complementarity", start, 2000) ||
                      attempts.take("golden_ratio", best, 20000) ||
                      attempts.take("extragradient", start, all));
  } else if (problem.set().has_projector()) {
    static_cast<void>(attempts.take("golden_ratio", start, 20000) ||
                      attempts.take("extragradient", best, 20000) ||
                      attempts.take("hyperplane_projection", best, all));
  } else {
    // Smoothing needs a few steps more where Newton's method goes straight to the solution, and far fewer where that is not regular:
    // 41 on 296 capsules, whose forces are not unique, where normal_map_newton has not ended after 500.
    static_cast<void>(
        attempts.take("normal_map_newton", start, 30) || attempts.take("smoothing", start, 200) ||
        attempts.take("newton_fb", start, 200) || attempts.take("golden_ratio", start, 2000) ||
        attempts.take("normal_map_newton", best, 300) || attempts.take("extragradient", best, 20000) ||
        attempts.take("golden_ratio", best, all));
  }
  return attempts.claim();
}

}  // namespace nsds::numerics::vi

// The default of the class: solvers of the table in turn.
#include <algorithm>
#include <cstring>
#include <limits>

#include "core/attempts.hpp"
#include "qvi/registry.hpp"

namespace nsds::numerics::qvi {
namespace {

constexpr std::int64_t as_many_as_it_takes = std::numeric_limits<std::int64_t>::max();

class QviAttempts : private Trials {
 public:
  QviAttempts(QuasiInequality& problem, std::span<double> best, SolveContext& context)
      : problem_(problem),
        arena_(*context.arena),
        best_(best),
        start_(arena_.take<double>(best.size())),
        trial_(arena_.take<double>(best.size())),
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
  friend Attempts<QviAttempts>;

  double measure() {
    nsds_residual residual;
    return problem_.measure(trial_, infinity, residual) ? residual.value : infinity;
  }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  QuasiInequality& problem_;
  Arena& arena_;
  std::span<double> best_, start_, trial_;
  Attempts<QviAttempts> attempts_;
};

}  // namespace

// A solver that does not take the set, or needs rows of g where there are none, leaves its turn to the next one.
SolverClaim solve_auto(QuasiInequality& problem, std::span<double> y, SolveContext& context) {
  using enum QviAttempts::From;
  QviAttempts attempts(problem, y, context);
  static_cast<void>(attempts.take("kkt_newton", start, 1000) || attempts.take("fixed_point", start, 20000) ||
                    attempts.take("augmented_lagrangian", start, 2000) ||
                    attempts.take("kkt_newton", best, 1000) ||
                    attempts.take("fixed_point", best, as_many_as_it_takes));
  return attempts.claim();
}

}  // namespace nsds::numerics::qvi

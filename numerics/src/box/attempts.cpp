#include "box/attempts.hpp"

#include <algorithm>

#include "box/solve_by.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {

BoxAttempts::BoxAttempts(const Problem& problem, std::span<const Solver> solvers, double* z,
                         SolveContext& context)
    : problem_(problem),
      solvers_(solvers),
      arena_(*context.arena),
      best_(z, index(problem.map.n)),
      start_(arena_.take<double>(best_.size())),
      trial_(arena_.take<double>(best_.size())),
      w_(arena_.take<double>(best_.size())),
      magnitude_(arena_.take<double>(best_.size())),
      attempts_(*this, context, (std::copy(best_.begin(), best_.end(), trial_.begin()), measure())) {
  std::copy(best_.begin(), best_.end(), start_.begin());
}

double BoxAttempts::measure() {
  return affine::box_residual(problem_, trial_.data(), w_.data(), magnitude_.data()).value;
}

void BoxAttempts::keep() {
  std::copy(trial_.begin(), trial_.end(), best_.begin());
}

bool BoxAttempts::take(std::initializer_list<Turn> turns) {
  return std::any_of(turns.begin(), turns.end(),
                     [this](const Turn& turn) { return turn.when && attempt(turn); });
}

bool BoxAttempts::attempt(const Turn& turn) {
  const Solver& row = row_named(solvers_, turn.solver);
  const std::span<const double> begin = turn.from == From::start ? start_ : best_;
  std::copy(begin.begin(), begin.end(), trial_.begin());
  const std::int64_t usual = row.default_max_iterations(problem_.map.n);
  const std::span<const double> own = default_values(row.info, arena_);
  nsds_residual judged;
  return attempts_.attempt({row.info.name, own, std::min(turn.budget, usual)}, [&](SolveContext& context) {
    return solve_by(row, problem_, {trial_, w_, magnitude_, judged}, context);
  });
}

}  // namespace nsds::numerics::box

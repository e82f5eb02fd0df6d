#include "affine/contract/contract.hpp"

#include <algorithm>

#include "affine/contract/accounted.hpp"
#include "affine/contract/data_of_rounding.hpp"
#include "affine/contract/objective.hpp"
#include "affine/contract/rows.hpp"
#include "affine/residual/absolute_residual.hpp"

namespace nsds::numerics::affine {
namespace {

// A point that is no solution however small its violations are has at least this residual.
constexpr double all_of_it = 1.0;
// Of the tolerance: a rounding of the objective of which less may be missed.
constexpr double noticed_rounding = 0.1;

class Judge {
 public:
  Judge(const BoxProblem& problem, const Contract& contract, const double* x, const double* w,
        const Rows& rows)
      : problem_(problem), contract_(contract), x_(x), w_(w), rows_(rows) {
    nsds_residual_init(&residual_);
    if (problem.map.n > 0) residual_.worst = 0;
  }

  nsds_residual judge() {
    if (!rows_.is_inside) {
      judge_sets();
      return residual_;
    }
    judge_rows();
    if (contract_.has_objective) judge_objective();
    if (holds() && contract_.absolute > 0.0) judge_absolutely();
    if (holds()) judge_accounts();
    return residual_;
  }

 private:
  bool holds() const { return residual_.value <= contract_.tolerance; }

  void take(double nsds_residual::*part, double value, std::int32_t row) {
    if (std::isnan(value)) value = infinity;
    residual_.*part = std::max(residual_.*part, value);
    if (!(value > residual_.value)) return;
    residual_.value = value;
    residual_.worst = row;
  }

  void judge_sets() {
    for (std::int32_t i = 0; i < problem_.map.n; ++i)
      if (x_[i] < problem_.lower[i] || x_[i] > problem_.upper[i]) take(&nsds_residual::primal, all_of_it, i);
  }

  bool fails(std::int32_t i) const {
    return rows_.backward_error(i) > contract_.tolerance && !is_below_floor(i);
  }

  bool is_below_floor(std::int32_t i) const {
    const double own = problem_.floor == nullptr ? 0.0 : problem_.floor[i];
    return in_units_of_caller(problem_, i, rows_.violation[index(i)]) <= std::max(own, contract_.floor);
  }

  // The part of the residual that the violation of a row counts in.
  double nsds_residual::*part_of(std::int32_t i) const {
    if (uncarried(problem_, i, w_[i]) == 0.0) return &nsds_residual::complementarity;
    return i < problem_.primal ? &nsds_residual::dual : &nsds_residual::primal;
  }

  void judge_rows() {
    bool any = false;
    for (std::int32_t i = 0; i < problem_.map.n; ++i) {
      if (rows_.violation[index(i)] == 0.0) continue;
      const double error = rows_.backward_error(i);
      if (error <= contract_.tolerance)
        take(part_of(i), error, i);
      else
        any = any || !is_below_floor(i);
    }
    residual_.roundoff_floor = problem_.map.n > 0 ? epsilon : 0.0;
    if (any) judge_failing_rows();
  }

  void judge_failing_rows() {
    forgiven_ = contract_.arena.take<unsigned char>(index(problem_.map.n));
    for (std::int32_t i = 0; i < problem_.map.n; ++i) forgiven_[index(i)] = fails(i) ? 1 : 0;
    forgive_data_of_rounding(problem_, rows_, x_, forgiven_, contract_.arena);
    for (std::int32_t i = 0; i < problem_.map.n; ++i) {
      const bool still_fails = forgiven_[index(i)] != 0;
      if (still_fails) take(part_of(i), rows_.backward_error(i), i);
      forgiven_[index(i)] = fails(i) && !still_fails ? 1 : 0;
    }
  }

  void judge_objective() {
    const Objective objective = objective_of(problem_, rows_, x_, w_, contract_.objective);
    const double rounding = objective.part_of_rounding();
    residual_.roundoff_floor = std::max(residual_.roundoff_floor, rounding);
    const double missed = contract_.objective == nullptr && rounding > noticed_rounding * contract_.tolerance
                              ? wide_objective_of(problem_, x_, contract_.arena).part_missed()
                              : objective.part_missed();
    take(&nsds_residual::complementarity, missed, residual_.worst);
  }

  void judge_absolutely() {
    const AbsoluteResidual seen = absolute_residual(problem_, x_, contract_.arena);
    const std::int32_t row = residual_.worst;
    take(&nsds_residual::primal, contract_.absolute * seen.primal, row);
    take(&nsds_residual::dual, contract_.absolute * seen.dual, row);
    take(&nsds_residual::complementarity, contract_.absolute * seen.gap, row);
  }

  void judge_accounts() {
    if (!rows_.asks_for_accounts) return;
    if (forgiven_.empty()) forgiven_ = contract_.arena.take<unsigned char>(index(problem_.map.n), 0);
    const std::int32_t unknown =
        unknown_of_ray(problem_, rows_, forgiven_, contract_.tolerance, x_, contract_.arena);
    if (unknown >= 0) take(&nsds_residual::primal, all_of_it, unknown);
  }

  const BoxProblem& problem_;
  const Contract& contract_;
  const double* x_;
  const double* w_;
  const Rows& rows_;
  std::span<unsigned char> forgiven_;  // (n), rows of rounding; empty: none
  nsds_residual residual_;
};

}  // namespace

nsds_residual judge_rows(const BoxProblem& problem, const Contract& contract, const double* x,
                         const double* w, const Rows& rows) {
  const Arena::Mark mark = contract.arena.mark();
  const nsds_residual residual = Judge(problem, contract, x, w, rows).judge();
  contract.arena.rewind(mark);
  return residual;
}

nsds_residual judge_contract(const BoxProblem& problem, const Contract& contract, const double* x, double* w,
                             double* terms) {
  const Arena::Mark mark = contract.arena.mark();
  Rows rows(problem, terms, contract.arena);
  nsds_residual residual;
  if (rows.evaluate(problem, x, w)) {
    residual = Judge(problem, contract, x, w, rows).judge();
  } else {
    nsds_residual_init(&residual);
    residual.value = infinity;
    if (problem.map.n > 0) residual.worst = 0;
  }
  contract.arena.rewind(mark);
  return residual;
}

}  // namespace nsds::numerics::affine

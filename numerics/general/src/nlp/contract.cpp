#include "nlp/contract.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/rows.hpp"
#include "linalg/entries.hpp"
#include "nlp/conditions.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr double nearly = 1e-3;  // a natural map beside which differences may be worth their evaluations

// What the sides leave of the rows, and the price of that.
struct Violations {
  const Program& program;
  const Conditions& at;

  double of_gradient(std::size_t j) const {
    return affine::violation_of_side(program.lower()[j], program.upper()[j], at.x[j], at.r[j]);
  }
  double of_constraint(std::size_t i) const {
    if (i >= program.inequalities()) return std::fabs(at.c[i]);
    return affine::violation_of_side(0.0, infinity, at.multipliers[i], at.c[i]);
  }
  bool is_inside() const {
    for (std::size_t j = 0; j < at.x.size(); ++j)
      if (!(at.x[j] >= program.lower()[j] && at.x[j] <= program.upper()[j])) return false;
    return std::all_of(at.multipliers.begin(),
                       at.multipliers.begin() + static_cast<std::ptrdiff_t>(program.inequalities()),
                       [](double multiplier) { return multiplier >= 0.0; });
  }
  // Rule d.
  double part_of_objective() const {
    double gap = 0.0, price = 0.0;
    for (std::size_t j = 0; j < at.x.size(); ++j) {
      const bool stands = at.x[j] == program.lower()[j] || at.x[j] == program.upper()[j];
      if (!stands) gap += at.x[j] * at.r[j];
      price += std::fabs(at.x[j]) * of_gradient(j);
    }
    for (std::size_t i = 0; i < at.c.size(); ++i) {
      gap += at.multipliers[i] * at.c[i];
      price += std::fabs(at.multipliers[i]) * of_constraint(i);
    }
    return (std::fabs(gap) + price) / (1.0 + std::fabs(at.f) + std::fabs(at.f - gap));
  }
};

}  // namespace

ProgramContract::ProgramContract(Program& program, double tolerance, Arena& arena)
    : program_(program), tolerance_(tolerance), arena_(arena), kkt_(program, arena) {
  const std::size_t n = program.size(), all = n + program.rows();
  for (std::span<double>* vector : {&told_unknowns_, &told_rows_, &terms_, &datum_, &y_, &b_})
    *vector = arena.take<double>(all, 0.0);
  const nsds_nlp& given = program.of_caller();
  const bool tells_f = given.scale_f > 0.0, tells_x = given.scale_x != nullptr,
             tells_c = given.scale_c != nullptr;
  for (std::size_t k = 0; k < all; ++k) {
    const bool is_x = k < n;
    told_unknowns_[k] = (is_x ? tells_x : tells_c && tells_f) ? 1.0 : 0.0;
    told_rows_[k] = (is_x ? tells_x && tells_f : tells_c) ? 1.0 : 0.0;
  }
  of_map_ = {.tolerance = tolerance,
             .told = {told_unknowns_.data(), told_rows_.data()},
             .primal = static_cast<std::int32_t>(n),
             .objective = &kkt_.objective()};
}

// terms_: of the rows of r without what a Hessian would add, and those of c. datum_: what is left of each row without unknowns.
void ProgramContract::find_terms(const Conditions& at) {
  const std::size_t n = at.x.size();
  for (std::size_t j = 0; j < n; ++j) terms_[j] = std::fabs(program_.gradient()[j]);
  std::copy(at.c.begin(), at.c.end(), datum_.begin() + static_cast<std::ptrdiff_t>(n));
  std::fill(terms_.begin() + static_cast<std::ptrdiff_t>(n), terms_.end(), 0.0);
  for_each_entry(program_.jacobian(), [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t row = n + index(i), column = index(j);
    const double size = std::fabs(value);
    terms_[column] += size * std::max(std::fabs(at.multipliers[index(i)]), told_unknowns_[row]);
    terms_[row] += size * std::max(std::fabs(at.x[column]), told_unknowns_[column]);
    datum_[row] -= value * at.x[column];
  });
  for (std::size_t j = 0; j < n; ++j) datum_[j] = program_.gradient()[j];
  for (std::size_t k = n; k < terms_.size(); ++k) terms_[k] += std::fabs(datum_[k]);
  for (std::size_t k = 0; k < terms_.size(); ++k) terms_[k] = std::max(terms_[k], told_rows_[k]);
}

nsds_residual ProgramContract::judge_rows(const Conditions& at) const {
  const std::size_t n = at.x.size();
  const Violations violations{program_, at};
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (!terms_.empty()) residual.worst = 0;
  residual.roundoff_floor = epsilon;
  const auto take = [&](double value, std::size_t row, double& part) {
    if (std::isnan(value)) value = infinity;
    part = std::max(part, value);
    if (!(value > residual.value)) return;
    residual.value = value;
    residual.worst = static_cast<std::int32_t>(row);
  };
  if (!violations.is_inside()) take(1.0, 0, residual.primal);
  for (std::size_t j = 0; j < n; ++j) {
    const double bound = at.r[j] > 0.0 ? program_.lower()[j] : program_.upper()[j];
    take(ratio(violations.of_gradient(j), terms_[j]), j,
         std::isfinite(bound) ? residual.complementarity : residual.dual);
  }
  for (std::size_t i = 0; i < at.c.size(); ++i) {
    const bool violated = i >= program_.inequalities() || at.c[i] < 0.0;
    take(ratio(violations.of_constraint(i), terms_[n + i]), n + i,
         violated ? residual.primal : residual.complementarity);
  }
  take(violations.part_of_objective(), static_cast<std::size_t>(std::max(residual.worst, 0)),
       residual.complementarity);
  return residual;
}

bool ProgramContract::asks_for_accounts(const Conditions& at) const {
  for (std::size_t k = 0; k < at.x.size() + at.c.size(); ++k)
    if (affine::are_unaccounted(terms_[k], datum_[k])) return true;
  return false;
}

nsds_residual ProgramContract::judge(const Conditions& at) {
  find_terms(at);
  const nsds_residual without = judge_rows(at);
  const bool holds = without.value <= tolerance_;
  if ((holds && !asks_for_accounts(at)) || !std::isfinite(without.value)) return without;
  const double near = natural_map(program_, at.x, at.r, at.c, at.multipliers);
  const bool is_worth_it = program_.has_hessian() || near <= nearly * std::max(1.0, std::fabs(at.f));
  if (!is_worth_it || !Violations{program_, at}.is_inside()) return without;
  return judge_with_hessian(at);
}

nsds_residual ProgramContract::judge_with_hessian(const Conditions& at) {
  const std::size_t n = at.x.size();
  std::copy(at.x.begin(), at.x.end(), y_.begin());
  std::copy(at.multipliers.begin(), at.multipliers.end(), y_.begin() + static_cast<std::ptrdiff_t>(n));
  nonlinear::Map& map = kkt_.map();
  try {
    if (map.evaluate(y_, b_)) return nonlinear::judge(map, y_, b_, of_map_, arena_);
  } catch (const nonlinear::CallbackFailed&) {
    kkt_.rethrow();
    throw;
  }
  return judge_rows(at);
}

bool ProgramContract::satisfies_constraints(std::span<const double> x, std::span<const double> c) {
  const std::size_t n = x.size();
  std::fill(y_.begin(), y_.end(), 0.0);
  find_terms({x, std::span<const double>(y_).subspan(n), {}, c, 0.0});
  for (std::size_t i = 0; i < c.size(); ++i) {
    const double violation = i < program_.inequalities() ? std::max(0.0, -c[i]) : std::fabs(c[i]);
    if (!(violation <= tolerance_ * terms_[n + i])) return false;
  }
  return true;
}

bool ProgramContract::settle(std::span<double> y, const SolveContext& context) {
  try {
    nonlinear::Map& map = kkt_.map();
    return nonlinear::settle(map, y, of_map_, context);
  } catch (const nonlinear::CallbackFailed&) {
    kkt_.rethrow();
    throw;
  }
}

ProgramJudge::ProgramJudge(Program& program, ProgramContract& contract, std::span<double> y, Arena& arena)
    : program_(program),
      contract_(contract),
      y_(y),
      c_(arena.take<double>(program.rows())),
      r_(arena.take<double>(program.size())) {}

// Solvers may leave a multiplier of an inequality below zero by rounding.
bool ProgramJudge::evaluate() {
  const std::size_t n = program_.size();
  for (std::size_t i = 0; i < program_.inequalities(); ++i) y_[n + i] = std::max(0.0, y_[n + i]);
  if (!program_.evaluate(y_.first(n), f_, c_) || !program_.differentiate(y_.first(n))) return false;
  lagrangian_gradient(program_, y_.subspan(n), r_);
  return true;
}

double ProgramJudge::value() {
  if (!evaluate()) return infinity;
  return contract_.judge({y_.first(program_.size()), y_.subspan(program_.size()), r_, c_, f_}).value;
}

double ProgramJudge::natural() {
  if (!evaluate()) return infinity;
  return natural_map(program_, y_.first(program_.size()), r_, c_, y_.subspan(program_.size()));
}

}  // namespace nsds::numerics::nlp

#include "nonlinear/contract.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/contract.hpp"
#include "linalg/entries.hpp"
#include "nonlinear/box_map.hpp"

namespace nsds::numerics::nonlinear {
namespace {

double told_at(const double* units, std::size_t i) {
  return units == nullptr ? 0.0 : units[i];
}

// The affine problem K x + k that touches the map at a, with its rows there.
class Touching {
 public:
  Touching(const Map& map, std::span<const double> a, std::span<const double> b, const MapContract& contract,
           Arena& arena)
      : k_(arena.take<double>(a.size())),
        A_(map.matrix()),
        problem_{{static_cast<std::int32_t>(a.size()), A_, k_.data(), 1.0, 1.0},
                 map.lower().data(),
                 map.upper().data(),
                 1.0,
                 contract.primal < 0 ? static_cast<std::int32_t>(a.size()) : contract.primal},
        rows_(problem_, arena.take<double>(a.size()).data(), arena) {
    std::copy(b.begin(), b.end(), k_.begin());
    std::fill(rows_.terms.begin(), rows_.terms.end(), 0.0);
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      const double x = a[index(j)];
      k_[index(i)] -= value * x;
      rows_.terms[index(i)] +=
          std::fabs(value) * std::max(std::fabs(x), told_at(contract.told.unknowns, index(j)));
    });
    for (std::size_t i = 0; i < k_.size(); ++i) finish_row(i, a[i], b[i], contract);
  }

  bool is_finite() const { return remains_ == 0.0; }

  // F and J a are known to rounding, and so is what they leave. hides: (n) out, 1 in rows whose data are no more than that, which become 0. Tells whether
  // there is one.
  bool hide_data(std::span<unsigned char> hides) {
    bool any = false;
    for (std::size_t i = 0; i < k_.size(); ++i) {
      const double size = std::fabs(k_[i]);
      hides[i] =
          size > 0.0 && size < rows_.terms[i] && size <= affine::rounding_of_data * rows_.terms[i] ? 1 : 0;
      if (hides[i] != 0) k_[i] = 0.0;
      any = any || hides[i] != 0;
    }
    return any;
  }

  const affine::BoxProblem& problem() const { return problem_; }
  const affine::Rows& rows() const { return rows_; }

 private:
  void finish_row(std::size_t i, double a, double b, const MapContract& contract) {
    double& terms = rows_.terms[i];
    terms = std::max(terms + std::fabs(k_[i]), told_at(contract.told.rows, i));
    remains_ += 0.0 * terms + 0.0 * b;
    rows_.violation[i] = affine::violation_of_side(problem_.lower[i], problem_.upper[i], a, b);
    rows_.asks_for_accounts |= affine::are_unaccounted(terms, k_[i]);
  }

  std::span<double> k_;
  nsds_matrix A_;
  affine::BoxProblem problem_;
  affine::Rows rows_;
  double remains_ = 0.0;  // 0 times every number: NaN as soon as one is not finite
};

nsds_residual without_jacobian(Map& map, std::span<const double> a, std::span<const double> b) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  const double natural = natural_map(a, b, map.lower(), map.upper());
  residual.value = std::isfinite(natural) ? std::max(1.0, natural) : infinity;
  residual.complementarity = residual.value;
  if (!a.empty()) residual.worst = 0;
  return residual;
}

}  // namespace

Told told_of(const Map& map, Arena& arena) {
  const std::size_t n = map.size();
  const auto ones = [&](const double* units) {
    return units == nullptr ? nullptr : arena.take<double>(n, 1.0).data();
  };
  return {ones(map.units().z), ones(map.units().w)};
}

namespace {

// Tells whether rows hold too where all unknowns but those at bounds are that many times smaller.
bool holds_smaller(Map& map, std::span<const double> a, double factor, std::span<const unsigned char> rows,
                   const MapContract& contract, Arena& arena) {
  const std::span<double> smaller = arena.take<double>(a.size()), b = arena.take<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double l = map.lower()[i], u = map.upper()[i];
    smaller[i] = a[i] == l || a[i] == u ? a[i] : std::clamp(factor * a[i], l, u);
  }
  if (!map.evaluate(smaller, b) || !map.linearise(smaller, b)) return false;
  const Touching touching(map, smaller, b, contract, arena);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != 0 && !(touching.rows().backward_error(static_cast<std::int32_t>(i)) <= contract.tolerance))
      return false;
  return true;
}

// Rows whose data are hidden by the rounding of their terms may have none: then they hold at any size of the unknowns. Or the unknowns have run away
// from them.
bool holds_at_any_size(Map& map, std::span<const double> a, std::span<const unsigned char> rows,
                       const MapContract& contract, Arena& arena) {
  for (const int exponent : {-20, -40, -60})
    if (!holds_smaller(map, a, std::ldexp(1.0, exponent), rows, contract, arena)) return false;
  return true;
}

}  // namespace

nsds_residual judge(Map& map, std::span<const double> a, std::span<const double> b,
                    const MapContract& contract, Arena& arena) {
  if (!map.linearise(a, b)) return without_jacobian(map, a, b);
  const Arena::Mark mark = arena.mark();
  Touching touching(map, a, b, contract, arena);
  nsds_residual residual;
  if (touching.is_finite()) {
    const affine::Contract as_affine{.arena = arena,
                                     .has_objective = contract.objective != nullptr,
                                     .tolerance = contract.tolerance,
                                     .objective = contract.objective};
    const auto judge_rows = [&] {
      return affine::judge_rows(touching.problem(), as_affine, a.data(), b.data(), touching.rows());
    };
    residual = judge_rows();
    const std::span<unsigned char> hides = arena.take<unsigned char>(a.size());
    if (residual.value >= 1.0 && touching.hide_data(hides)) {
      const nsds_residual without_data = judge_rows();
      if (without_data.value <= contract.tolerance && holds_at_any_size(map, a, hides, contract, arena))
        residual = without_data;
    }
  } else {
    residual = without_jacobian(map, a, b);
  }
  arena.rewind(mark);
  return residual;
}

double rank(Map& map, std::span<const double> a, std::span<const double> b, const MapContract& contract,
            Arena& arena) {
  const double natural = natural_map(a, b, map.lower(), map.upper());
  const nsds_residual judged = judge(map, a, b, contract, arena);
  if (judged.value <= contract.tolerance) return judged.value;
  return std::max(natural, 2.0 * contract.tolerance);
}

}  // namespace nsds::numerics::nonlinear

#include "affine/row_residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "affine/box_problem.hpp"
#include "affine/equilibrium.hpp"
#include "core/disjoint_sets.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double noise_of_a_row = 1e3 * epsilon;  // times n, of what its terms might be
constexpr double most_noise = 1e-9;
constexpr double negligible = 1e-13;  // of the terms of a row: nothing is asked about it
// A row that is violated by more than this part of the data has not been solved, however large its terms are.
constexpr double part_of_data = 1e-3;
constexpr double too_much_rounding = 1e-7;  // rounding from this part of the data on
constexpr double rounded_zero = 1e-12;      // a right-hand side, of the largest entry of its row

// 0 / 0 is a row without terms that holds.
double ratio(double part, double whole) {
  return part == 0.0 ? 0.0 : part / whole;
}

double bound_of(const BoxProblem& problem, std::int32_t i, double w) {
  return w > 0.0 ? problem.lower[i] : problem.upper[i];
}

class Measured {
 public:
  Measured(const BoxProblem& problem, RowMeasure& measure, const double* z, double* w, double* first)
      : problem_(problem),
        measure_(measure),
        n_(problem.map.n),
        noise_(std::min(noise_of_a_row * n_, most_noise)),
        z_(z),
        w_(w),
        first_(first) {}

  nsds_residual residual() {
    nsds_residual_init(&found_);
    if (n_ == 0) return found_;
    found_.worst = 0;
    multiply();
    if (is_finite()) {
      find_scales();
      find_sizes();
      find_terms();
      judge_rows();
      measure_.program ? judge_gap() : judge_products();
      judge_absolutely();
      look_for_rays();
    }
    if (!is_finite_) found_.value = infinity;
    return found_;
  }

 private:
  // A part that is no number is worse than any.
  void take(double& part, double value, std::int32_t row) {
    is_finite_ = is_finite_ && value == value;
    part = std::max(part, value);
    if (!(value > found_.value)) return;
    found_.value = value;
    found_.worst = row;
  }
  double& side(std::int32_t i) { return i < problem_.primal ? found_.dual : found_.primal; }

  // w = M z + q, and the sums of the terms of each row.
  void multiply() {
    std::fill_n(first_, n_, 0.0);
    std::fill_n(w_, n_, 0.0);
    std::fill(measure_.product.begin(), measure_.product.end(), 0.0);
    std::fill(measure_.second.begin(), measure_.second.end(), 0.0);
    const std::int32_t primal = problem_.primal;
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      const double term = value * z_[j];
      if (j < primal) {
        measure_.product[index(i)] += term;
        first_[i] += std::fabs(term);
      } else {
        w_[i] += term;
        measure_.second[index(i)] += std::fabs(term);
      }
    });
    for (std::int32_t i = 0; i < n_; ++i) w_[i] = problem_.map.q[i] + measure_.product[index(i)] + w_[i];
  }

  bool is_finite() {
    double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
    for (std::int32_t i = 0; i < n_; ++i)
      remains += 0.0 * z_[i] + 0.0 * w_[i] + 0.0 * first_[i] + 0.0 * measure_.second[index(i)];
    return is_finite_ = remains == 0.0;
  }

  // Once a call.
  void find_scales() {
    if (std::exchange(measure_.scaled, true)) return;
    find_groups();
    equilibrate_by_means(problem_.map.M, measure_.row_scale, measure_.col_scale, measure_.arena);
    // A right-hand side of rounding says nothing of the size of a solution.
    std::fill(measure_.row_norm.begin(), measure_.row_norm.end(), 0.0);
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t, double value) {
      measure_.row_norm[index(i)] = std::max(measure_.row_norm[index(i)], std::fabs(value));
    });
    std::fill(measure_.right.begin(), measure_.right.end(), 0.0);
    for (std::int32_t i = 0; i < n_; ++i) {
      const double right = std::fabs(problem_.map.q[i]);
      if (right <= rounded_zero * measure_.row_norm[index(i)]) continue;
      double& largest = measure_.right[index(measure_.group[index(i)])];
      largest = std::max(largest, right * measure_.row_scale[index(i)]);
    }
    std::fill(measure_.row_norm.begin(), measure_.row_norm.end(), 0.0);
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      double& norm = measure_.row_norm[index(i)];
      norm = std::max(norm, std::fabs(value) * measure_.col_scale[index(j)]);
    });
  }

  // Numbers the connected parts of the graph of rows and columns, whose edges are the entries. A column without entries
  // is in the part of the row of its diagonal.
  void find_groups() {
    const Arena::Mark mark = measure_.arena.mark();
    DisjointSets sets(2 * index(n_), measure_.arena);
    const std::span<unsigned char> has_entries = measure_.arena.take<unsigned char>(index(n_), 0);
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      if (value == 0.0) return;
      sets.unite(i, n_ + j);
      has_entries[index(j)] = 1;
    });
    for (std::int32_t j = 0; j < n_; ++j)
      if (has_entries[index(j)] == 0) sets.unite(j, n_ + j);
    sets.number(measure_.group);
    measure_.arena.rewind(mark);
  }

  std::size_t group_of_row(std::int32_t i) const { return index(measure_.group[index(i)]); }
  std::size_t group_of_column(std::int32_t j) const { return index(measure_.group[index(n_ + j)]); }

  // Of the unknowns, the multipliers and the bounds that they stand at, in each group.
  void find_sizes() {
    std::fill(measure_.largest.begin(), measure_.largest.end(), 0.0);
    std::fill(measure_.at_bounds.begin(), measure_.at_bounds.end(), 0.0);
    largest_ = 0.0;
    for (std::int32_t j = 0; j < n_; ++j) {
      largest_ = std::max(largest_, std::fabs(z_[j]));
      const std::size_t group = group_of_column(j);
      const double size = std::fabs(z_[j]) / measure_.col_scale[index(j)];
      double& largest = measure_.largest[j < problem_.primal ? group : index(n_) + group];
      largest = std::max(largest, size);
      if (z_[j] == problem_.lower[j] || z_[j] == problem_.upper[j])
        measure_.at_bounds[group] = std::max(measure_.at_bounds[group], size);
    }
  }

  double data(std::size_t group) const { return std::max(measure_.right[group], measure_.at_bounds[group]); }

  // In the units of its group, as far as row i sees it. Rows of constraints have entries in the columns of unknowns alone.
  double size_of_point(std::int32_t i) const {
    const std::size_t group = group_of_row(i);
    const double multipliers = i < problem_.primal ? measure_.largest[index(n_) + group] : 0.0;
    return std::max(measure_.largest[group], multipliers);
  }

  // Terms that vanish leave a row to rounding, which is measured against what the terms might have been (Arioli,
  // Demmel, Duff 1989). A group without data has the solution zero, and no units: what is left in it is measured against
  // the whole point, in the units given.
  void find_terms() {
    for (std::int32_t i = 0; i < n_; ++i) {
      const std::size_t k = index(i);
      double& terms = measure_.terms[k];
      terms = std::max({std::fabs(problem_.map.q[i]), first_[i], measure_.second[k]});
      const double size =
          data(group_of_row(i)) == 0.0 ? largest_ : std::max(size_of_point(i), data(group_of_row(i)));
      const double possible = measure_.row_norm[k] * size;
      if (terms < noise_ * possible) terms = possible;
    }
  }

  double violation_of_bounds(std::int32_t i) const {
    const bool below = z_[i] < problem_.lower[i];
    if (!below && !(z_[i] > problem_.upper[i])) return 0.0;
    const double bound = below ? problem_.lower[i] : problem_.upper[i];
    const double size = std::max(std::fabs(bound), std::fabs(z_[i]));
    const std::size_t group = group_of_column(i);
    const double possible = std::max(measure_.largest[group], data(group)) * measure_.col_scale[index(i)];
    return ratio(std::fabs(z_[i] - bound), size < noise_ * possible ? possible : size);
  }

  void judge_rows() {
    for (std::int32_t i = 0; i < n_; ++i) {
      const double terms = measure_.terms[index(i)];
      take(found_.primal, violation_of_bounds(i), i);
      take(side(i), ratio(uncarried(problem_, i, w_[i]), terms), i);
      found_.roundoff_floor = std::max(found_.roundoff_floor, epsilon * ratio(sum_of_terms(i), terms));
    }
  }

  double sum_of_terms(std::int32_t i) const {
    return std::fabs(problem_.map.q[i]) + first_[i] + measure_.second[index(i)];
  }

  // The duality gap, and what the violations of rows would add to it at the prices of their multipliers.
  void judge_gap() {
    double linear = 0.0, quadratic = 0.0, rows = 0.0, noise = 0.0, rounding = 0.0;
    for (std::int32_t i = 0; i < n_; ++i) {
      noise = std::max(noise, std::fabs(z_[i]) * measure_.terms[index(i)]);
      rounding += std::fabs(z_[i]) * sum_of_terms(i);
      if (i < problem_.primal) {
        linear += problem_.map.q[i] * z_[i];
        quadratic += measure_.product[index(i)] * z_[i];
      } else {
        rows -= problem_.map.q[i] * z_[i];
      }
    }
    double whole = std::max({std::fabs(linear), std::fabs(quadratic), std::fabs(rows)});
    double gap = 0.0, price = 0.0, bounds = 0.0;
    for (std::int32_t i = 0; i < n_; ++i) {
      const double bound = bound_of(problem_, i, w_[i]);
      if (i >= problem_.primal) {
        gap += w_[i] * z_[i];
        price += std::fabs(z_[i]) * uncarried(problem_, i, w_[i]);
      } else if (leans_on_its_bound(i, bound, whole)) {
        gap += w_[i] * (z_[i] - bound);
        bounds += w_[i] * bound;
      } else {
        gap += w_[i] * z_[i];
        price += std::fabs(w_[i] * z_[i]);
        take(found_.dual, ratio(std::fabs(w_[i]), measure_.terms[index(i)]), i);
      }
    }
    whole = std::max(whole, std::fabs(bounds));
    if (whole < noise_ * noise) whole = noise;
    take(found_.complementarity, ratio(std::fabs(gap) + price, whole), found_.worst);
    found_.roundoff_floor = std::max(found_.roundoff_floor, epsilon * ratio(rounding, whole));
  }

  // A gradient of rounding does not lean on a bound that is far away, which would cost it its distance.
  bool leans_on_its_bound(std::int32_t i, double bound, double whole) const {
    if (w_[i] == 0.0 || bound == infinity || bound == -infinity) return false;
    const double cost = ratio(std::fabs(w_[i] * (z_[i] - bound)), whole);
    const double stationary =
        std::max(ratio(std::fabs(w_[i]), measure_.terms[index(i)]), ratio(std::fabs(w_[i] * z_[i]), whole));
    return !(stationary < cost);
  }

  double distance(std::int32_t i) const {
    return w_[i] > 0.0 ? z_[i] - problem_.lower[i] : problem_.upper[i] - z_[i];
  }
  // Tells whether w_i would be carried by a bound that z_i is not at.
  bool is_apart(std::int32_t i) const {
    return w_[i] != 0.0 && uncarried(problem_, i, w_[i]) == 0.0 && distance(i) > 0.0;
  }

  // Rows that hold with equality are complementary, and so are unknowns so near to their bounds that no row feels it.
  void judge_products() {
    bool in_doubt = false;
    for (std::int32_t i = 0; i < n_; ++i)
      in_doubt = in_doubt || (is_apart(i) && std::fabs(w_[i]) > negligible * measure_.terms[index(i)]);
    if (in_doubt) find_reach();
    for (std::int32_t i = 0; i < n_; ++i) {
      if (!is_apart(i)) continue;
      const double row = ratio(std::fabs(w_[i]), measure_.terms[index(i)]);
      take(found_.complementarity, in_doubt ? std::min(row, distance(i) * measure_.reach[index(i)]) : row, i);
    }
    has_reach_ = in_doubt;
  }

  void find_reach() {
    std::fill(measure_.reach.begin(), measure_.reach.end(), 0.0);
    for_each_entry(problem_.map.M, [&](std::int32_t i, std::int32_t j, double value) {
      measure_.reach[index(j)] =
          std::max(measure_.reach[index(j)], ratio(std::fabs(value), measure_.terms[index(i)]));
    });
  }

  void judge_absolutely() {
    if (measure_.absolute == 0.0) return;
    const AbsoluteResidual seen = absolute_residual(problem_, measure_.units, z_, w_);
    take(found_.primal, measure_.absolute * seen.primal, found_.worst);
    take(found_.dual, measure_.absolute * seen.dual, found_.worst);
    take(found_.complementarity, measure_.absolute * seen.gap, found_.worst);
  }

  // What row i is short of holding.
  double missed(std::int32_t i) const {
    if (measure_.program || !is_apart(i)) return uncarried(problem_, i, w_[i]);
    const double row = ratio(std::fabs(w_[i]), measure_.terms[index(i)]);
    return !has_reach_ || row <= distance(i) * measure_.reach[index(i)] ? std::fabs(w_[i]) : 0.0;
  }

  // A row that holds relative to its terms, and not relative to the data, is one of a point that has run away: so far that
  // what is left of the row is a part of the data, or that rounding is.
  void look_for_rays() {
    if (found_.value > part_of_data) return;
    for (std::int32_t i = 0; i < n_; ++i) {
      const double known = data(group_of_row(i));
      if (known == 0.0) continue;  // every multiple of a solution is one
      const double left = missed(i);
      const double right = std::fabs(problem_.map.q[i]);
      if (left > std::max(part_of_data * right, 1e-12 * measure_.terms[index(i)])) {
        const double part = left * measure_.row_scale[index(i)] / known;
        if (part > part_of_data) take(side(i), part, i);
      }
      const double rounding = epsilon * size_of_point(i) / known;
      if (rounding > too_much_rounding) take(side(i), rounding, i);
    }
  }

  const BoxProblem& problem_;
  RowMeasure& measure_;
  std::int32_t n_;
  double noise_;  // of what the terms of a row might be, below which they are rounding
  const double* z_;
  double* w_;
  double* first_;  // sum of |M_ij z_j| over the columns of unknowns
  nsds_residual found_{};
  double largest_ = 0.0;  // of the whole point, in the units given
  bool is_finite_ = true;
  bool has_reach_ = false;
};

}  // namespace

AbsoluteResidual absolute_residual(const BoxProblem& problem, const CallerUnits& units, const double* z,
                                   const double* w) {
  AbsoluteResidual found;
  double gap = 0.0;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double unit = units.unknowns.empty() ? 1.0 : units.unknowns[index(i)];
    const double free = uncarried(problem, i, w[i]);
    double& part = i < problem.primal ? found.dual : found.primal;
    part = std::max(part, free * units.product / unit);
    if (i < problem.primal)
      found.primal =
          std::max({found.primal, (problem.lower[i] - z[i]) * unit, (z[i] - problem.upper[i]) * unit});
    gap += w[i] * (w[i] != 0.0 && free == 0.0 ? z[i] - bound_of(problem, i, w[i]) : z[i]);
    if (i < problem.primal) found.objective += z[i] * problem.map.q[i];
  }
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i < problem.primal && j < problem.primal) found.objective += 0.5 * z[i] * value * z[j];
  });
  found.gap = std::fabs(gap) * units.product;
  found.objective *= units.product;
  return found;
}

nsds_residual row_residual(const BoxProblem& problem, RowMeasure& measure, const double* z, double* w,
                           double* magnitude) {
  return Measured(problem, measure, z, w, magnitude).residual();
}

}  // namespace nsds::numerics::affine

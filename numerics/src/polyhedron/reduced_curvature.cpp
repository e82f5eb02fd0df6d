#include "polyhedron/reduced_curvature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/eigenvalues.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::polyhedron {
namespace {

using analysis::Negative;

constexpr std::size_t most_free = 300;                     // unknowns between their bounds
constexpr std::size_t most_entries = 10000000;             // of A and C as they are written out
constexpr double rounding_of_eigenvalues = 1e3 * epsilon;  // times the order, of the largest entry
constexpr double along_the_row = 1e-12;  // of the direction: less does not lead to its boundary

// Rows r'z - k of A and C at a point.
struct Constraints {
  std::vector<double> entries;  // (rows x n), row by row
  std::vector<double> value, terms;

  Constraints(const Problem& given, const double* z)
      : entries(index(given.inequalities + given.equalities) * index(given.size), 0.0),
        value(index(given.inequalities + given.equalities)),
        terms(value.size()) {
    const std::size_t m = index(given.inequalities), n = index(given.size);
    for (std::size_t i = 0; i < value.size(); ++i) {
      value[i] = -(i < m ? given.b[i] : given.d[i - m]);
      terms[i] = std::fabs(value[i]);
    }
    const auto add = [&](std::size_t row, std::int32_t j, double entry) {
      entries[row * n + index(j)] += entry;
      value[row] += entry * z[j];
      terms[row] += std::fabs(entry * z[j]);
    };
    if (given.inequalities > 0)
      for_each_entry(*given.A, [&](std::int32_t i, std::int32_t j, double a) { add(index(i), j, a); });
    if (given.equalities > 0)
      for_each_entry(*given.C, [&](std::int32_t i, std::int32_t j, double c) { add(m + index(i), j, c); });
  }
};

class Reduction {
 public:
  Reduction(const Problem& given, const double* z) : given_(given), n_(index(given.size)) {
    for (std::size_t j = 0; j < n_; ++j) {
      const bool stands = (given.lower != nullptr && z[j] == given.lower[j]) ||
                          (given.upper != nullptr && z[j] == given.upper[j]);
      if (!stands) free_.push_back(j);
    }
    if (is_small()) normals_.assign(free_.size() * free_.size(), 0.0);
  }

  bool is_small() const { return free_.size() <= most_free; }

  void add_normal(const double* row) {
    double square = 0.0;
    for (const std::size_t j : free_) square += row[j] * row[j];
    if (!is_unit(square)) return;
    const std::size_t f = free_.size();
    for (std::size_t a = 0; a < f; ++a)
      for (std::size_t b = 0; b < f; ++b) normals_[a * f + b] += row[free_[a]] * row[free_[b]] / square;
    ++count_;
  }

  ReducedCurvature look() {
    const auto f = static_cast<std::int32_t>(free_.size());
    if (f == 0) return {Negative::no, {}};
    if (!find_null_space(f)) return {};
    if (null_ == 0) return {Negative::no, {}};
    reduce();
    std::vector<double> values;
    if (!analysis::eigenvalues_of(static_cast<std::int32_t>(null_), true, reduced_, values)) return {};
    if (!(values.front() < -rounding_of_eigenvalues * static_cast<double>(n_) * largest_))
      return {Negative::no, {}};
    return {Negative::yes, lift()};
  }

 private:
  // Those of the eigenvectors of N'N, N the normals of length one, whose eigenvalue is rounding.
  bool find_null_space(std::int32_t f) {
    std::vector<double> values;
    if (!analysis::eigenvalues_of(f, true, normals_, values)) return false;
    const double lost = epsilon * f * std::max<double>(1.0, static_cast<double>(count_));
    while (null_ < values.size() && values[null_] <= 10.0 * lost) ++null_;
    return true;
  }

  // Z'Q Z, Z the basis of the null space that normals_ begins with.
  void reduce() {
    const std::size_t f = free_.size();
    std::vector<std::size_t> place(n_, f);
    for (std::size_t a = 0; a < f; ++a) place[free_[a]] = a;
    std::vector<double> QZ(f * null_, 0.0);
    for_each_entry(*given_.Q, [&](std::int32_t i, std::int32_t j, double value) {
      const std::size_t a = place[index(i)], b = place[index(j)];
      if (a == f || b == f) return;
      largest_ = std::max(largest_, std::fabs(value));
      for (std::size_t k = 0; k < null_; ++k) QZ[k * f + a] += value * normals_[k * f + b];
    });
    reduced_.assign(null_ * null_, 0.0);
    for (std::size_t k = 0; k < null_; ++k)
      for (std::size_t l = 0; l < null_; ++l)
        for (std::size_t a = 0; a < f; ++a)
          reduced_[k * null_ + l] +=
              0.5 * (normals_[k * f + a] * QZ[l * f + a] + normals_[l * f + a] * QZ[k * f + a]);
  }

  // The direction of the first eigenvector of the reduced matrix.
  std::vector<double> lift() const {
    std::vector<double> direction(n_, 0.0);
    const std::size_t f = free_.size();
    for (std::size_t k = 0; k < null_; ++k)
      for (std::size_t a = 0; a < f; ++a) direction[free_[a]] += reduced_[k] * normals_[k * f + a];
    return direction;
  }

  const Problem& given_;
  std::size_t n_;
  std::vector<std::size_t> free_;  // unknowns between their bounds
  std::vector<double> normals_;    // N'N, then its eigenvectors
  std::size_t count_ = 0;          // of normals
  std::size_t null_ = 0;           // dimension of the null space
  std::vector<double> reduced_;
  double largest_ = 0.0;  // entry of Q between free unknowns
};

}  // namespace

ReducedCurvature reduced_curvature(const Problem& given, const double* z, const double* multipliers,
                                   double tolerance) {
  const std::size_t m = index(given.inequalities), n = index(given.size);
  if ((m + index(given.equalities)) * n > most_entries) return {};
  const Constraints constraints(given, z);
  Reduction reduction(given, z);
  if (!reduction.is_small()) return {};
  for (std::size_t i = 0; i < constraints.value.size(); ++i) {
    const bool holds = i >= m || (multipliers != nullptr && multipliers[i] > 0.0) ||
                       constraints.value[i] <= tolerance * constraints.terms[i];
    if (holds) reduction.add_normal(constraints.entries.data() + i * n);
  }
  return reduction.look();
}

double step_to_boundary(const Problem& given, const double* z, std::span<const double> direction) {
  double step = infinity;
  for (std::size_t j = 0; j < direction.size(); ++j) {
    const double d = direction[j];
    if (std::fabs(d) <= along_the_row) continue;
    if (d < 0.0 && given.lower != nullptr) step = std::min(step, (given.lower[j] - z[j]) / d);
    if (d > 0.0 && given.upper != nullptr) step = std::min(step, (given.upper[j] - z[j]) / d);
  }
  const Constraints constraints(given, z);
  for (std::int32_t i = 0; i < given.inequalities; ++i) {
    const double* const row = constraints.entries.data() + index(i) * direction.size();
    double slope = 0.0, size = 0.0;
    for (std::size_t j = 0; j < direction.size(); ++j) {
      slope += row[j] * direction[j];
      size = std::max(size, std::fabs(row[j]));
    }
    if (slope < -1e4 * along_the_row * size)
      step = std::min(step, std::max(0.0, constraints.value[index(i)]) / -slope);
  }
  return step;
}

}  // namespace nsds::numerics::polyhedron

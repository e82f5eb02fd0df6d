// After pivots on the indices a, the diagonal entry i of the Schur complement M / M_aa is det M_bb / det
// M_aa, b = a + {i}: where all minors on the way were positive its sign is that of the minor.
#include "analysis/minors.hpp"

#include <cmath>
#include <limits>

#include "analysis/small_inverse.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::analysis {
namespace {

constexpr double tiny = std::numeric_limits<double>::min();  // for underflow
constexpr double slack = 1.01;                               // for the rounding of the bounds themselves

BoundedMatrix exact(const std::vector<double>& M, std::int32_t n) {
  return {n, M, std::vector<double>(M.size(), 0.0)};
}

// out = the Schur complement of the rows and columns after j with respect to the entry (j, j) > 0, whose
// error is below it. With c = a - l b, l = d / p, first the errors of what goes in, then the rounding of each
// operation: |dl| <= (|dd| + |l| |dp|) / (p - |dp|) + epsilon |l|,
//            |dc| <= |da| + |dl| |b| + (|l| + |dl|) |db| + epsilon (|l b| + |c|).
void eliminate(const BoundedMatrix& A, std::int32_t j, BoundedMatrix& out) {
  out.n = A.n - j - 1;
  const double p = A.value[A.at(j, j)], dp = A.error[A.at(j, j)];
  const double* const b = A.value.data() + A.at(j, j + 1);
  const double* const db = A.error.data() + A.at(j, j + 1);
  for (std::int32_t row = 0; row < out.n; ++row) {
    const std::size_t left = A.at(j + 1 + row, j), from = left + 1, to = out.at(row, 0);
    const double l = A.value[left] / p;
    const double dl = (A.error[left] + std::fabs(l) * dp) / (p - dp) + epsilon * std::fabs(l) + tiny;
    const bool left_zero = A.value[left] == 0.0 && A.error[left] == 0.0;
    for (std::size_t k = 0; k < index(out.n); ++k) {
      const double a = A.value[from + k], da = A.error[from + k];
      if (left_zero || (b[k] == 0.0 && db[k] == 0.0)) {  // nothing is subtracted, and nothing rounded
        out.value[to + k] = a;
        out.error[to + k] = da;
        continue;
      }
      const double term = l * b[k], c = a - term;
      out.value[to + k] = c;
      out.error[to + k] = da + dl * std::fabs(b[k]) + (std::fabs(l) + dl) * db[k] +
                          epsilon * (std::fabs(term) + std::fabs(c)) + tiny;
    }
  }
}

// Column-major.
std::vector<double> principal_submatrix(const BoundedMatrix& M, const std::vector<std::int32_t>& rows) {
  std::vector<double> A;
  A.reserve(rows.size() * rows.size());
  for (const std::int32_t j : rows)
    for (const std::int32_t i : rows) A.push_back(M.value[M.at(i, j)]);
  return A;
}

// Certainly. M is exact.
bool has_negative_minor(const BoundedMatrix& M, const std::vector<std::int32_t>& rows,
                        SmallInverse& inverse) {
  const std::vector<double> A = principal_submatrix(M, rows);
  return inverse.compute(A.data(), rows.size()) && inverse.sign() < 0;
}

// The Schur complement M / M_aa on the rows b that come after all of a, from M itself: C = M_bb - M_ba X,
// X = M_aa^-1 M_ab. Its bounds grow with the condition of M_aa, not with the number of steps.
class DirectComplement {
 public:
  explicit DirectComplement(const BoundedMatrix& M) : M_(M) {}

  // first: the first row of b. out: of the size of b; stays as it was where M_aa may be singular.
  void compute(const std::vector<std::int32_t>& a, std::int32_t first, BoundedMatrix& out) {
    A_ = principal_submatrix(M_, a);
    if (!inverse_.compute(A_.data(), a.size())) return;
    right_.resize(a.size());
    x_.resize(a.size());
    for (std::int32_t column = 0; column < out.n; ++column) {
      for (std::size_t k = 0; k < a.size(); ++k) right_[k] = M_.value[M_.at(a[k], first + column)];
      const double dx = inverse_.solve(A_.data(), right_.data(), x_.data());
      for (std::int32_t row = 0; row < out.n; ++row) subtract(a, first, row, column, dx, out);
    }
  }

 private:
  // Computes one entry of C. dx: a bound on the error of X in this column.
  void subtract(const std::vector<std::int32_t>& a, std::int32_t first, std::int32_t row, std::int32_t column,
                double dx, BoundedMatrix& out) const {
    double c = M_.value[M_.at(first + row, first + column)], magnitude = std::fabs(c), left = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double entry = M_.value[M_.at(first + row, a[k])];
      const double term = entry * x_[k];
      c -= term;
      magnitude += std::fabs(term);
      left += std::fabs(entry);
    }
    out.value[out.at(row, column)] = c;
    out.error[out.at(row, column)] =
        dx * left + static_cast<double>(a.size() + 2) * epsilon * magnitude + tiny;
  }

  const BoundedMatrix& M_;
  SmallInverse inverse_;
  std::vector<double> A_, right_, x_;
};

// [Tsatsomeros, Li 2000, BIT 40, 437-442, algorithm P(A)]: A is P where its first diagonal entry is positive
// and both A without its first row and column and the Schur complement of that entry are P.
class Recursion {
 public:
  Recursion(const std::vector<double>& M, std::int32_t n) : M_(exact(M, n)), levels_(index(n)) {
    levels_[0] = M_;
    for (std::int32_t depth = 1; depth < n; ++depth) {
      const std::size_t entries = index(n - depth) * index(n - depth);
      levels_[index(depth)] = {n - depth, std::vector<double>(entries), std::vector<double>(entries)};
    }
  }

  // first: the index in M of the first row of the matrix at this depth.
  void visit(std::size_t depth, std::int32_t first) {
    BoundedMatrix& A = levels_[depth];
    const std::int32_t n = A.n;
    bool fresh = depth == 0;
    for (std::int32_t j = 0; j < n && found_.indices.empty(); ++j) {
      if (!fresh && A.sign(j) == Sign::unknown) {
        compute_anew(A, first);
        fresh = true;
      }
      const Sign sign = A.sign(j);
      path_.push_back(first + j);
      if (sign == Sign::not_positive) found_.indices = path_;
      if (sign == Sign::unknown) search_beyond(first + j);
      if (sign == Sign::positive && j + 1 < n) {
        eliminate(A, j, levels_[depth + 1]);
        visit(depth + 1, first + j + 1);
      }
      path_.pop_back();
    }
  }

  const MinorSearch& found() const { return found_; }

 private:
  // Computes the matrix of this depth anew, free of the errors gathered on the way to it; only so often.
  void compute_anew(BoundedMatrix& A, std::int32_t first) {
    if (computed_anew_++ < most_computed_anew) direct_.compute(path_, first, A);
  }

  // The minors on the path and some rows after last, which no elimination leads to.
  void search_beyond(std::int32_t last) {
    found_.unknown = true;
    const std::int32_t later = M_.n - last - 1;
    std::vector<std::int32_t> rows;
    for (std::uint32_t mask = 1; mask < 1U << later && found_.indices.empty(); ++mask) {
      if (computed_anew_++ >= most_computed_anew) return;
      rows = path_;
      for (std::int32_t k = 0; k < later; ++k)
        if ((mask >> k & 1U) != 0) rows.push_back(last + 1 + k);
      if (has_negative_minor(M_, rows, inverse_)) found_.indices = rows;
    }
  }

  static constexpr std::int64_t most_computed_anew = 20000;

  BoundedMatrix M_;
  SmallInverse inverse_;
  DirectComplement direct_{M_};
  std::int64_t computed_anew_ = 0;
  std::vector<BoundedMatrix> levels_;  // of the path from M down; level k has at most n - k rows
  std::vector<std::int32_t> path_;
  MinorSearch found_;
};

}  // namespace

Sign BoundedMatrix::sign(std::int32_t j) const {
  const double p = value[at(j, j)], dp = slack * error[at(j, j)];
  if (p > dp) return Sign::positive;
  return p < -dp || (p == 0.0 && dp == 0.0) ? Sign::not_positive : Sign::unknown;
}

MinorSearch search_all_minors(const std::vector<double>& M, std::int32_t n) {
  if (n == 0) return {};
  Recursion recursion(M, n);
  recursion.visit(0, 0);
  return recursion.found();
}

MinorSearch search_leading_minors(const std::vector<double>& M, std::int32_t n) {
  BoundedMatrix A = exact(M, n), next = A;
  std::vector<std::int32_t> leading;
  for (std::int32_t k = 0; k < n; ++k) {
    leading.push_back(k);
    const Sign sign = A.sign(0);
    if (sign == Sign::not_positive) return {leading, false};
    if (sign == Sign::unknown) return {{}, true};
    eliminate(A, 0, next);
    std::swap(A, next);
  }
  return {};
}

MinorSearch search_minors_of_pairs(const std::vector<double>& M, std::int32_t n) {
  const auto entry = [&](std::int32_t i, std::int32_t j) { return M[index(j) * index(n) + index(i)]; };
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t i = 0; i < j; ++i) {
      const double straight = entry(i, i) * entry(j, j), crossed = entry(i, j) * entry(j, i);
      if (straight - crossed < -2.0 * epsilon * (std::fabs(straight) + std::fabs(crossed)) - tiny)
        return {{i, j}, false};
    }
  }
  return {};
}

}  // namespace nsds::numerics::analysis

#include "support/row_judge.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Columns = Eigen::SparseMatrix<double>;
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double over(double part, double whole) {
  return part == 0.0 ? 0.0 : part / whole;
}

template <class Matrix, class Function>
void for_entries(const Matrix& matrix, Index outer, const Function& function) {
  for (typename Matrix::InnerIterator entry(matrix, outer); entry; ++entry)
    function(entry.index(), entry.value());
}

// Entries of a block of K from row and column on, without those that are zero.
void place(const Columns& block, Index row, Index column, bool transposed, double factor,
           std::vector<Eigen::Triplet<double>>& entries) {
  for (Index j = 0; j < block.outerSize(); ++j)
    for_entries(block, j, [&](Index i, double value) {
      if (value == 0.0) return;
      const Index to_row = row + (transposed ? j : i), to_column = column + (transposed ? i : j);
      entries.emplace_back(static_cast<int>(to_row), static_cast<int>(to_column), factor * value);
    });
}

// The conditions of optimality: K x + k, x = (z, multipliers) over low <= x <= high.
struct Conditions {
  Columns K;
  VectorXd k, low, high;
  Index unknowns;
};

Conditions conditions_of(const JudgedProblem& problem) {
  const Index n = problem.q.size(), m = problem.b.size(), e = problem.d.size();
  Conditions made{Columns(n + m + e, n + m + e), VectorXd(n + m + e), VectorXd(n + m + e),
                  VectorXd::Constant(n + m + e, infinity), n};
  std::vector<Eigen::Triplet<double>> entries;
  place(problem.M, 0, 0, false, 1.0, entries);
  place(problem.A, 0, n, true, -1.0, entries);
  place(problem.A, n, 0, false, 1.0, entries);
  place(problem.C, 0, n + m, true, -1.0, entries);
  place(problem.C, n + m, 0, false, 1.0, entries);
  made.K.setFromTriplets(entries.begin(), entries.end());
  made.k << problem.q, -problem.b, -problem.d;
  made.low << problem.lower, VectorXd::Zero(m), VectorXd::Constant(e, -infinity);
  made.high.head(n) = problem.upper;
  return made;
}

// The connected part of each row, and of each column behind them. A column without entries is in that of its row.
std::vector<Index> parts_of(const Columns& K) {
  const Index n = K.rows();
  std::vector<Index> part(static_cast<std::size_t>(2 * n));
  std::iota(part.begin(), part.end(), Index{0});
  const auto root = [&part](Index k) {
    while (part[static_cast<std::size_t>(k)] != k) {
      Index& up = part[static_cast<std::size_t>(k)];
      k = up = part[static_cast<std::size_t>(up)];
    }
    return k;
  };
  for (Index j = 0; j < n; ++j) {
    if (K.innerVector(j).nonZeros() == 0) part[static_cast<std::size_t>(root(n + j))] = root(j);
    for_entries(K, j, [&](Index i, double) { part[static_cast<std::size_t>(root(i))] = root(n + j); });
  }
  for (Index k = 0; k < 2 * n; ++k) part[static_cast<std::size_t>(k)] = root(k);
  return part;
}

// Units of rows and columns: the least squares solution of log |K_ij| + r_i + c_j = 0. Where units may be exchanged
// between the rows and the columns of a part any solution serves.
void equilibrate(const Columns& K, VectorXd& rows, VectorXd& columns) {
  const Index n = K.rows(), entries = K.nonZeros();
  std::vector<Eigen::Triplet<double>> ones;
  VectorXd right(entries);
  for (Index j = 0; j < n; ++j)
    for_entries(K, j, [&](Index i, double value) {
      const int next = static_cast<int>(ones.size() / 2);
      ones.emplace_back(next, static_cast<int>(i), 1.0);
      ones.emplace_back(next, static_cast<int>(n + j), 1.0);
      right[next] = -std::log(std::fabs(value));
    });
  Columns equations(entries, 2 * n);
  equations.setFromTriplets(ones.begin(), ones.end());
  VectorXd logarithms = VectorXd::Zero(2 * n);
  if (entries > 0) {
    Eigen::LeastSquaresConjugateGradient<Columns> gradients;
    gradients.setTolerance(1e-12);
    gradients.setMaxIterations(5000);
    logarithms = gradients.compute(equations).solve(right);
  }
  rows = logarithms.head(n).array().exp();
  columns = logarithms.tail(n).array().exp();
  // Then largest entries are levelled.
  for (int sweep = 0; sweep < 10; ++sweep) {
    VectorXd in_row = VectorXd::Zero(n), in_column = VectorXd::Zero(n);
    for (Index j = 0; j < n; ++j)
      for_entries(K, j, [&](Index i, double value) {
        const double scaled = rows[i] * std::fabs(value) * columns[j];
        in_row[i] = std::max(in_row[i], scaled);
        in_column[j] = std::max(in_column[j], scaled);
      });
    for (Index k = 0; k < n; ++k) {
      if (in_row[k] > 0.0) rows[k] /= std::sqrt(in_row[k]);
      if (in_column[k] > 0.0) columns[k] /= std::sqrt(in_column[k]);
    }
  }
}

}  // namespace

struct RowJudge::Prepared {
  explicit Prepared(const JudgedProblem& problem)
      : made(conditions_of(problem)),
        size(made.k.size()),
        by_rows(made.K),
        part(parts_of(made.K)),
        largest_scaled(VectorXd::Zero(size)),
        objective(problem.has_objective) {
    VectorXd largest = VectorXd::Zero(size);
    equilibrate(made.K, rows, columns);
    for (Index i = 0; i < size; ++i)
      for_entries(by_rows, i, [&](Index j, double value) {
        largest[i] = std::max(largest[i], std::fabs(value));
        largest_scaled[i] = std::max(largest_scaled[i], std::fabs(value) * columns[j]);
      });
    // Right-hand sides of rounding say nothing of the size of a solution.
    right_of_part = VectorXd::Zero(2 * size);
    for (Index i = 0; i < size; ++i) {
      if (!(std::fabs(made.k[i]) > 1e-12 * largest[i])) continue;
      double& known = right_of_part[part_of_row(i)];
      known = std::max(known, std::fabs(made.k[i]) * rows[i]);
    }
  }

  Index part_of_row(Index row) const { return part[static_cast<std::size_t>(row)]; }
  Index part_of_column(Index column) const { return part[static_cast<std::size_t>(size + column)]; }

  Conditions made;
  Index size;
  Rows by_rows;
  std::vector<Index> part;
  VectorXd rows, columns;   // units
  VectorXd largest_scaled;  // entry of each row in the units of its columns
  VectorXd right_of_part;   // the largest right-hand side of each, in its units
  bool objective;
};

namespace {

// A point of one problem.
template <class Prepared>
class Judged {
 public:
  Judged(const Prepared& problem, const VectorXd& z, const VectorXd& multipliers, double leeway)
      : problem_(problem), made_(problem.made), size_(problem.size), leeway_(leeway), x_(size_) {
    x_ << z, multipliers;
    w_ = made_.K * x_ + made_.k;
    find_sizes();
    find_terms();
  }

  double value() const {
    if (!w_.allFinite()) return infinity;
    double t = 0.0;
    for (Index i = 0; i < size_; ++i) t = std::max({t, bounds(i), over(left_over(i), terms_[i])});
    if (problem_.objective) {
      t = std::max(t, gap());
    } else {
      for (Index i = 0; i < size_; ++i) t = std::max(t, product(i));
    }
    return std::max(t, ray(t));
  }

 private:
  double noise() const { return leeway_ * std::min(1e3 * static_cast<double>(size_) * epsilon, 1e-9); }

  // What is known and what was found in each part, in its units.
  void find_sizes() {
    data_ = problem_.right_of_part;
    unknowns_ = VectorXd::Zero(2 * size_);
    multipliers_ = VectorXd::Zero(2 * size_);
    for (Index j = 0; j < size_; ++j) {
      const Index part = problem_.part_of_column(j);
      const double scaled = std::fabs(x_[j]) / problem_.columns[j];
      double& largest = j < made_.unknowns ? unknowns_[part] : multipliers_[part];
      largest = std::max(largest, scaled);
      if (x_[j] == made_.low[j] || x_[j] == made_.high[j]) data_[part] = std::max(data_[part], scaled);
    }
  }
  double size_of_data(Index row) const { return data_[problem_.part_of_row(row)]; }

  // As far as row i sees it.
  double size_of_point(Index i) const {
    const Index part = problem_.part_of_row(i);
    return i < made_.unknowns ? std::max(unknowns_[part], multipliers_[part]) : unknowns_[part];
  }

  void find_terms() {
    terms_ = VectorXd::Zero(size_);
    const double whole = size_ == 0 ? 0.0 : x_.cwiseAbs().maxCoeff();
    for (Index i = 0; i < size_; ++i) {
      double first = 0.0, second = 0.0;
      for_entries(problem_.by_rows, i, [&](Index j, double value) {
        (j < made_.unknowns ? first : second) += std::fabs(value * x_[j]);
      });
      terms_[i] = std::max({std::fabs(made_.k[i]), first, second});
      const double data = size_of_data(i);
      const double size = data == 0.0 ? whole : std::max(size_of_point(i), data);
      const double possible = size * problem_.largest_scaled[i];
      if (terms_[i] < noise() * possible) terms_[i] = possible;
    }
  }

  double bound_of(Index i) const { return w_[i] > 0.0 ? made_.low[i] : made_.high[i]; }
  double left_over(Index i) const { return std::isfinite(bound_of(i)) ? 0.0 : std::fabs(w_[i]); }
  double bounds(Index i) const {
    const bool below = x_[i] < made_.low[i];
    if (!below && x_[i] <= made_.high[i]) return 0.0;
    const double bound = below ? made_.low[i] : made_.high[i];
    const Index part = problem_.part_of_column(i);
    const double possible = std::max(data_[part], unknowns_[part]) * problem_.columns[i];
    const double size = std::max(std::fabs(bound), std::fabs(x_[i]));
    return over(std::fabs(x_[i] - bound), size < noise() * possible ? possible : size);
  }

  // How far the unknown is from the bound that would carry w_i.
  double apart(Index i) const {
    if (w_[i] == 0.0 || left_over(i) > 0.0) return 0.0;
    return std::max(0.0, w_[i] > 0.0 ? x_[i] - made_.low[i] : made_.high[i] - x_[i]);
  }
  double reach(Index i) const {
    double reach = 0.0;
    for_entries(made_.K, i, [&](Index k, double value) {
      reach = std::max(reach, over(std::fabs(value) * apart(i), terms_[k]));
    });
    return reach;
  }
  double product(Index i) const {
    return apart(i) == 0.0 ? 0.0 : std::min(over(std::fabs(w_[i]), terms_[i]), reach(i));
  }

  double gap() const {
    const Index n = made_.unknowns;
    VectorXd z = x_;
    z.tail(size_ - n).setZero();
    const double quadratic = z.dot(made_.K * z);
    const double linear = made_.k.head(n).dot(x_.head(n));
    const double rows = -made_.k.tail(size_ - n).dot(x_.tail(size_ - n));
    double whole = std::max({std::fabs(linear), std::fabs(quadratic), std::fabs(rows)});
    double bounds = 0.0, price = 0.0, noisy = 0.0, stationary = 0.0;
    for (Index i = 0; i < size_; ++i) {
      noisy = std::max(noisy, std::fabs(x_[i]) * terms_[i]);
      bool leans = i < n && w_[i] != 0.0 && left_over(i) == 0.0;
      if (leans) {  // where that is cheaper than to hold the gradient to zero
        const double cost = over(std::fabs(w_[i] * (x_[i] - bound_of(i))), whole);
        leans = !(std::max(over(std::fabs(w_[i]), terms_[i]), over(std::fabs(w_[i] * x_[i]), whole)) < cost);
      }
      if (leans) {
        bounds += w_[i] * bound_of(i);
      } else if (i < n) {
        price += std::fabs(x_[i] * w_[i]);
        stationary = std::max(stationary, over(std::fabs(w_[i]), terms_[i]));
      } else {
        price += std::fabs(x_[i]) * left_over(i);
      }
    }
    whole = std::max(whole, std::fabs(bounds));
    if (whole < noise() * noisy) whole = noisy;
    return std::max(stationary, over(std::fabs(quadratic + linear - rows - bounds) + price, whole));
  }

  double ray(double t) const {
    if (t > 1e-3) return 0.0;
    double worst = 0.0;
    for (Index i = 0; i < size_; ++i) {
      const double data = size_of_data(i);
      if (data == 0.0) continue;
      double left = left_over(i);
      if (!problem_.objective && apart(i) > 0.0 && over(std::fabs(w_[i]), terms_[i]) <= reach(i))
        left = std::fabs(w_[i]);
      const bool is_left = left > std::max(1e-3 * std::fabs(made_.k[i]), 1e-12 * terms_[i]);
      const double missed = left * problem_.rows[i] / data;
      if (is_left && missed > 1e-3) worst = std::max(worst, missed);
      const double rounding = epsilon * size_of_point(i) / data;
      if (rounding > 1e-7) worst = std::max(worst, rounding);
    }
    return worst;
  }

  const Prepared& problem_;
  const Conditions& made_;
  Index size_;
  double leeway_;
  VectorXd x_, w_, terms_;
  VectorXd data_, unknowns_, multipliers_;  // the largest of each part, in its units
};

}  // namespace

RowJudge::RowJudge(const JudgedProblem& problem) : prepared_(std::make_unique<Prepared>(problem)) {}
RowJudge::~RowJudge() = default;

double RowJudge::judge(const VectorXd& z, const VectorXd& multipliers, double leeway) const {
  return Judged<Prepared>(*prepared_, z, multipliers, leeway).value();
}

double judge_rows(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers) {
  return RowJudge(problem).judge(z, multipliers);
}

double judge_box_rows(const Eigen::MatrixXd& M, const VectorXd& q, const VectorXd& lower,
                      const VectorXd& upper, const VectorXd& z) {
  const Columns none(0, q.size());
  return judge_rows({M.sparseView(), q, lower, upper, none, VectorXd(0), none, VectorXd(0), false}, z,
                    VectorXd(0));
}

}  // namespace nsds::test

#include "support/row_judge.hpp"

#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <vector>

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();

double over(double part, double whole) {
  return part == 0.0 ? 0.0 : part / whole;
}

// The conditions of optimality: K x + k, x = (z, multipliers) over low <= x <= high.
struct Conditions {
  MatrixXd K;
  VectorXd k, low, high;
  Index unknowns;
};

Conditions conditions_of(const JudgedProblem& problem) {
  const Index n = problem.q.size(), m = problem.b.size(), e = problem.d.size();
  Conditions made{MatrixXd::Zero(n + m + e, n + m + e), VectorXd(n + m + e), VectorXd(n + m + e),
                  VectorXd::Constant(n + m + e, infinity), n};
  made.K.topLeftCorner(n, n) = problem.M;
  made.K.block(0, n, n, m) = -problem.A.transpose();
  made.K.block(n, 0, m, n) = problem.A;
  made.K.block(0, n + m, n, e) = -problem.C.transpose();
  made.K.block(n + m, 0, e, n) = problem.C;
  made.k << problem.q, -problem.b, -problem.d;
  made.low << problem.lower, VectorXd::Zero(m), VectorXd::Constant(e, -infinity);
  made.high.head(n) = problem.upper;
  return made;
}

// The connected part of each row, and of each column behind them, found by spreading labels until nothing changes.
std::vector<Index> parts_of(const MatrixXd& K) {
  const Index n = K.rows();
  std::vector<Index> part(static_cast<std::size_t>(2 * n));
  for (Index k = 0; k < 2 * n; ++k)
    part[static_cast<std::size_t>(k)] = k < n || !K.col(k - n).isZero(0.0) ? k : k - n;
  for (bool changed = true; changed;) {
    changed = false;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        if (K(i, j) == 0.0) continue;
        Index& row = part[static_cast<std::size_t>(i)];
        Index& column = part[static_cast<std::size_t>(n + j)];
        if (row == column) continue;
        row = column = std::min(row, column);
        changed = true;
      }
    }
  }
  return part;
}

// Units of rows and columns: the least squares solution of log |K_ij| + r_i + c_j = 0.
void equilibrate(const MatrixXd& K, VectorXd& rows, VectorXd& columns) {
  const Index n = K.rows();
  const Index entries = (K.array() != 0.0).count();
  MatrixXd equations = MatrixXd::Zero(entries, 2 * n);
  VectorXd right(entries);
  Index next = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (K(i, j) == 0.0) continue;
      equations(next, i) = equations(next, n + j) = 1.0;
      right[next++] = -std::log(std::fabs(K(i, j)));
    }
  }
  // Where units may be exchanged between rows and columns the least norm is taken.
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(1e-9);
  const VectorXd logarithms = decomposition.compute(equations).solve(right);
  rows = logarithms.head(n).array().exp();
  columns = logarithms.tail(n).array().exp();
  // Then largest entries are levelled.
  for (int sweep = 0; sweep < 10; ++sweep) {
    const MatrixXd scaled = (rows.asDiagonal() * K * columns.asDiagonal()).cwiseAbs();
    for (Index k = 0; k < n; ++k) {
      const double row = scaled.row(k).maxCoeff(), column = scaled.col(k).maxCoeff();
      if (row > 0.0) rows[k] /= std::sqrt(row);
      if (column > 0.0) columns[k] /= std::sqrt(column);
    }
  }
}

class Judge {
 public:
  Judge(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers)
      : made_(conditions_of(problem)), size_(made_.k.size()), x_(size_), objective_(problem.has_objective) {
    x_ << z, multipliers;
    w_ = made_.K * x_ + made_.k;
    part_ = parts_of(made_.K);
    if (size_ > 0) equilibrate(made_.K, rows_, columns_);
    find_terms();
  }

  double value() const {
    double t = 0.0;
    for (Index i = 0; i < size_; ++i) t = std::max({t, bounds(i), over(left_over(i), terms_[i])});
    if (objective_) {
      t = std::max(t, gap());
    } else {
      for (Index i = 0; i < size_; ++i) t = std::max(t, product(i));
    }
    return std::max(t, ray(t));
  }

 private:
  Index part(Index row) const { return part_[static_cast<std::size_t>(row)]; }
  Index part_of_column(Index column) const { return part_[static_cast<std::size_t>(size_ + column)]; }
  double noise() const { return std::min(1e3 * static_cast<double>(size_) * epsilon, 1e-9); }

  void find_terms() {
    terms_ = VectorXd::Zero(size_);
    const Index n = made_.unknowns;
    for (Index i = 0; i < size_; ++i) {
      const VectorXd sizes = (made_.K.row(i).transpose().cwiseProduct(x_)).cwiseAbs();
      terms_[i] = std::max({std::fabs(made_.k[i]), sizes.head(n).sum(), sizes.tail(size_ - n).sum()});
      const double data = size_of_data(part(i));
      const double size = data == 0.0 ? x_.cwiseAbs().maxCoeff() : std::max(size_of_point(i), data);
      const double possible = size * made_.K.row(i).transpose().cwiseAbs().cwiseProduct(columns_).maxCoeff();
      if (terms_[i] < noise() * possible) terms_[i] = possible;
    }
  }

  double bound_of(Index i) const { return w_[i] > 0.0 ? made_.low[i] : made_.high[i]; }
  double left_over(Index i) const { return std::isfinite(bound_of(i)) ? 0.0 : std::fabs(w_[i]); }
  double bounds(Index i) const {
    const bool below = x_[i] < made_.low[i];
    if (!below && x_[i] <= made_.high[i]) return 0.0;
    const double bound = below ? made_.low[i] : made_.high[i];
    double possible = size_of_data(part_of_column(i));
    for (Index j = 0; j < made_.unknowns; ++j)
      if (part_of_column(j) == part_of_column(i))
        possible = std::max(possible, std::fabs(x_[j]) / columns_[j]);
    possible *= columns_[i];
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
    for (Index k = 0; k < size_; ++k)
      reach = std::max(reach, over(std::fabs(made_.K(k, i)) * apart(i), terms_[k]));
    return reach;
  }
  double product(Index i) const {
    return apart(i) == 0.0 ? 0.0 : std::min(over(std::fabs(w_[i]), terms_[i]), reach(i));
  }

  double gap() const {
    const Index n = made_.unknowns;
    const VectorXd z = x_.head(n);
    const double quadratic = z.dot(made_.K.topLeftCorner(n, n) * z);
    const double linear = made_.k.head(n).dot(z);
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
      const double data = size_of_data(part(i));
      if (data == 0.0) continue;
      double left = left_over(i);
      if (!objective_ && apart(i) > 0.0 && over(std::fabs(w_[i]), terms_[i]) <= reach(i))
        left = std::fabs(w_[i]);
      const bool is_left = left > std::max(1e-3 * std::fabs(made_.k[i]), 1e-12 * terms_[i]);
      if (is_left && left * rows_[i] / data > 1e-3) worst = std::max(worst, left * rows_[i] / data);
      if (epsilon * size_of_point(i) / data > 1e-7)
        worst = std::max(worst, epsilon * size_of_point(i) / data);
    }
    return worst;
  }

  double size_of_data(Index group) const {
    double data = 0.0;
    for (Index k = 0; k < size_; ++k) {
      if (part(k) == group && std::fabs(made_.k[k]) > 1e-12 * made_.K.row(k).cwiseAbs().maxCoeff())
        data = std::max(data, std::fabs(made_.k[k]) * rows_[k]);
      if (part_of_column(k) == group && (x_[k] == made_.low[k] || x_[k] == made_.high[k]))
        data = std::max(data, std::fabs(x_[k]) / columns_[k]);
    }
    return data;
  }

  // As far as row i sees it.
  double size_of_point(Index i) const {
    double size = 0.0;
    for (Index j = 0; j < (i < made_.unknowns ? size_ : made_.unknowns); ++j)
      if (part_of_column(j) == part(i)) size = std::max(size, std::fabs(x_[j]) / columns_[j]);
    return size;
  }

  Conditions made_;
  Index size_;
  VectorXd x_, w_, terms_, rows_, columns_;
  std::vector<Index> part_;
  bool objective_;
};

}  // namespace

double judge_rows(const JudgedProblem& problem, const VectorXd& z, const VectorXd& multipliers) {
  return Judge(problem, z, multipliers).value();
}

}  // namespace nsds::test

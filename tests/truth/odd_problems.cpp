#include "truth/odd_problems.hpp"

#include <cmath>

#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Maker {
 public:
  Maker(nsds_class problem_class, std::uint64_t seed)
      : draws_(seed * 7919 + static_cast<std::uint64_t>(problem_class)),
        class_(problem_class),
        n_(draws_.integer(0, 9) == 0 ? draws_.integer(10, 25) : draws_.integer(1, 8)) {}

  OddProblem make() {
    AffineProblem problem(class_, n_);
    problem.M = matrix();
    if (problem.is_program()) draw_constraints(problem);
    draw_box(problem);
    draw_data(problem);
    scale(problem);
    OddProblem made{problem, zero_start(problem), one_of(4)};
    if (made.warm) draw_start(made);
    return made;
  }

 private:
  bool one_of(int many) { return draws_.integer(1, many) == 1; }
  double power(int decades) { return std::pow(10.0, draws_.uniform(-decades, decades)); }

  MatrixXd normal(Index rows, Index columns) {
    MatrixXd made(rows, columns);
    for (double& entry : made.reshaped()) entry = draws_.normal();
    return made;
  }

  // Entries that are simple fractions make vertices that more rows than unknowns go through.
  MatrixXd simple(Index rows, Index columns) {
    MatrixXd made(rows, columns);
    for (double& entry : made.reshaped()) entry = draws_.integer(-2, 2);
    return made;
  }

  MatrixXd positive_semidefinite() {
    const MatrixXd B = normal(n_, draws_.integer(1, static_cast<int>(n_)));
    return B * B.transpose();
  }

  MatrixXd skew() {
    const MatrixXd B = normal(n_, n_);
    return B - B.transpose();
  }

  MatrixXd kernel() {
    MatrixXd made(n_, n_);
    for (Index i = 0; i < n_; ++i)
      for (Index j = 0; j < n_; ++j) made(i, j) = 1.0 / static_cast<double>(i + j + 1);
    return made;
  }

  MatrixXd triangular() {
    MatrixXd made = normal(n_, n_).triangularView<Eigen::StrictlyUpper>();
    if (one_of(2)) made.diagonal().setConstant(power(15));
    return made;
  }

  MatrixXd symmetric_or_not() {
    switch (draws_.integer(0, 9)) {
      case 0:
        return positive_semidefinite();
      case 1:
        return positive_semidefinite() + skew();
      case 2:
        return skew() + MatrixXd((power(14) * MatrixXd::Identity(n_, n_)));
      case 3:
        return triangular();
      case 4:
        return kernel();
      case 5:
        return normal(n_, n_);
      case 6:
        return simple(n_, n_);
      case 7:
        return MatrixXd::Zero(n_, n_);
      case 8:
        return positive_semidefinite() + MatrixXd(MatrixXd::Identity(n_, n_) * static_cast<double>(n_));
      default: {
        MatrixXd made = normal(n_, n_);
        for (double& entry : made.reshaped())
          if (one_of(2)) entry *= std::pow(10.0, -draws_.integer(8, 16));
        return made;
      }
    }
  }

  MatrixXd matrix() {
    MatrixXd made = symmetric_or_not();
    if (class_ == NSDS_CLASS_QP && !one_of(8)) made = MatrixXd(made.transpose() * made);
    if (one_of(3))
      for (double& entry : made.reshaped())
        if (one_of(2)) entry = 0.0;
    if (one_of(6)) repeat_a_row(made);
    if (one_of(8)) made.row(draws_.integer(0, static_cast<int>(n_) - 1)).setZero();
    if (one_of(8)) made.col(draws_.integer(0, static_cast<int>(n_) - 1)).setZero();
    if (one_of(6)) separate(made);
    if (class_ == NSDS_CLASS_QP) made = 0.5 * (made + made.transpose()).eval();
    return made;
  }

  // The same row again, or nearly.
  void repeat_a_row(MatrixXd& M) {
    if (M.rows() < 2) return;
    const int a = draws_.integer(0, static_cast<int>(M.rows()) - 1),
              b = draws_.integer(0, static_cast<int>(M.rows()) - 1);
    const double off = one_of(2) ? 0.0 : std::pow(10.0, -draws_.integer(6, 15));
    for (Index j = 0; j < M.cols(); ++j) M(a, j) = M(b, j) * (1.0 + off * draws_.normal());
  }

  // Two islands.
  void separate(MatrixXd& M) {
    const Index half = n_ / 2;
    M.topRightCorner(half, n_ - half).setZero();
    M.bottomLeftCorner(n_ - half, half).setZero();
    M.topLeftCorner(half, half) *= power(8);
  }

  MatrixXd rows_of_constraints(Index rows) {
    if (one_of(4)) return simple(rows, n_);
    MatrixXd made(rows, n_);
    if (one_of(4)) {  // powers of points in [0, 1]
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < n_; ++j)
          made(i, j) = std::pow(static_cast<double>(i) / static_cast<double>(rows), static_cast<double>(j));
      return made;
    }
    made = normal(rows, n_);
    if (one_of(3)) repeat_a_row(made);
    if (one_of(6)) made.row(0).setZero();
    return made;
  }

  void draw_constraints(AffineProblem& problem) {
    const Index m = draws_.integer(0, 6), e = one_of(2) ? draws_.integer(0, static_cast<int>(n_)) : 0;
    problem.A = m == 0 ? MatrixXd(0, n_) : rows_of_constraints(m);
    problem.C = e == 0 ? MatrixXd(0, n_) : rows_of_constraints(e);
  }

  void draw_box(AffineProblem& problem) {
    if (class_ == NSDS_CLASS_EQUALITY) return;
    for (Index i = 0; i < n_; ++i) {
      const int kind = class_ == NSDS_CLASS_LCP    ? 0
                       : class_ == NSDS_CLASS_MLCP ? (one_of(3) ? 3 : 0)
                                                   : draws_.integer(0, 5);
      if (kind == 0) problem.lower[i] = 0.0;
      if (kind == 1) problem.upper[i] = draws_.normal();
      if (kind == 2 || kind == 4) {
        problem.lower[i] = -1.0;
        problem.upper[i] = 1.0;
      }
      if (kind == 5) problem.lower[i] = problem.upper[i] = one_of(2) ? 0.0 : draws_.normal();
    }
  }

  // Half of the data belong to a planted solution, which may be degenerate.
  void draw_data(AffineProblem& problem) {
    problem.b.resize(problem.A.rows());
    problem.d.resize(problem.C.rows());
    for (VectorXd* vector : {&problem.q, &problem.b, &problem.d})
      for (double& entry : *vector) entry = one_of(5) ? 0.0 : draws_.normal();
    if (one_of(2)) plant(problem);
    if (one_of(6) && n_ > 1) problem.q[draws_.integer(0, static_cast<int>(n_) - 1)] = 1e-16 * draws_.normal();
    if (one_of(20)) problem.q.setZero();
    if (problem.is_program() && one_of(8)) {  // a cone, in which nothing says how far to go
      problem.b.setZero();
      problem.d.setZero();
    }
  }

  void plant(AffineProblem& problem) {
    VectorXd z(n_), w(n_), lambda(problem.A.rows()), mu(problem.C.rows()), y(problem.A.rows());
    for (Index i = 0; i < n_; ++i) {
      const int place = draws_.integer(0, 3);
      const bool low = place == 0 && problem.lower[i] > -infinity,
                 high = place == 1 && problem.upper[i] < infinity;
      z[i] = std::min(std::max(draws_.normal(), problem.lower[i]), problem.upper[i]);
      if (low) z[i] = problem.lower[i];
      if (high) z[i] = problem.upper[i];
      w[i] = one_of(3) ? 0.0 : low ? std::fabs(draws_.normal()) : high ? -std::fabs(draws_.normal()) : 0.0;
    }
    for (Index i = 0; i < lambda.size(); ++i) {
      const bool active = one_of(2);
      lambda[i] = active && !one_of(3) ? std::fabs(draws_.normal()) : 0.0;
      y[i] = active ? 0.0 : std::fabs(draws_.normal());
    }
    for (double& one : mu) one = draws_.normal();
    problem.q = w - problem.M * z + problem.A.transpose() * lambda + problem.C.transpose() * mu;
    problem.b = problem.A * z - y;
    problem.d = problem.C * z;
  }

  // Units of rows, of unknowns and, for a program, of constraints and the objective.
  void scale(AffineProblem& problem) {
    const int decades = draws_.integer(0, 3) == 0 ? 10 : draws_.integer(0, 1) * 4;
    if (decades == 0) return;
    VectorXd row(n_), column(n_);
    for (double& one : column) one = one_of(2) ? power(decades) : 1.0;
    for (double& one : row) one = one_of(2) ? power(decades) : 1.0;
    if (class_ == NSDS_CLASS_QP || one_of(3)) row = column * power(decades);
    problem.M = row.asDiagonal() * problem.M * column.asDiagonal();
    problem.q = row.cwiseProduct(problem.q);
    const double cost = problem.is_program() ? power(decades) : 1.0;
    problem.M *= cost;
    problem.q *= cost;
    problem.lower = problem.lower.cwiseQuotient(column);
    problem.upper = problem.upper.cwiseQuotient(column);
    scale_rows(problem.A, problem.b, column, decades);
    scale_rows(problem.C, problem.d, column, decades);
    if (class_ == NSDS_CLASS_QP) problem.M = 0.5 * (problem.M + problem.M.transpose()).eval();
  }

  void scale_rows(MatrixXd& A, VectorXd& b, const VectorXd& column, int decades) {
    A = A * column.asDiagonal();
    for (Index i = 0; i < A.rows(); ++i) {
      const double unit = one_of(2) ? power(decades) : 1.0;
      A.row(i) *= unit;
      b[i] *= unit;
    }
  }

  void draw_start(OddProblem& made) {
    const double far = one_of(2) ? power(12) : 5.0;
    for (double& z : made.start.z) z = one_of(3) ? 0.0 : far * draws_.normal();
    for (double& multiplier : made.start.multipliers) multiplier = one_of(3) ? 0.0 : far * draws_.normal();
  }

  Draws draws_;
  nsds_class class_;
  Index n_;
};

}  // namespace

const std::vector<nsds_class>& odd_classes() {
  static const std::vector<nsds_class> all = {NSDS_CLASS_LCP, NSDS_CLASS_MLCP,     NSDS_CLASS_RELAY,
                                              NSDS_CLASS_QP,  NSDS_CLASS_EQUALITY, NSDS_CLASS_AVI};
  return all;
}

OddProblem odd_problem(nsds_class problem_class, std::uint64_t seed) {
  return Maker(problem_class, seed).make();
}

}  // namespace nsds::test

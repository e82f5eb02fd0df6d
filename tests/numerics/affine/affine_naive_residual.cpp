// The residuals of the affine classes by the formulas of the headers: by rows, and in the units of the class.
#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/affine/affine_problems.hpp"
#include "support/numbers.hpp"
#include "truth/judge.hpp"

namespace nsds::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double largest(const VectorXd& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

// What stands for max |M_ii| in the headers.
double matrix_scale(const MatrixXd& M) {
  const double diagonal = largest(M.diagonal());
  return diagonal > 0.0 || M.size() == 0 ? diagonal : M.cwiseAbs().maxCoeff();
}

VectorXd row_sizes(const MatrixXd& A) {
  return A.cols() == 0 ? VectorXd(VectorXd::Zero(A.rows())) : VectorXd(A.cwiseAbs().rowwise().maxCoeff());
}

// The smallest that is neither zero nor infinite.
double smallest_distance(const AffineProblem& problem, const VectorXd& a, const VectorXd& c) {
  double least = infinity;
  const auto note = [&](double x) {
    if (x > 0.0 && x < infinity) least = std::min(least, x);
  };
  for (Index i = 0; i < a.size(); ++i) note(a[i] > 0.0 ? std::fabs(problem.b[i]) / a[i] : 0.0);
  for (Index i = 0; i < c.size(); ++i) note(c[i] > 0.0 ? std::fabs(problem.d[i]) / c[i] : 0.0);
  for (Index j = 0; j < problem.size(); ++j) {
    note(std::fabs(problem.lower[j]));
    note(std::fabs(problem.upper[j]));
  }
  return least < infinity ? least : 1.0;
}

double rounded_down(double unit) {
  return std::ldexp(1.0, std::ilogb(unit));
}

// Rows of zeros are in the unit of their right-hand side.
void give_size(const VectorXd& right, double s_z, VectorXd& sizes) {
  for (Index i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0.0) sizes[i] = right[i] == 0.0 ? 1.0 : std::fabs(right[i]) / s_z;
    sizes[i] = rounded_down(sizes[i]);
  }
}

double natural_map(double z, double w, double low, double high) {
  return std::fabs(z - std::min(std::max(z - w, low), high));
}

double naive_box_residual(const AffineProblem& problem, const VectorXd& z) {
  const VectorXd w = problem.M * z + problem.q;
  const double s_w = largest(problem.q) > 0.0 ? largest(problem.q) : 1.0;
  const double scale = matrix_scale(problem.M);
  const double s_z = scale > 0.0 ? s_w / scale : s_w;
  double s_e = 0.0;
  for (Index i = 0; i < z.size(); ++i)
    if (problem.is_free(i)) s_e = std::max(s_e, std::fabs(problem.q[i]));
  if (s_e == 0.0) s_e = s_w;
  double worst = 0.0;
  for (Index i = 0; i < z.size(); ++i)
    worst = std::max(worst, problem.is_free(i) ? std::fabs(w[i]) / s_e
                                               : natural_map(z[i] / s_z, w[i] / s_w, problem.lower[i] / s_z,
                                                             problem.upper[i] / s_z));
  return worst;
}

double naive_program_residual(const AffineProblem& problem, const Outcome& point) {
  VectorXd a = row_sizes(problem.A), c = row_sizes(problem.C);
  const double p = largest(problem.q), scale = matrix_scale(problem.M);
  const double exact_s_z = p > 0.0 && scale > 0.0 ? p / scale : smallest_distance(problem, a, c);
  const double s_z = rounded_down(exact_s_z);
  const double s_w = rounded_down(p > 0.0 ? p : scale > 0.0 ? exact_s_z * scale : 1.0);
  give_size(problem.b, s_z, a);
  give_size(problem.d, s_z, c);
  const VectorXd lambda = point.multipliers.head(problem.b.size());
  const VectorXd mu = point.multipliers.tail(problem.d.size());
  const VectorXd g =
      problem.M * point.z + problem.q - problem.A.transpose() * lambda - problem.C.transpose() * mu;
  double worst = 0.0;
  for (Index j = 0; j < problem.size(); ++j)
    worst = std::max(
        worst, natural_map(point.z[j] / s_z, g[j] / s_w, problem.lower[j] / s_z, problem.upper[j] / s_z));
  const VectorXd y = problem.A * point.z - problem.b;
  for (Index i = 0; i < y.size(); ++i)
    worst = std::max(worst, std::fabs(std::min(y[i] / (a[i] * s_z), lambda[i] * a[i] / s_w)));
  return std::max(worst, largest((problem.C * point.z - problem.d).cwiseQuotient(c)) / s_z);
}

}  // namespace

double naive_residual(const AffineProblem& problem, const Outcome& point) {
  const bool is_qp = problem.problem_class == NSDS_CLASS_QP;
  const double tolerance = point.report.tolerance > 0.0 ? point.report.tolerance : 1e-8;
  return judged({problem.M.sparseView(), problem.q, problem.lower, problem.upper, problem.A.sparseView(),
                 problem.b, problem.C.sparseView(), problem.d, is_qp},
                point.z, point.multipliers, tolerance);
}

double naive_class_residual(const AffineProblem& problem, const Outcome& point) {
  return problem.is_program() ? naive_program_residual(problem, point) : naive_box_residual(problem, point.z);
}

}  // namespace nsds::test

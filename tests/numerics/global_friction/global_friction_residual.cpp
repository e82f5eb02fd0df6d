#include "numerics/global_friction/global_friction_residual.hpp"

#include <Eigen/SparseLU>
#include <algorithm>

#include "nsds/numerics/cpp/matrix.hpp"

namespace nsds::test {
namespace {

using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

Eigen::Map<const VectorXd> vector(const double* x, Eigen::Index size) {
  return {x, size};
}

// The point of { |p_T| <= mu p_N } nearest to x, from the three cases of a cone and its polar.
VectorXd nearest_in_cone(double mu, const VectorXd& x) {
  const double tangent = x.tail(x.size() - 1).norm();
  if (mu * tangent <= -x[0]) return VectorXd::Zero(x.size());
  if (tangent <= mu * x[0]) return x;
  VectorXd ray(x.size());  // the edge of the cone below x
  ray << 1.0, mu * x.tail(x.size() - 1) / tangent;
  return ray * (ray.dot(x) / ray.squaredNorm());
}

double max_abs(const Sparse& A) {
  double largest = 0.0;
  for (Eigen::Index k = 0; k < A.nonZeros(); ++k) largest = std::max(largest, std::abs(A.valuePtr()[k]));
  return largest;
}

double inf_norm(const VectorXd& x) {
  return x.size() == 0 ? 0.0 : x.lpNorm<Eigen::Infinity>();
}

struct Scales {
  double s_u, s_r, momentum, rows;
};

Scales scales_of(const nsds_global_friction_contact& problem, const Sparse& M, const Sparse& H,
                 const Sparse& G) {
  const Eigen::SparseLU<Sparse> factors(M);
  const auto q = vector(problem.q, problem.size);
  const VectorXd v_0 = problem.size == 0 ? VectorXd() : VectorXd(factors.solve(q));
  const VectorXd u_0 = H.transpose() * v_0 + vector(problem.b, H.cols());
  const Eigen::Index d = problem.dimension;
  Scales s{0.0, 0.0, 0.0, 0.0};
  double trace = 0.0;
  for (Eigen::Index c = 0; c < problem.contacts; ++c) {
    s.s_u = std::max(s.s_u, u_0.segment(c * d, d).norm());
    double sum = 0.0;
    for (Eigen::Index j = c * d; j < (c + 1) * d; ++j)
      for (Sparse::InnerIterator entry(H, j); entry; ++entry)
        sum += entry.value() * entry.value() / M.coeff(entry.row(), entry.row());
    trace = std::max(trace, sum / static_cast<double>(d));
  }
  if (problem.constraints > 0)
    s.rows = std::max(inf_norm(vector(problem.d, G.rows())), inf_norm(G.cwiseAbs() * v_0.cwiseAbs()));
  if (s.s_u == 0.0) s.s_u = s.rows > 0.0 ? s.rows * max_abs(H) / max_abs(G) : 1.0;
  s.s_r = trace > 0.0 ? s.s_u / trace : s.s_u;
  s.momentum = std::max(inf_norm(q), s.s_r * max_abs(H));
  if (s.momentum == 0.0) s.momentum = 1.0;
  return s;
}

Sparse rows_of(const nsds_global_friction_contact& problem) {
  return problem.constraints > 0 ? to_sparse(*problem.G) : Sparse(0, problem.size);
}

VectorXd momentum(const nsds_global_friction_contact& problem, const GlobalUnknowns& x, const Sparse& M,
                  const Sparse& H, const Sparse& G) {
  return M * x.v - vector(problem.q, problem.size) - H * x.r - G.transpose() * x.lambda;
}

}  // namespace

Eigen::SparseMatrix<double> to_sparse(const nsds_matrix& A) {
  const nsds::numerics::Matrix csc(A, NSDS_CSC);
  const nsds_csc_arrays& arrays = csc.get().as.csc;
  return Eigen::Map<const Sparse>(A.rows, A.cols, arrays.column_starts[A.cols], arrays.column_starts,
                                  arrays.row_indices, arrays.values);
}

GlobalUnknowns::GlobalUnknowns(const nsds_global_friction_contact& problem)
    : v(VectorXd::Zero(problem.size)),
      r(VectorXd::Zero(static_cast<Eigen::Index>(problem.dimension) * problem.contacts)),
      u(VectorXd::Zero(r.size())),
      lambda(VectorXd::Zero(problem.constraints)) {}

double naive_residual(const nsds_global_friction_contact& problem, const GlobalUnknowns& x) {
  const Sparse M = to_sparse(*problem.M), H = to_sparse(*problem.H), G = rows_of(problem);
  const Scales s = scales_of(problem, M, H, G);
  const VectorXd u = H.transpose() * x.v + vector(problem.b, H.cols());
  const Eigen::Index d = problem.dimension;
  double worst = inf_norm(momentum(problem, x, M, H, G)) / s.momentum;
  if (problem.constraints > 0)
    worst = std::max(worst, inf_norm(G * x.v - vector(problem.d, G.rows())) / s.rows);
  for (Eigen::Index c = 0; c < problem.contacts; ++c) {
    const VectorXd r = x.r.segment(c * d, d) / s.s_r;
    VectorXd shifted = u.segment(c * d, d) / s.s_u;
    shifted[0] += problem.mu[c] * shifted.tail(d - 1).norm();
    worst = std::max(worst, (r - nearest_in_cone(problem.mu[c], r - shifted)).norm());
  }
  return worst;
}

double momentum_defect(const nsds_global_friction_contact& problem, const GlobalUnknowns& x) {
  const Sparse M = to_sparse(*problem.M), H = to_sparse(*problem.H), G = rows_of(problem);
  const double size = std::max({inf_norm(M * x.v), inf_norm(vector(problem.q, problem.size)),
                                inf_norm(H * x.r), inf_norm(G.transpose() * x.lambda)});
  return size == 0.0 ? 0.0 : inf_norm(momentum(problem, x, M, H, G)) / size;
}

}  // namespace nsds::test

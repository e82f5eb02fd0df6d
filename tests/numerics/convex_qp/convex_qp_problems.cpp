#include "numerics/convex_qp/convex_qp_problems.hpp"

#include <functional>
#include <limits>
#include <vector>

#include "support/numbers.hpp"

namespace nsds::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using numerics::convex_qp::Projector;

using In = Eigen::Ref<const VectorXd>;
using Out = Eigen::Ref<VectorXd>;

// x_0 >= |(x_1, ...)|, in closed form.
void project_cone(const In& x, Out p) {
  const double tangential = x.tail(x.size() - 1).norm();
  if (tangential <= x[0]) {
    p = x;
  } else if (tangential <= -x[0]) {
    p.setZero();
  } else {
    const double a = 0.5 * (x[0] + tangential);
    p[0] = a;
    p.tail(x.size() - 1) = x.tail(x.size() - 1) * (a / tangential);
  }
}

}  // namespace

Projector ball(double radius) {
  return [radius](const In& x, Out p) {
    p = x.norm() <= radius ? VectorXd(x) : VectorXd(x * (radius / x.norm()));
  };
}

Projector cones() {
  return [](const In& x, Out p) {
    for (Eigen::Index i = 0; i < x.size(); i += 3) project_cone(x.segment(i, 3), p.segment(i, 3));
  };
}

// Subtract the threshold that makes it so, found on the sorted entries [Held, Wolfe, Crowder 1974].
void project_simplex(const In& x, Out p) {
  std::vector<double> sorted(x.data(), x.data() + x.size());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0.0;
  double threshold = 0.0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - 1.0) / static_cast<double>(k + 1);
    if (sorted[k] > candidate) threshold = candidate;
  }
  p = (x.array() - threshold).max(0.0).matrix();
}

MatrixXd positive_definite(int n, Random& random) {
  const MatrixXd H = random.matrix(n, n, -1.0, 1.0);
  return H * H.transpose() + 0.5 * MatrixXd::Identity(n, n);
}

Plain random_box(int n, std::uint64_t seed) {
  Random random(seed);
  Plain made;
  made.M = positive_definite(n, random);
  made.q = random.vector(n, -3.0, 3.0);
  made.lower = random.vector(n, -1.0, -0.1);
  made.upper = random.vector(n, 0.1, 1.0);
  for (int i = 0; i < n; ++i) {
    const int kind = random.integer(0, 4);
    if (kind == 0) made.lower[i] = -infinity;
    if (kind == 1) made.upper[i] = infinity;
    if (kind == 2) made.lower[i] = -infinity, made.upper[i] = infinity;
  }
  return made;
}

Plain planted(int n, int m, const Projector& set, std::uint64_t seed, MatrixXd M) {
  Random random(seed);
  Plain made;
  made.M = std::move(M);
  made.A = random.matrix(m, n, -1.0, 1.0);
  made.project = set;
  const VectorXd z = random.vector(n, -1.0, 1.0);
  const VectorXd outside = random.vector(m, -2.0, 2.0);
  VectorXd u(m);
  set(outside, u);
  made.b = u - made.A * z;
  made.q = made.A.transpose() * (u - outside) - made.M * z;  // xi = u - outside
  return made;
}

Plain over_unit_ball(bool with_A) {
  Random random(5);
  const Eigen::MatrixXd M = positive_definite(7, random);
  if (with_A) return planted(7, 6, ball(1.0), 3, M);
  Plain identity;
  identity.M = M;
  identity.q = random.vector(7, -3.0, 3.0);
  identity.project = ball(1.0);
  return identity;
}

Plain planted_rows(int n, int m, std::uint64_t seed, MatrixXd M) {
  Random random(seed);
  Plain made;
  made.M = std::move(M);
  made.A = random.matrix(m, n, -1.0, 1.0);
  made.b = random.vector(m, -1.0, 1.0);
  const VectorXd z = random.vector(n, -1.0, 1.0);
  const VectorXd u = made.A * z + made.b;
  made.lower = VectorXd::Constant(m, -infinity);
  made.upper = VectorXd::Constant(m, infinity);
  VectorXd xi = VectorXd::Zero(m);
  for (int i = 0; i < m; ++i) {
    const int kind = random.integer(0, 5);
    if (kind == 0 && i < n / 2) {
      made.lower[i] = made.upper[i] = u[i];
      xi[i] = random.uniform(-1.0, 1.0);
    } else if (kind == 1) {
      made.lower[i] = u[i];
      xi[i] = random.uniform(0.0, 1.0);
    } else if (kind == 2) {
      made.upper[i] = u[i];
      xi[i] = -random.uniform(0.0, 1.0);
    } else if (kind == 3) {
      made.lower[i] = u[i] - random.uniform(0.1, 1.0);
      made.upper[i] = u[i] + random.uniform(0.1, 1.0);
    }
  }
  made.q = made.A.transpose() * xi - made.M * z;
  return made;
}

}  // namespace nsds::test

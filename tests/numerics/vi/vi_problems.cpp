#include "numerics/vi/vi_problems.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "support/numbers.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

nn::NonlinearMap strongly_monotone(const VectorXd& z, const VectorXd& w, Random& random, bool with_jacobian) {
  const auto n = static_cast<int>(z.size());
  const MatrixXd R = random.matrix(n, n, -1.0, 1.0);
  const MatrixXd skew = random.matrix(n, n, -1.0, 1.0);
  const MatrixXd M = R * R.transpose() / std::max(n, 1) + MatrixXd::Identity(n, n) +
                     (skew - skew.transpose()) / std::max(n, 1);
  const VectorXd q = w - M * z - z.array().atan().matrix();
  const auto F = [M, q](const auto& at, auto value) { value = M * at + at.array().atan().matrix() + q; };
  if (!with_jacobian) return nn::NonlinearMap(F);
  return nn::NonlinearMap(F, [M](const auto& at, auto J) {
    J = M;
    J.diagonal().array() += 1.0 / (1.0 + at.array().square());
  });
}

PlantedVi planted_in_box(int n, Random& random) {
  VectorXd z(n), w(n), lower(n), upper(n);
  for (int i = 0; i < n; ++i) {
    lower[i] = random.uniform(-2.0, 0.0);
    upper[i] = lower[i] + random.uniform(1.0, 2.0);
    w[i] = random.uniform(0.1, 1.0);
    switch (i % 6) {
      case 0:  // at the lower bound
        z[i] = lower[i];
        break;
      case 1:  // at the upper one
        z[i] = upper[i];
        w[i] = -w[i];
        break;
      case 2:  // at a bound, which does not push
        z[i] = lower[i];
        w[i] = 0.0;
        break;
      case 3:  // free
        z[i] = random.uniform(-3.0, 3.0);
        lower[i] = -infinity;
        upper[i] = infinity;
        w[i] = 0.0;
        break;
      case 4:  // fixed
        z[i] = lower[i] = upper[i];
        break;
      default:
        z[i] = 0.5 * (lower[i] + upper[i]);
        w[i] = 0.0;
    }
  }
  return {"box " + std::to_string(n),
          SetKind::box,
          nn::vi::Problem(strongly_monotone(z, w, random), nn::vi::Box{lower, upper}),
          z,
          {}};
}

PlantedVi planted_in_polyhedron(int n, Random& random) {
  const int m = n, e = n / 4;
  auto A = std::make_shared<MatrixXd>(random.matrix(m, n, -1.0, 1.0));
  auto C = std::make_shared<MatrixXd>(random.matrix(e, n, -1.0, 1.0));
  const VectorXd z = random.vector(n, 0.5, 1.0);
  VectorXd lambda = VectorXd::Zero(m), slack = VectorXd::Zero(m);
  for (int i = 0; i < m; ++i) {
    if (i % 3 == 0) slack[i] = random.uniform(0.1, 1.0);
    if (i % 3 == 1 && i < n / 2) lambda[i] = random.uniform(0.1, 1.0);
  }
  const VectorXd mu = random.vector(e, -1.0, 1.0);
  const VectorXd w = A->transpose() * lambda + C->transpose() * mu;
  nn::Constraints constraints;
  constraints.A = nn::view(*A);
  constraints.b = *A * z - slack;
  constraints.C = nn::view(*C);
  constraints.d = *C * z;
  constraints.lower = VectorXd::Zero(n);
  return {"polyhedron " + std::to_string(n),
          SetKind::polyhedron,
          nn::vi::Problem(strongly_monotone(z, w, random), n, constraints),
          z,
          {A, C}};
}

PlantedVi planted_in_cones(int copies, Random& random) {
  std::vector<nn::vi::Cone> cones;
  std::vector<double> z, w;
  const auto put = [&](const VectorXd& x, const VectorXd& y) {
    z.insert(z.end(), x.begin(), x.end());
    w.insert(w.end(), y.begin(), y.end());
  };
  const double mus[] = {0.3, 1.0, 0.7, 1.5, 0.5, 0.0};
  for (int copy = 0; copy < copies; ++copy) {
    for (int kind = 0; kind < 6; ++kind) {
      const double mu = mus[kind];
      const int size = 2 + (copy + kind) % 3;
      const VectorXd s = random.vector(size - 1, -1.0, 1.0).normalized();
      VectorXd x = VectorXd::Zero(size), y = VectorXd::Zero(size);
      const auto boundary = [&](double normal) {
        x[0] = normal;
        x.tail(size - 1) = mu * normal * s;
      };
      const auto opposite = [&](double normal) {  // the ray of the dual cone that is orthogonal to it
        y[0] = mu * normal;
        y.tail(size - 1) = -normal * s;
      };
      if (kind == 0) x[0] = 1.0;  // inside
      if (kind == 1) boundary(1.5), opposite(0.8);
      if (kind == 2) y[0] = 2.0;     // the apex, pushed from inside of the dual cone
      if (kind == 3) boundary(0.7);  // on the boundary, not pushed
      if (kind == 4) opposite(0.6);  // the apex, pushed along the boundary of the dual cone
      if (kind == 5) x[0] = 0.4, y.tail(size - 1) = s;  // a half-line
      cones.push_back(nn::vi::Cone::lorentz(size, mu));
      put(x, y);
    }
    cones.push_back(nn::vi::Cone::free(2));
    put(random.vector(2, -1.0, 1.0), VectorXd::Zero(2));
    cones.push_back(nn::vi::Cone::nonnegative(3));
    put(Eigen::Vector3d(0.0, 1.0, 0.0), Eigen::Vector3d(1.0, 0.0, 0.0));
  }
  const VectorXd at = Eigen::Map<VectorXd>(z.data(), static_cast<Eigen::Index>(z.size()));
  const VectorXd value = Eigen::Map<VectorXd>(w.data(), at.size());
  return {"cones " + std::to_string(at.size()),
          SetKind::cones,
          nn::vi::Problem(strongly_monotone(at, value, random), cones),
          at,
          {}};
}

PlantedVi planted_in_ball(int n, Random& random) {
  const VectorXd z = 2.0 * random.vector(n, -1.0, 1.0).normalized();
  const VectorXd w = -0.7 * z;
  return {"ball " + std::to_string(n),
          SetKind::ball,
          nn::vi::Problem(strongly_monotone(z, w, random), n, onto_ball(2.0)),
          z,
          {}};
}

std::vector<PlantedVi> planted_vis() {
  std::vector<PlantedVi> made;
  Random random(36);
  for (const int n : {1, 6, 25}) {
    made.push_back(planted_in_box(n, random));
    made.push_back(planted_in_ball(n, random));
  }
  for (const int n : {4, 9}) made.push_back(planted_in_polyhedron(n, random));
  for (const int copies : {1, 2}) made.push_back(planted_in_cones(copies, random));
  return made;
}

VectorXd onto_lorentz(const VectorXd& x, double mu) {
  const double t = x.tail(x.size() - 1).norm();
  if (t <= mu * x[0]) return x;
  VectorXd p = VectorXd::Zero(x.size());
  if (mu * t <= -x[0]) return p;
  p[0] = (x[0] + mu * t) / (1.0 + mu * mu);
  if (t > 0.0) p.tail(x.size() - 1) = mu * p[0] / t * x.tail(x.size() - 1);
  return p;
}

nn::vi::Projector onto_ball(double radius) {
  return [radius](const auto& x, auto p) { p = x * std::min(1.0, radius / std::max(x.norm(), 1e-300)); };
}

}  // namespace nsds::test

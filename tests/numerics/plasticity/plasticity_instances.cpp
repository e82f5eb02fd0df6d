#include "plasticity_instances.hpp"

#include <algorithm>
#include <cmath>

#include "support/draws.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

nn::cone_plasticity::Problem PlasticityInstance::posed() const {
  const nsds_matrix view = nn::view(M);
  if (is_cone()) return {view, q, nn::cone_plasticity::DruckerPrager{eta, theta}};
  return {view, q, nn::cone_plasticity::VonMises{sigma_y}};
}

PlasticityInstance random_plasticity(Flow flow, int points, std::uint64_t seed) {
  Draws draws(seed);
  const int n = 3 * points;
  Eigen::MatrixXd B(n, n);
  for (double& value : B.reshaped()) value = draws.normal();
  PlasticityInstance instance;
  instance.M = B * B.transpose() / n + 0.1 * Eigen::MatrixXd::Identity(n, n);
  instance.q.resize(n);
  for (double& value : instance.q) value = draws.normal();
  VectorXd limits(points);
  for (double& limit : limits) limit = draws.uniform(0.05, 0.6);
  if (flow == Flow::von_mises) {
    instance.sigma_y = limits;
    return instance;
  }
  instance.eta = instance.theta = limits;
  if (flow == Flow::associated) instance.theta.setZero();
  if (flow == Flow::dilating)
    for (double& theta : instance.theta) theta *= draws.uniform(0.0, 1.0);
  return instance;
}

Vector3d projected_on_yield(const PlasticityInstance& instance, Index point, double unit, const Vector3d& x) {
  const double T = x.tail<2>().norm();
  Vector3d p = x;
  if (!instance.is_cone()) {
    const double limit = instance.sigma_y[point] / unit;
    if (T > limit) p.tail<2>() *= limit / T;
    return p;
  }
  const double eta = instance.eta[point];
  if (x[0] >= 0.0 && T <= eta * x[0]) return x;
  // The border is the ray (cos a, sin a), tan a = eta, in the half plane of x_N and |x_T|.
  const double a = std::atan(eta), along = std::max(0.0, std::cos(a) * x[0] + std::sin(a) * T);
  p[0] = along * std::cos(a);
  p.tail<2>() *= T > 0.0 ? along * std::sin(a) / T : 0.0;
  return p;
}

double naive_plasticity_residual(const PlasticityInstance& instance, const VectorXd& r) {
  const VectorXd u = instance.M * r + instance.q;
  double s_u = 0.0, trace = 0.0, largest = 0.0;
  for (Index c = 0; c < instance.points(); ++c) {
    s_u = std::max(s_u, instance.q.segment<3>(3 * c).norm());
    trace = std::max(trace, instance.M.diagonal().segment<3>(3 * c).sum() / 3.0);
  }
  if (s_u == 0.0) s_u = 1.0;
  const double s_r = s_u / trace;
  for (Index c = 0; c < instance.points(); ++c) {
    const Vector3d scaled = r.segment<3>(3 * c) / s_r;
    Vector3d shifted = u.segment<3>(3 * c) / s_u;
    if (instance.is_cone()) shifted[0] += instance.theta[c] * shifted.tail<2>().norm();
    largest = std::max(largest, (scaled - projected_on_yield(instance, c, s_r, scaled - shifted)).norm());
  }
  return largest;
}

}  // namespace nsds::test

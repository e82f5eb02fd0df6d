#include "numerics/friction/friction_instances.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "support/draws.hpp"

namespace nsds::test {

FrictionInstance random_friction(int dimension, int contacts, unsigned seed) {
  Draws draws(seed);
  const int n = dimension * contacts;
  Eigen::MatrixXd B(n, n);
  for (double& entry : B.reshaped()) entry = draws.normal();
  FrictionInstance made{dimension, B * B.transpose() / n + 0.5 * Eigen::MatrixXd::Identity(n, n),
                        Eigen::VectorXd(n), Eigen::VectorXd(contacts)};
  for (double& entry : made.q) entry = draws.normal();
  for (int c = 0; c < contacts; ++c) made.q(dimension * c) -= 0.8;
  for (double& entry : made.mu) entry = draws.uniform(0.05, 0.3);
  return made;
}

Eigen::VectorXd projected_on_cone(double mu, const Eigen::VectorXd& x) {
  const double tangent = x.tail(x.size() - 1).norm();
  if (mu * tangent <= -x(0)) return Eigen::VectorXd::Zero(x.size());
  if (tangent <= mu * x(0)) return x;
  const double normal = (x(0) + mu * tangent) / (1.0 + mu * mu);
  Eigen::VectorXd p(x.size());
  p(0) = normal;
  p.tail(x.size() - 1) = mu * normal / tangent * x.tail(x.size() - 1);
  return p;
}

FrictionUnits friction_units(const FrictionInstance& instance) {
  const Eigen::Index d = instance.dimension;
  double s_w = 0.0, trace = 0.0;
  for (Eigen::Index c = 0; c < instance.contacts(); ++c) {
    s_w = std::max(s_w, instance.q.segment(d * c, d).norm());
    trace = std::max(trace, instance.W.diagonal().segment(d * c, d).sum() / static_cast<double>(d));
  }
  if (s_w == 0.0) s_w = 1.0;
  if (trace == 0.0) trace = instance.W.isZero(0.0) ? 1.0 : instance.W.cwiseAbs().maxCoeff();
  return {s_w, s_w / trace};
}

double naive_friction_residual(const FrictionInstance& instance, const Eigen::VectorXd& r) {
  const Eigen::Index d = instance.dimension;
  const auto [s_w, s_r] = friction_units(instance);
  const Eigen::VectorXd u = (instance.W * r + instance.q) / s_w;
  double worst = 0.0;
  for (Eigen::Index c = 0; c < instance.contacts(); ++c) {
    const Eigen::VectorXd scaled = r.segment(d * c, d) / s_r;
    Eigen::VectorXd shifted = u.segment(d * c, d);
    shifted(0) += instance.mu(c) * shifted.tail(d - 1).norm();
    worst = std::max(worst, (scaled - projected_on_cone(instance.mu(c), scaled - shifted)).norm());
  }
  return worst;
}

}  // namespace nsds::test

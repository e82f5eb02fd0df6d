#include "rolling_instances.hpp"

#include <algorithm>
#include <cmath>

#include "support/draws.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The natural map of one contact: tangents() rows behind the first are those of sliding, the rest of rolling.
double map_norm(double mu, double mu_r, const VectorXd& r, VectorXd u) {
  const Index tangents = (r.size() - 1) / 2;
  u[0] += mu * u.segment(1, tangents).norm() + mu_r * u.tail(tangents).norm();
  return (r - projected_on_rolling_cone(mu, mu_r, r - u)).norm();
}

// lengths: of the moments of the contacts.
double residual_in(const RollingInstance& instance, const VectorXd& r, double s_w, double matrix,
                   const VectorXd& lengths) {
  const Index d = instance.dimension, tangents = d / 2;
  const VectorXd u = instance.W * r + instance.q;
  const double s_r = s_w / matrix;
  double worst = 0.0;
  for (Index c = 0; c < instance.contacts(); ++c) {
    VectorXd r_c = r.segment(d * c, d) / s_r, u_c = u.segment(d * c, d) / s_w;
    r_c.tail(tangents) /= lengths[c];
    u_c.tail(tangents) *= lengths[c];
    worst = std::max(worst, map_norm(instance.mu[c], instance.mu_r[c] / lengths[c], r_c, u_c));
  }
  return worst;
}

}  // namespace

numerics::rolling_friction_contact::Problem RollingInstance::posed() const {
  return {dimension, numerics::view(W), q, mu, mu_r};
}

RollingInstance RollingInstance::in_length(double factor) const {
  RollingInstance made = *this;
  VectorXd scale = VectorXd::Ones(q.size());
  for (Index c = 0; c < contacts(); ++c)
    scale.segment(dimension * c + dimension - dimension / 2, dimension / 2).setConstant(1.0 / factor);
  made.W = scale.asDiagonal() * W * scale.asDiagonal();
  made.q = scale.cwiseProduct(q);
  made.mu_r = factor * mu_r;
  return made;
}

RollingInstance random_rolling(int dimension, int contacts, int columns, double shift, double length,
                               std::uint64_t seed) {
  Draws draws(seed + 17);
  const int n = dimension * contacts;
  RollingInstance made{dimension, MatrixXd(n, n), VectorXd(n), VectorXd(contacts), VectorXd(contacts)};
  MatrixXd B(n, columns);
  for (double& value : B.reshaped()) value = draws.normal();
  made.W = B * B.transpose() / columns + shift * MatrixXd::Identity(n, n);
  // Velocities of reactions that press, and a little more: a solution exists whatever the rank of W.
  VectorXd pressing(n);
  for (double& value : pressing) value = draws.normal();
  for (Index c = 0; c < contacts; ++c) pressing[dimension * c] = std::fabs(pressing[dimension * c]) + 0.1;
  made.q = -made.W * pressing;
  for (Index c = 0; c < contacts; ++c) {
    if (draws.uniform(0.0, 1.0) < 0.3) made.q[dimension * c] += 1.0;
    made.mu[c] = draws.uniform(0.05, 0.3);
    made.mu_r[c] = draws.uniform(0.05, 0.3);
  }
  return made.in_length(length);
}

VectorXd projected_on_rolling_cone(double mu, double mu_r, const VectorXd& x) {
  const Index tangents = (x.size() - 1) / 2;
  const double T = x.segment(1, tangents).norm(), M = x.tail(tangents).norm();
  const auto slope = [&](double n) {
    return n - x[0] - mu * std::max(0.0, T - mu * n) - mu_r * std::max(0.0, M - mu_r * n);
  };
  double low = 0.0, high = std::max(0.0, x[0]) + mu * T + mu_r * M;
  if (slope(0.0) >= 0.0) return VectorXd::Zero(x.size());
  for (int k = 0; k < 200; ++k) (slope(0.5 * (low + high)) > 0.0 ? high : low) = 0.5 * (low + high);
  VectorXd p = x;
  p[0] = high;
  if (T > mu * high) p.segment(1, tangents) *= mu * high / T;
  if (M > mu_r * high) p.tail(tangents) *= mu_r * high / M;
  return p;
}

double naive_rolling_residual(const RollingInstance& instance, const VectorXd& r) {
  const Index d = instance.dimension, tangents = d / 2, forces = d - tangents;
  VectorXd lengths(instance.contacts());
  double w = 0.0, s_w = 0.0;
  for (Index c = 0; c < instance.contacts(); ++c) {
    const VectorXd diagonal = instance.W.diagonal().segment(d * c, d);
    const double w_F = diagonal.head(forces).mean(), w_M = diagonal.tail(tangents).mean();
    const double arm = instance.mu_r[c] > 0.0 ? instance.mu_r[c] : instance.mu_r.maxCoeff();
    lengths[c] = w_F > 0.0 && w_M > 0.0 ? std::sqrt(w_F / w_M) : arm > 0.0 ? arm : 1.0;
    w = std::max(w, w_F > 0.0 ? w_F : lengths[c] * lengths[c] * w_M);
    VectorXd q = instance.q.segment(d * c, d);
    q.tail(tangents) *= instance.mu_r[c] > 0.0 ? lengths[c] : 0.0;
    s_w = std::max(s_w, q.norm());
  }
  if (w == 0.0) w = instance.W.cwiseAbs().maxCoeff();
  return residual_in(instance, r, s_w == 0.0 ? 1.0 : s_w, w == 0.0 ? 1.0 : w, lengths);
}

double plain_rolling_residual(const RollingInstance& instance, const VectorXd& r) {
  const Index d = instance.dimension;
  double trace = 0.0, s_w = 0.0;
  for (Index c = 0; c < instance.contacts(); ++c) {
    trace = std::max(trace, instance.W.diagonal().segment(d * c, d).mean());
    s_w = std::max(s_w, instance.q.segment(d * c, d).norm());
  }
  return residual_in(instance, r, s_w, trace, VectorXd::Ones(instance.contacts()));
}

double naive_rolling_fclib(const RollingInstance& instance, const VectorXd& r) {
  const Index d = instance.dimension;
  const VectorXd u = instance.W * r + instance.q;
  double sum = 0.0;
  for (Index c = 0; c < instance.contacts(); ++c) {
    const double map = map_norm(instance.mu[c], instance.mu_r[c], r.segment(d * c, d), u.segment(d * c, d));
    sum += map * map;
  }
  return std::sqrt(sum) / std::max({instance.q.norm(), r.norm(), u.norm()});
}

}  // namespace nsds::test

// Contact problems with friction for tests, and the residual of the class evaluated without the library.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <random>

#include "nsds/numerics/friction_contact.h"
#include "numerics/linalg/storages.hpp"

namespace nsds::test {

struct FrictionInstance {
  int dimension;
  Eigen::MatrixXd W;
  Eigen::VectorXd q, mu;

  Eigen::Index contacts() const { return mu.size(); }
};

// W = B B' / n + I / 2 with normal entries of B, mu from 0.05 to 0.3: small enough for one solution, and
// contacts that open, stick and slide.
inline FrictionInstance random_friction(int dimension, int contacts, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.05, 0.3);
  const int n = dimension * contacts;
  Eigen::MatrixXd B(n, n);
  for (double& entry : B.reshaped()) entry = normal(engine);
  FrictionInstance made{dimension, B * B.transpose() / n + 0.5 * Eigen::MatrixXd::Identity(n, n),
                        Eigen::VectorXd(n), Eigen::VectorXd(contacts)};
  for (double& entry : made.q) entry = normal(engine);
  for (int c = 0; c < contacts; ++c) made.q(dimension * c) -= 0.8;
  for (double& entry : made.mu) entry = uniform(engine);
  return made;
}

// An instance with its matrix in one storage. Stays where it is.
struct GivenFriction {
  explicit GivenFriction(FrictionInstance instance, nsds_storage storage = NSDS_DENSE)
      : data(std::move(instance)), W(data.W, storage) {
    nsds_friction_contact_init(&problem);
    problem.dimension = data.dimension;
    problem.contacts = static_cast<std::int32_t>(data.contacts());
    problem.W = &W.view();
    problem.q = data.q.data();
    problem.mu = data.mu.data();
  }
  FrictionInstance data;
  Stored W;
  nsds_friction_contact problem{};
};

inline Eigen::VectorXd projected_on_cone(double mu, const Eigen::VectorXd& x) {
  const double tangent = x.tail(x.size() - 1).norm();
  if (mu * tangent <= -x(0)) return Eigen::VectorXd::Zero(x.size());
  if (tangent <= mu * x(0)) return x;
  const double normal = (x(0) + mu * tangent) / (1.0 + mu * mu);
  Eigen::VectorXd p(x.size());
  p(0) = normal;
  p.tail(x.size() - 1) = mu * normal / tangent * x.tail(x.size() - 1);
  return p;
}

// s_w and s_r of friction_contact.h.
struct FrictionUnits {
  double w, r;
};

inline FrictionUnits friction_units(const FrictionInstance& instance) {
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

// As friction_contact.h defines it.
inline double naive_friction_residual(const FrictionInstance& instance, const Eigen::VectorXd& r) {
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

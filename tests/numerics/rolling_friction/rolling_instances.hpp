// Contact problems with rolling resistance for tests, and their residual evaluated without the library.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/rolling_friction_contact.hpp"
#include "truth/contact_judge.hpp"

namespace nsds::test {

// d: 3 or 5.
struct RollingInstance {
  int dimension;
  Eigen::MatrixXd W;
  Eigen::VectorXd q, mu, mu_r;

  Eigen::Index contacts() const { return mu.size(); }
  numerics::rolling_friction_contact::Problem posed() const;
  ContactProblem judged() const { return {ContactLaw::rolling, dimension, W, q, mu, mu_r, {}, {}}; }
  // The same in a unit of length that is 1/factor of the old one.
  RollingInstance in_length(double factor) const;
};

// W = B B' / n + shift I, `columns` those of B; rows of moments are measured in `length`. mu and mu_r are small enough
// for one solution, and contacts open, stick, slide and roll.
RollingInstance random_rolling(int dimension, int contacts, int columns, double shift, double length,
                               std::uint64_t seed);

// The nearest point of the cone, by bisection for its normal: nothing of the library's closed form. x: (3) or (5).
Eigen::VectorXd projected_on_rolling_cone(double mu, double mu_r, const Eigen::VectorXd& x);

// As rolling_friction_contact.h defines it.
double naive_rolling_residual(const RollingInstance& instance, const Eigen::VectorXd& r);
// The natural map in the units that W's trace over all rows and q give, moments beside forces.
double plain_rolling_residual(const RollingInstance& instance, const Eigen::VectorXd& r);
// The norm of FCLIB. q, r and u are not all zero.
double naive_rolling_fclib(const RollingInstance& instance, const Eigen::VectorXd& r);

}  // namespace nsds::test

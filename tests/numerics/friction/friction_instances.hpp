// Contact problems with friction for tests, and the residual of the class evaluated without the library.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/friction_contact.h"
#include "numerics/linalg/storages.hpp"
#include "truth/contact_judge.hpp"

namespace nsds::test {

struct FrictionInstance {
  int dimension;
  Eigen::MatrixXd W;
  Eigen::VectorXd q, mu;

  Eigen::Index contacts() const { return mu.size(); }
  ContactProblem judged() const { return {ContactLaw::friction, dimension, W, q, mu, {}, {}, {}}; }
};

// W = B B' / n + I / 2 with normal entries of B, mu from 0.05 to 0.3: small enough for one solution, and
// contacts that open, stick and slide.
FrictionInstance random_friction(int dimension, int contacts, unsigned seed);

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

Eigen::VectorXd projected_on_cone(double mu, const Eigen::VectorXd& x);

// s_w and s_r of friction_contact.h.
struct FrictionUnits {
  double w, r;
};
FrictionUnits friction_units(const FrictionInstance& instance);

// As friction_contact.h defines it.
double naive_friction_residual(const FrictionInstance& instance, const Eigen::VectorXd& r);

}  // namespace nsds::test

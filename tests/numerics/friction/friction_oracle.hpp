// Coulomb's law in long double, written without looking at the library: the residual of the class for any
// number of contacts, and problems for one.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/friction_contact.hpp"
#include "truth/contact_judge.hpp"

namespace nsds::test {

struct FrictionData {
  int dimension;
  Eigen::MatrixXd W;
  Eigen::VectorXd q, mu;

  Eigen::Index contacts() const { return mu.size(); }
  ContactProblem judged() const { return {ContactLaw::friction, dimension, W, q, mu, {}, {}, {}}; }
};

// By the formula of friction_contact.h.
double naive_residual(const FrictionData& data, const Eigen::VectorXd& r);

// A problem that shows the data, W in a dense view.
numerics::friction_contact::Problem view(const FrictionData& data, nsds_matrix& W);

// One solve of a dense view.
numerics::friction_contact::Solution solve(const FrictionData& data, const numerics::Options& options);

// W = B'B / rows with `rows` random rows, so of that rank at most, plus a multiple of the identity; q random
// with normal parts that press; mu in [0, 1.2].
FrictionData random_friction(int dimension, int contacts, int rows, double shift, std::uint64_t seed);

}  // namespace nsds::test

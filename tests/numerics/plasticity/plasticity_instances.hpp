// Problems of plastic flow for tests, and their residual evaluated without the library.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "nsds/numerics/cpp/cone_plasticity.hpp"
#include "truth/contact_judge.hpp"

namespace nsds::test {

// sigma_y is empty for Drucker and Prager, eta and theta are for von Mises.
struct PlasticityInstance {
  Eigen::MatrixXd M;
  Eigen::VectorXd q, eta, theta, sigma_y;

  bool is_cone() const { return sigma_y.size() == 0; }
  Eigen::Index points() const { return q.size() / 3; }
  numerics::cone_plasticity::Problem posed() const;
  ContactProblem judged() const {
    if (is_cone()) return {ContactLaw::drucker_prager, 3, M, q, eta, {}, theta, {}};
    return {ContactLaw::von_mises, 3, M, q, sigma_y, {}, {}, {}};
  }
};

enum class Flow { associated, dilating, of_one_volume, von_mises };

// M = B B' / (3 points) + I / 10, B square; points are open, stick, and flow.
PlasticityInstance random_plasticity(Flow flow, int points, std::uint64_t seed);

// The nearest point of the cone, by the angle of a ray in the half plane of x, or of the cylinder: nothing of the library's
// formulas. x: (3).
Eigen::Vector3d projected_on_yield(const PlasticityInstance& instance, Eigen::Index point, double unit,
                                   const Eigen::Vector3d& x);

// As cone_plasticity.h defines it.
double naive_plasticity_residual(const PlasticityInstance& instance, const Eigen::VectorXd& r);

}  // namespace nsds::test

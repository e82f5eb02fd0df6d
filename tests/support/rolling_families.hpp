// Families of contacts that resist rolling, in space, each instance named by a text: family:contacts[:seed].
//
//   random:n:seed     W = B B'/(15 n) + 0.1 I, moments of each contact in a unit of length from 1e-3 to 1e3; q such that
//                     reactions exist that press; contacts open, stick, slide and roll
//   redundant:n:seed  the same with B of 2 n columns and nothing added: W of rank 2 n with 5 n rows
//   row:n:seed        spheres of radii from a centimetre to a metre in a row on a plane, (n + 1)/2 of them, pushed and
//                     spun at random, under gravity: each touches the plane and its neighbours
//   wall:n:seed       spheres of 5 cm in a triangle that stands on its edge, of s = [sqrt n] layers, with s^2 contacts,
//                     thrown at random: more rows than velocities
//
// mu is from 0.1 to 0.6; mu_r of spheres from a hundredth to a tenth of the smaller radius.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace nsds::test {

struct RollingProblem {
  std::string spec, family;
  Eigen::MatrixXd W;            // (5 n x 5 n)
  Eigen::VectorXd q, mu, mu_r;  // (5 n), (n), (n)

  int contacts() const { return static_cast<int>(mu.size()); }
};

// Throws std::invalid_argument, with the families that there are, where the text names none.
RollingProblem make_rolling(const std::string& spec);

// "random:n[:seed]", ...
std::vector<std::string> rolling_spec_forms();

}  // namespace nsds::test

// Solvers of other libraries for contact that resists rolling, to be timed on the same problem.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <string>
#include <vector>

namespace nsds::bench {

// The law of rolling_friction_contact.h, in space. Reduced, u = W r + q, or in global form, M v = q + H r, u = H' v + b.
struct PeerRolling {
  int contacts = 0;
  bool is_global = false;
  Eigen::SparseMatrix<double> W;  // (5 nc x 5 nc), or M: (n x n)
  Eigen::SparseMatrix<double> H;  // (n x 5 nc) in global form
  Eigen::VectorXd q, b, mu, mu_r;
};

struct RollingPeer {
  std::string name;
  bool is_global;
  // Best seconds of a solve from zero within the budget [s]; answer: out, r, or v and then r. tolerance is of the
  // solver's own norm. Says nothing about success.
  std::function<double(const PeerRolling& problem, double tolerance, double budget, Eigen::VectorXd& answer)>
      time;
};

// Siconos 4; none where it was not found.
std::vector<RollingPeer> siconos_rolling_peers();

}  // namespace nsds::bench

// Solvers of other libraries, to be timed on the same dense problem.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace nsds::bench {

struct DenseLcp {
  Eigen::MatrixXd M;  // (n x n)
  Eigen::VectorXd q;  // (n)
};

struct LcpPeer {
  std::string name;
  bool symmetric;  // needs a symmetric matrix
  // Best seconds of a solve from zero within the budget [s]; z: (n) out. Says nothing about success.
  std::function<double(DenseLcp& lcp, double budget, Eigen::VectorXd& z)> time;
};

// Siconos 4: LEMKE first. Bullet: Dantzig's method, and Lemke's. Each is there where the library was found.
std::vector<LcpPeer> siconos_lcp_peers();
std::vector<LcpPeer> bullet_lcp_peers();

}  // namespace nsds::bench

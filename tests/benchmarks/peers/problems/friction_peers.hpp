// Solvers of other libraries for contact with Coulomb friction, to be timed on the same problem, which they
// get in the storage that suits each of them.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <string>
#include <vector>

namespace nsds::bench {

using PeerMatrix = Eigen::SparseMatrix<double>;

// u = W r + q, as in friction_contact.h.
struct PeerFriction {
  int dimension = 3, contacts = 0;
  PeerMatrix W;           // (d nc x d nc)
  Eigen::VectorXd q, mu;  // (d nc), (nc)
};

// M v = q + H r, u = H' v + b, as in global_friction_contact.h, without bilateral constraints.
struct PeerGlobalFriction {
  int dimension = 3, contacts = 0;
  PeerMatrix M, H;           // (n x n), (n x d nc)
  Eigen::VectorXd q, b, mu;  // (n), (d nc), (nc)
};

struct FrictionPeer {
  std::string name;
  bool is_default;  // of the library, in one storage or another
  int dimension;
  int most_contacts;  // beyond which the matrix that it wants does not fit; others: any number
  // Best seconds of a solve from zero within the budget [s]; r: (d nc) out. tolerance is of the solver's own
  // norm. Says nothing about success.
  std::function<double(const PeerFriction& problem, double tolerance, double budget, Eigen::VectorXd& r)>
      time;
};

struct GlobalFrictionPeer {
  std::string name;
  bool is_default;
  int most_rows;  // of M, likewise
  std::function<double(const PeerGlobalFriction& problem, double tolerance, double budget, Eigen::VectorXd& v,
                       Eigen::VectorXd& r)>
      time;
};

// Siconos 4; none where it was not found. Those of a default solver come first.
std::vector<FrictionPeer> siconos_friction_peers();
std::vector<GlobalFrictionPeer> siconos_global_friction_peers();

}  // namespace nsds::bench

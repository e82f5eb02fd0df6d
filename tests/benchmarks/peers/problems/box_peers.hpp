// Solvers of other libraries for problems over boxes, to be timed on the same problem, which they take dense.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/box_families.hpp"

namespace nsds::bench {

struct BoxPeer {
  std::string name;
  int most_bounded;  // rows with a bound that enumeration can try in time; others: any number
  // Best seconds of a solve from zero within the budget [s]; z: (n) out. tolerance is of the solver's own
  // norm. Says nothing about success.
  std::function<double(const test::BoxProblem& problem, double tolerance, double budget, Eigen::VectorXd& z)>
      time;
};

// Siconos 4; none where it was not found.
std::vector<BoxPeer> siconos_mlcp_peers();
std::vector<BoxPeer> siconos_relay_peers();

}  // namespace nsds::bench

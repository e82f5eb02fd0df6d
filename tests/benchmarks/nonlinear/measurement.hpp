// One solve of a nonlinear problem of the suite, tests/support/nonlinear.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "nsds/numerics/cpp/mcp.hpp"
#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::bench {

struct NonlinearDemand {
  std::string solver = "auto";
  double tolerance = 1e-8;
  double time_limit = 10.0;                                        // [s]
  std::vector<std::pair<std::string, std::string>> settings = {};  // options of the solver
};

struct NonlinearMeasured {
  numerics::Report report;
  double residual = 0.0;   // the natural map, evaluated without the library
  double distance = 0.0;   // to the solutions that are known
  double seconds = 0.0;    // CPU time of the call
  double callbacks = 0.0;  // of it, in F and its Jacobian
};

// start: which of the three. Throws numerics::Error where the call is refused.
NonlinearMeasured measure_nonlinear(const test::NonlinearProblem& problem, std::size_t start,
                                    const NonlinearDemand& demand);

}  // namespace nsds::bench

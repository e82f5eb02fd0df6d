// Programs that have no solution, each named by a text, kind:storage:n:seed. All numbers are small integers, so that the
// proof that each carries holds exactly.
//
//   rows        n/2 rows of A, the last minus a combination of others with a right-hand side that adds up to 1 > 0
//   equalities  n/4 rows of C of which the last contradicts a combination of others by 1
//   bounds      the last row of A asks of some unknowns 1 more than their bounds allow
//   linear      Q = 0, and a direction v with p'v < 0, A v >= 0, C v = 0 that no bound ends
//   semidefinite  the same beside a Q that v is in the null space of
#pragma once

#include <string>
#include <vector>

#include "truth/judge.hpp"

namespace nsds::bench::programs {

struct Unsolvable {
  test::JudgedProblem problem;
  bool is_dense = false;
  // Infeasible: (0, multipliers), unbounded: (v, 0), as nsds_qp has it.
  Eigen::VectorXd proof;
};

std::vector<std::string> infeasible_names();
std::vector<std::string> unbounded_names();
// Throws std::invalid_argument where the text names none.
Unsolvable make_unsolvable(const std::string& name);

}  // namespace nsds::bench::programs

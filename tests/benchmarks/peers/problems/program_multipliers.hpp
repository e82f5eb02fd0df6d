// The multipliers that go with a point, for peers that return none.
#pragma once

#include "support/program_families.hpp"

namespace nsds::bench {

// (m + e) those of the rows active at z that leave the least gradient, in the sense of least squares, with
// the right signs. Bounds count as active where z is near them.
Eigen::VectorXd multipliers_at(const test::Program& program, const Eigen::VectorXd& z);

}  // namespace nsds::bench

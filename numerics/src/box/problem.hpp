// The problem that this room solves.
#pragma once

#include "affine/box_problem.hpp"

namespace nsds::numerics::box {

using Problem = affine::BoxProblem;

}  // namespace nsds::numerics::box

// What the tests of event-driven simulation share.
#pragma once

#include <nsds/kernel.hpp>
#include <string>

#include "kernel/error_text.hpp"

namespace nsds::test {

inline constexpr double g = 9.81;
inline const Matrix one = Matrix::Identity(1, 1);
inline const Matrix normalFirst{{0.0, 1.0}, {1.0, 0.0}};  // q = (x, y) on the ground y = 0

inline Vector scalar(double x) {
  return Vector::Constant(1, x);
}

}  // namespace nsds::test

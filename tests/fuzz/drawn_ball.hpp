// A projector of the user decoded from an input: onto |x| <= radius, with a fault now and then.
#pragma once

#include <cmath>
#include <limits>

#include "drawn_problem.hpp"

namespace nsds::fuzz {

struct Ball {
  int rows = 0;
  double radius = 1.0;
  int fault = 0;  // 0: none, 1: returns failure, 2: writes NaN, 3: throws

  Ball() = default;
  Ball(Input& input, int size) : rows(size), radius(std::fabs(input.number(Range::moderate))) {
    if (input.chance(16)) fault = input.integer(1, 3);
  }
};

// user: a Ball.
inline int project_onto_ball(void* user, const double* x, double* projection) {
  const auto& ball = *static_cast<const Ball*>(user);
  double norm = 0.0;
  for (int i = 0; i < ball.rows; ++i) norm = std::hypot(norm, x[i]);
  const double factor = norm > ball.radius ? ball.radius / norm : 1.0;
  for (int i = 0; i < ball.rows; ++i) projection[i] = factor * x[i];
  if (ball.fault == 2 && ball.rows > 0) projection[0] = std::numeric_limits<double>::quiet_NaN();
  if (ball.fault == 3) throw ball.radius;
  return ball.fault == 1 ? 1 : 0;
}

}  // namespace nsds::fuzz

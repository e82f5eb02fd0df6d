// Predicts where a pair x, y in Lorentz cones goes whose product is prescribed: to first order along given
// changes, and with that product however far they are followed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "friction/contact/lorentz_cone.hpp"

namespace nsds::numerics::friction {

// Starts from x = y = v, changed by dx and dy, with the product grown by a factor. In the frame of dx - dy
// every eigenvalue of x has one of y beside it: the one of the two with the larger change goes straight on,
// or exponentially where it shrinks, the other one follows from their product, a hyperbola. What of the
// changes is not along that frame goes straight on. False where that leaves a cone.
template <int D>
bool predict_pair(const double* v, const double* dx, const double* dy, double growth, double* x, double* y) {
  double along[D] = {};  // of the frame, a unit vector
  for (std::size_t i = 1; i < D; ++i) along[i] = dx[i] - dy[i];
  const double size = tangent_norm<D>(along);
  for (std::size_t i = 1; i < D; ++i) along[i] = size > 0.0 ? along[i] / size : i == 1 ? 1.0 : 0.0;
  const double of_v = inner_product<D>(v, along), of_x = inner_product<D>(dx, along),
               of_y = inner_product<D>(dy, along);
  // In each of the two directions of the frame the larger change is followed, and the other eigenvalue is
  // what the product leaves.
  double x_values[2] = {}, y_values[2] = {};
  for (const int k : {0, 1}) {
    const double sign = k == 0 ? 1.0 : -1.0;
    const double value = v[0] + sign * of_v;
    const double x_change = dx[0] + sign * of_x, y_change = dy[0] + sign * of_y;
    const double most = std::max(x_change, y_change);
    const double larger = most >= 0.0 ? value + most : value * std::exp(most / value);
    if (!(larger > 0.0)) return false;
    const double smaller = value * value * growth / larger;
    x_values[k] = x_change >= y_change ? larger : smaller;
    y_values[k] = x_change >= y_change ? smaller : larger;
  }
  // The eigenvalues make the part along the frame, the changes themselves the rest.
  x[0] = 0.5 * (x_values[0] + x_values[1]);
  y[0] = 0.5 * (y_values[0] + y_values[1]);
  for (std::size_t i = 1; i < D; ++i) {
    x[i] = v[i] + dx[i] + (0.5 * (x_values[0] - x_values[1]) - of_v - of_x) * along[i];
    y[i] = v[i] + dy[i] + (0.5 * (y_values[0] - y_values[1]) - of_v - of_y) * along[i];
  }
  return determinant<D>(x) > 0.0 && determinant<D>(y) > 0.0;
}

}  // namespace nsds::numerics::friction

// The law of one block is that of a contact with friction, or of rows over intervals, of which equality and
// complementarity are two.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/numbers.hpp"
#include "friction/contact/cone.hpp"

namespace nsds::numerics::generic_mechanical {

struct BlockLaw {
  bool is_contact;      // else rows over intervals
  std::size_t rows;     // 2 or 3 of a contact
  double mu;            // of a contact
  const double* lower;  // (rows), not of a contact
  const double* upper;
};

// l - mid(lower, l - w, upper), without the difference that would lose w beside a large l.
inline double interval_map(double lower, double upper, double l, double w) {
  const double x = l - w;
  if (x < lower) return l - lower;
  if (x > upper) return l - upper;
  return w;
}

// The nearest point of the set. p may be x.
inline void project(const BlockLaw& law, const double* x, double* p) {
  if (!law.is_contact) {
    for (std::size_t i = 0; i < law.rows; ++i) p[i] = std::clamp(x[i], law.lower[i], law.upper[i]);
  } else if (law.rows == 2) {
    friction::project_on_cone<2>(law.mu, x, p);
  } else {
    friction::project_on_cone<3>(law.mu, x, p);
  }
}

// The largest over the rows of |natural map|, of a contact its norm.
inline double natural_map(const BlockLaw& law, const double* l, const double* w) {
  if (law.is_contact) {
    double map[3];
    return std::sqrt(law.rows == 2 ? friction::natural_map<2>(law.mu, l, w, map)
                                   : friction::natural_map<3>(law.mu, l, w, map));
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < law.rows; ++i)
    largest = std::max(largest, std::fabs(interval_map(law.lower[i], law.upper[i], l[i], w[i])));
  return largest;
}

}  // namespace nsds::numerics::generic_mechanical

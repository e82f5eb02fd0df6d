// Finds roots of functions within a bracket.
#pragma once

#include <boost/math/tools/toms748_solve.hpp>
#include <cassert>
#include <cstdint>

namespace nsds {

struct Sample {
  double t;
  double value;
};

/// Finds the root of a function between two samples, left.t < right.t and left.value ≥ 0 ≥ right.value, by
/// Algorithm 748 [Alefeld, Potra and Shi 1995]. It returns a point where the function is zero, or the upper end,
/// where it is negative, of a bracket closed up to four units of rounding, or as far as 250 evaluations close it.
/// function: t → value, copied; values are finite.
template <class Function>
double bracketedRoot(const Function& function, Sample left, Sample right) {
  using boost::math::policies::domain_error;
  using boost::math::policies::ignore_error;
  using boost::math::tools::eps_tolerance;
  assert(left.t < right.t && left.value >= 0.0 && right.value <= 0.0);
  // Boost would throw where that does not hold; no exception leaves an event search.
  constexpr boost::math::policies::policy<domain_error<ignore_error>> silent;
  std::uintmax_t evaluations =
      250;  // The algorithm halves its bracket with every four, and 53 halvings close it.
  return boost::math::tools::toms748_solve(function, left.t, right.t, left.value, right.value,
                                           eps_tolerance<double>(), evaluations, silent)
      .second;
}

}  // namespace nsds

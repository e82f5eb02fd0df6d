// Finds roots of functions within a bracket.
#pragma once

#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

namespace nsds {

struct Sample {
  double t;
  double value;
};

/// Finds the root of a function between two samples, left.value > 0 > right.value, by Algorithm 748 [Alefeld,
/// Potra and Shi 1995]. It returns a point where the function is zero, or the upper end, where it is negative,
/// of a bracket closed up to four units of rounding. function: t → value.
template <class Function>
double bracketedRoot(const Function& function, Sample left, Sample right) {
  using boost::math::policies::domain_error;
  using boost::math::policies::ignore_error;
  using boost::math::tools::eps_tolerance;
  // Boost would throw where the signs do not differ, which callers rule out.
  constexpr boost::math::policies::policy<domain_error<ignore_error>> silent;
  std::uintmax_t evaluations = 100;  // Bisection needs 52 where the bracket does not begin near t = 0.
  return boost::math::tools::toms748_solve(function, left.t, right.t, left.value, right.value,
                                           eps_tolerance<double>(), evaluations, silent)
      .second;
}

}  // namespace nsds

// Velocities that are given: constant, a function of time, or harmonic.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "nsds/common/cxx20.hpp"

namespace nsds {

/// This prescribes v(t) [m/s or rad/s] of one degree of freedom.
class PrescribedVelocity {
 public:
  PrescribedVelocity(double constant)  // NOLINT(*-explicit-*): a number is a velocity
      : function_([constant](double) { return constant; }) {}
  PrescribedVelocity(std::function<double(double t)> function)  // NOLINT(*-explicit-*): so is a function
      : function_(std::move(function)) {}
  template <class Function>
  requires std::is_invocable_r_v<double, Function, double> PrescribedVelocity(Function function)  // NOLINT
      : function_(std::move(function)) {}
  /// mean + amplitude cos(omega t + phase); omega [rad/s], phase [rad].
  static PrescribedVelocity harmonic(double mean, double amplitude, double omega, double phase) {
    return {std::function<double(double)>(
        [=](double t) { return mean + amplitude * std::cos(omega * t + phase); })};
  }
  double operator()(double t) const { return function_(t); }
  explicit operator bool() const { return static_cast<bool>(function_); }

 private:
  std::function<double(double)> function_;
};

}  // namespace nsds

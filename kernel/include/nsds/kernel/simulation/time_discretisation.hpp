// Instants of a simulation: t_k = t0 + k h, by multiplication, or a list.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/export.hpp"

namespace nsds {

class NSDS_KERNEL_API TimeDiscretisation {
 public:
  /// Constant step h > 0 [s]; the last step ends at the model's T and may be shorter.
  /// Errors: InvalidArgument.
  TimeDiscretisation(double t0, double h);
  /// instants: strictly increasing, at least two; the first is t0, the last takes the place of T.
  explicit TimeDiscretisation(std::vector<double> instants);

  double t0() const { return t0_; }
  /// Fixes the end T of the last step. Constant steps: their number is ceil((T - t0) / h), rounding errors of
  /// (T - t0) / h forgiven. A list must end at T. Errors: InvalidArgument.
  void setEnd(double T);
  /// Number of steps; 0 before setEnd.
  std::int64_t steps() const { return steps_; }
  /// t_k, k in [0, steps]. Errors: InvalidArgument.
  double instant(std::int64_t k) const {
    if (instants_.empty() && k >= 0 && k < steps_) return t0_ + static_cast<double>(k) * h_;
    return listedInstant(k);
  }
  /// Length of the step from t_k; exactly h but for a shorter last step. k in [0, steps). Errors:
  /// InvalidArgument.
  double step(std::int64_t k) const { return instants_.empty() && k + 1 < steps_ ? h_ : listedStep(k); }

 private:
  double listedInstant(std::int64_t k) const;
  double listedStep(std::int64_t k) const;

  double t0_;
  double h_;
  double end_;
  std::int64_t steps_ = 0;
  std::vector<double> instants_;
};

}  // namespace nsds

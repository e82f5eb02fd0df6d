// Which relations take part in a step at velocity level: the rule of nsds/kernel/integrators/activation.hpp,
// compiled for a step length.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/integrators/activation.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class ContactActivation {
 public:
  /// Errors: InvalidArgument on gamma outside [0, 1] or a negative or non-finite threshold.
  explicit ContactActivation(Activation activation);

  const Activation& settings() const { return activation_; }
  /// always: (interactions) not zero where relations take part whatever their gap is. rows: of the model.
  void compile(const Scales& scales, double h, std::vector<std::uint8_t> always, Index rows);
  /// gap: (rows) y and rate: (rows) U, of q_k and v_k or predicted; presentGap: (rows) y_k. last: those active
  /// in the last step; active: out. All in the order of I0.
  void select(const double* gap, const double* rate, const double* presentGap, const IndexSet& all,
              const IndexSet& last, IndexSet& active);
  /// max(y_k, 0) / h of a relation that takes part because it is at rest, by its first row; else negative.
  double closingRate(std::int32_t row) const { return closingRate_[static_cast<std::size_t>(row)]; }

 private:
  void selectByRule(const double* gap, const double* rate, const IndexSet& all, const IndexSet& last,
                    IndexSet& active);
  bool takesPart(double gap, double rate, double presentGap, double& closingRate) const;

  Activation activation_;
  double h_ = 0.0;
  double extrapolation_ = 0.0;  // gamma h [s]
  double rateLimit_ = 0.0;      // [m/s]
  double restingLimit_ = 0.0;   // [m]
  double smallestGap_ = 0.0;    // [m]
  std::vector<std::uint8_t> always_;
  std::vector<double> closingRate_;  // (rows)
};

}  // namespace nsds

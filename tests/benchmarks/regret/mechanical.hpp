// Generic mechanical problems made of others.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/generic_mechanical.h"
#include "support/box_families.hpp"
#include "support/collection/instance.hpp"

namespace nsds::bench {

// Owns what it is made of, and stays where it is.
class Mechanical {
 public:
  // Each row is a block of its own: an equality, complementarity or box.
  explicit Mechanical(test::BoxProblem problem);
  // The joints of an instance, G v = d, as equality rows and behind them its contacts: W = J M⁻¹ J' with J = (G; H').
  explicit Mechanical(const Instance& instance);
  Mechanical(const Mechanical&) = delete;
  Mechanical& operator=(const Mechanical&) = delete;

  const nsds_generic_mechanical& problem() const { return problem_; }

 private:
  void add_block(nsds_block_kind kind, int rows, double mu);
  void finish();

  test::BoxProblem box_;
  nsds_matrix W_{};
  std::vector<std::int32_t> starts_{0}, kinds_;
  std::vector<double> mu_;
  nsds_generic_mechanical problem_{};
};

}  // namespace nsds::bench

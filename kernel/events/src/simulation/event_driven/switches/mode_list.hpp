// All solutions of a small problem z = S λ + q, −z ∈ N_[lower, upper](λ), by looking at every choice of states of its rows.
#pragma once

#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

class ModeList {
 public:
  static constexpr Index mostRows = 8;  // 3^8 = 6561 choices

  /// All are borrowed.
  ModeList(const Matrix& S, const Vector& q, const Vector& lower, const Vector& upper)
      : S_(S), q_(q), lower_(lower), upper_(upper) {}

  /// One solution of each choice that has one; a choice whose rows between have a singular matrix has none here.
  std::vector<Vector> solutions();

 private:
  void choose(Index row);
  void look();

  const Matrix& S_;
  const Vector& q_;
  const Vector& lower_;
  const Vector& upper_;
  std::vector<Index> between_;
  Vector lambda_;
  std::vector<Vector> found_;
};

}  // namespace nsds

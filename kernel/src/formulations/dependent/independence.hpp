// Tells at little cost that joints do not depend on each other, which is so for most.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/types.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

/// The pivots of Cholesky tell, in the envelope of the rows: joints are in the order in which bodies were joined, so that those of a
/// chain or a tree have a narrow one. Memory is kept, for islands are looked at whenever the active relations change.
class IndependenceTest {
 public:
  /// False where a pivot is not far from zero, or the envelope is too wide to be worth it.
  bool passes(const nsds_matrix& W, const std::vector<Index>& joints);

 private:
  void findEnvelope(const nsds_matrix& W, const std::vector<Index>& joints);
  bool hasLargePivots(const nsds_matrix& W);
  double& at(std::size_t i, std::size_t j) { return values_[starts_[i] + (j - first_[i])]; }
  double product(std::size_t i, std::size_t j);
  template <class Visit>
  void forEachLower(const nsds_matrix& W, const Visit& visit) const;

  std::vector<std::int32_t> place_;          // of a row among the joints
  std::vector<std::size_t> first_, starts_;  // of a row: its first column that is not zero, its first number
  std::size_t numbers_ = 0;
  double operations_ = 0.0;
  std::vector<double> values_;  // the lower triangle, row after row from its first column
};

}  // namespace nsds

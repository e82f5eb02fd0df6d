// Islands some of whose joints say what others say: their rows contradict each other by what they have drifted apart, which is
// taken away before the problem is formed, and the multipliers of the joints are those of least norm.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "formulations/dependent/dependent_rows.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

class DependentJoints {
 public:
  /// Forgets the ranks of islands, when the active relations have changed.
  void reset(std::size_t islands) { ranks_.assign(islands, unknown); }

  /// An island that is asked for.
  struct Island {
    std::size_t index;
    const nsds_matrix& matrix;
    const double* q;                       ///< (rows)
    const double* floor;                   ///< (rows), Nullable
    std::span<const double> lower, upper;  ///< (rows)
    double tolerance;
  };
  /// Tells whether joints depend on each other, and no more than they may: then q() and floor() take the place of those given.
  /// again: the island was not solved as it is.
  bool apply(const Island& island, bool again);
  const double* q() const { return q_.data(); }
  const double* floor() const { return floor_.data(); }
  /// Writes the solution where all rows are joints, else nothing. z: (rows) in/out.
  void start(double* z) const;
  /// Gives the joints their share. z: (rows) in/out, a solution.
  void share(double* z) const;
  /// Rows that depend on others, of the island that apply was asked for.
  Index dependent() const { return rows_->units().size() - rows_->rank(); }

 private:
  bool areClearlyIndependent(const nsds_matrix& matrix);

  static constexpr Index unknown = -1;

  std::vector<Index> ranks_;   // of joints, by island
  std::vector<Index> joints_;  // rows of the island
  std::unique_ptr<DependentRows> rows_;
  Matrix W_;  // of the joints
  Vector q_, floor_;
  std::vector<double> factor_;  // scratch
};

}  // namespace nsds

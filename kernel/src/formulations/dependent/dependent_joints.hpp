// Islands some of whose joints say what others say: their rows contradict each other by what they have drifted apart, which is
// taken away before the problem is formed, and the multipliers of the joints are those of least norm.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "formulations/dependent/dependent_rows.hpp"
#include "formulations/dependent/independence.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

class DependentJoints {
 public:
  /// Forgets the ranks of islands, when the active relations have changed.
  void reset(std::size_t islands) {
    ranks_.assign(islands, unknown);
    reductions_.resize(islands);
  }

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
  const double* q() const { return now_->q.data(); }
  const double* floor() const { return now_->floor.data(); }
  /// Writes the solution where all rows are joints, else nothing. z: (rows) in/out.
  void start(double* z) const;
  /// Gives the joints their share. z: (rows) in/out, a solution.
  void share(double* z) const;
  /// Rows that depend on others, of the island that apply was asked for.
  Index dependent() const { return now_->rows.units().size() - now_->rows.rank(); }
  bool areAllJoints() const { return std::ssize(now_->joints) == now_->q.size(); }

 private:
  /// Holds what an island with dependent joints is reduced by, in memory that is kept while its rows stay.
  struct Reduction {
    std::vector<Index> joints;  // rows of the island
    Matrix W;                   // of the joints
    DependentRows rows;
    Vector q, floor;
    Vector given, shared;  // scratch, of the joints
  };

  void findJoints(const Island& island);
  void takeMatrix(const nsds_matrix& matrix, Reduction& reduction);
  static bool contradict(const Island& island, Reduction& reduction);

  static constexpr Index unknown = -1, notAsked = -2;

  std::vector<Index> ranks_;                            // of joints, by island
  std::vector<Index> joints_;                           // rows of the island that is asked for
  std::vector<std::unique_ptr<Reduction>> reductions_;  // by island; null: it has no dependent joints
  Reduction* now_ = nullptr;                            // of the island that apply was asked for
  IndependenceTest test_;
  std::vector<std::int32_t> place_;  // scratch: of a row among the joints, -1 for others
};

}  // namespace nsds

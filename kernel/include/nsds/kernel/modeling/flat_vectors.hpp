// The numbers of a model are one block of memory that holds the time, the states of all systems and the
// outputs and multipliers of all interactions, and a copy of it from the start of the step. Integrators and
// formulations read and write it; users see it through their systems and interactions.
#pragma once

#include <algorithm>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class NSDS_KERNEL_API FlatVectors {
 public:
  FlatVectors();
  FlatVectors(const FlatVectors&) = delete;
  FlatVectors& operator=(const FlatVectors&) = delete;

  Index positions() const { return positions_; }
  Index dofs() const { return dofs_; }
  Index rows() const { return rows_; }
  Index lawStates() const { return lawStates_; }

  /// The whole block, the time first. The vectors below begin in it one after the other.
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }
  double& time() { return values_[0]; }
  double time() const { return values_[0]; }
  // NOLINTBEGIN(readability-make-member-function-const): only who may change the model may write the
  // vectors.
  double* position() { return now_.position; }      ///< (positions) q and x
  double* velocity() { return now_.velocity; }      ///< (dofs) v
  double* input() { return now_.input; }            ///< (dofs) p and r
  double* force() { return now_.force; }            ///< (dofs) F at the present state
  double* output() { return now_.output; }          ///< (rows) y
  double* rate() { return now_.rate; }              ///< (rows) U
  double* multiplier() { return now_.multiplier; }  ///< (rows) λ
  double* lawState() { return now_.lawState; }      ///< (lawStates) internal states of the laws
  // NOLINTEND(readability-make-member-function-const)
  const double* position() const { return now_.position; }
  const double* velocity() const { return now_.velocity; }
  const double* force() const { return now_.force; }

  /// Keeps a copy of the block: the start of a step, which integrators read and failed steps go back to.
  void keepStart() { std::copy(values_.begin(), values_.end(), start_.begin()); }
  void returnToStart() { std::copy(start_.begin(), start_.end(), values_.begin()); }
  double startTime() const { return start_[0]; }
  const double* startPosition() const { return atStart_.position; }  ///< (positions)
  const double* startVelocity() const { return atStart_.velocity; }  ///< (dofs)
  const double* startForce() const { return atStart_.force; }        ///< (dofs)
  const double* startOutput() const { return atStart_.output; }      ///< (rows)
  const double* startRate() const { return atStart_.rate; }          ///< (rows)

 private:
  friend class NonSmoothDynamicalSystem;

  /// Lays the vectors out anew, as zeros, the start likewise. Pointers still look at the old block, which is
  /// returned.
  [[nodiscard]] std::vector<double> resize(Index positions, Index dofs, Index rows, Index lawStates);

  /// Where the vectors begin in a block of memory.
  struct Vectors {
    double* position;
    double* velocity;
    double* input;
    double* force;
    double* output;
    double* rate;
    double* multiplier;
    double* lawState;
  };

  Vectors vectorsIn(std::vector<double>& block) const;

  Index positions_ = 0;
  Index dofs_ = 0;
  Index rows_ = 0;
  Index lawStates_ = 0;
  std::vector<double> values_;
  std::vector<double> start_;  // as large as values_
  Vectors now_;                // in values_
  Vectors atStart_;            // in start_
};

}  // namespace nsds

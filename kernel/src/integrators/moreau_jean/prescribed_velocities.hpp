// Prescribed velocities: their rows and columns are taken out of the iteration matrices, so that W⁻¹Hᵀ is zero
// there; the columns that were taken out are kept for the right-hand sides.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class PrescribedVelocities {
 public:
  /// Makes room for the columns of all systems, and marks the degrees of freedom in the condensed operator.
  void compile(CompiledModel& model);
  /// True if any velocity of the model is prescribed.
  bool any() const { return !columns_.empty(); }
  /// Keeps the columns of the prescribed velocities of a system, and makes their rows and columns those of the
  /// identity.
  void condense(const CompiledModel& model, std::size_t system, Eigen::Ref<Matrix> W);
  void condense(const CompiledModel& model, std::size_t system, SystemMatrix& W);
  /// Turns the right-hand side of W (v_free - v) = rhs into that of the condensed matrix, the prescribed
  /// velocities being those at t. Errors: Error on one that is not finite.
  void impose(const CompiledModel& model, std::size_t system, double t, const double* v, double* rhs) const;

 private:
  std::vector<std::int32_t> first_;  // (systems) into columns_
  std::vector<double> columns_;      // (n) for each prescribed velocity
};

}  // namespace nsds

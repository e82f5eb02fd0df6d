// Where displacements take the outputs of mechanical relations:
//
//   y(q displaced by N⁻¹Gᵀλ) = y(q) + G N⁻¹Gᵀ λ + O(|λ|²),   N = M(q) or the identity,
//
// as a condensed operator, whatever the integrator is.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/index_set.hpp"

namespace nsds {

class NSDS_KERNEL_API PositionOperator {
 public:
  /// Errors: InvalidArgument naming a system that is not mechanical; Error if a mass matrix is singular.
  void compile(NonSmoothDynamicalSystem& nsds, bool massMetric);
  /// G and N⁻¹Gᵀ at the present coordinates. False if that changed no number.
  bool linearise(double t, const IndexSet& rows);
  /// N⁻¹Gᵀ of a row becomes that of the row plus ratio times the next, until the next linearise.
  void tilt(std::int32_t interaction, std::int32_t row, double ratio);
  const CondensedOperator& condensed() const { return model_.condensed; }
  /// Says what of an output nobody looks at: outputs are positions here, and rounding is known of velocities alone.
  void setFloor(double floor);
  /// Writes the outputs at the present coordinates to those of the model.
  void evaluate(double t, const IndexSet& rows);
  /// Displaces the coordinates of the model by N⁻¹Gᵀλ; lambda: over the rows one after the other.
  /// Errors: Error naming a system whose coordinates overflow.
  void displace(const IndexSet& rows, const double* lambda);

 private:
  bool isConstant(std::size_t interaction) const;
  void assignMetric(std::size_t system);

  CompiledModel model_;  // its iteration matrices are N
  UniformRounding floor_;
  bool massMetric_ = true;
  std::vector<unsigned char> constant_;   // (interactions) 1 where G and N⁻¹Gᵀ stay
  std::vector<unsigned char> evaluated_;  // (interactions) 1 where they are in the condensed operator
  Matrix scratch_;
  std::vector<double> displacement_;  // (dofs)
};

}  // namespace nsds

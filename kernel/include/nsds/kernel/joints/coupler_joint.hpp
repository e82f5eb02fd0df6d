// Gears, belts, screws and racks are a linear relation between two free coordinates.
#pragma once

#include <array>

#include "nsds/kernel/joints/joint.hpp"

namespace nsds {

/// A free coordinate of a joint in a coupler.
struct CoupledCoordinate {
  double factor;               ///< not zero
  JointCoordinate coordinate;  ///< joint.freeCoordinate(i)
  std::vector<Index> bodies;   ///< where the bodies of the joint are among the systems linked by the coupler
};

/// y = factor_1 c_1 + factor_2 c_2: 1 row, zero where the joints were made. Gears: two pivots, the factors
/// the numbers of teeth (of opposite signs if one is inside of the other). Screws: coordinates 0 and 1 of one
/// cylindrical joint, factors 1 and -pitch / (2 pi). Angles do not count their turns: y is counted modulo
/// what a turn changes it by; where the factors of two angles have no common measure above 1e-3 of them, it
/// jumps instead, with U = dy/dt wherever it does not.
class NSDS_KERNEL_API CouplerJointR final : public MechanicalRelation {
 public:
  bool callsUser() const override { return false; }
  /// Errors: InvalidArgument if a factor is zero or not finite, or if the places of the bodies do not fit:
  /// one for each body of the joint, together 0, 1, ... without gap.
  CouplerJointR(CoupledCoordinate first, CoupledCoordinate second);

 private:
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doCheckLaw(const NonSmoothLaw& law) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;

  std::array<CoupledCoordinate, 2> coordinates_;
  double period_ = 0.0;  // of y; 0 if it has none
};

}  // namespace nsds

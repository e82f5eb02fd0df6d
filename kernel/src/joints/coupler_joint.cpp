#include "nsds/kernel/joints/coupler_joint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "joints/joint_builder.hpp"
#include "modeling/law_checks.hpp"

namespace nsds {

namespace {

constexpr double smallestMeasure = 1e-3;  // common to the factors of two angles, relative to the larger

/// Gives one more than the largest place, for places begin with 0.
Index systemCount(const CoupledCoordinate& first, const CoupledCoordinate& second) {
  Index count = 0;
  for (const CoupledCoordinate* coupled : {&first, &second}) {
    for (const Index place : coupled->bodies) count = std::max(count, place + 1);
  }
  return count;
}

/// Gives the change of the output by a full turn: 2π times the common measure of the factors of angles, by
/// Euclid's algorithm; 0 if they have none.
double turnOf(const std::array<CoupledCoordinate, 2>& coordinates) {
  double larger = 0.0;
  double smaller = 0.0;
  for (const CoupledCoordinate& coupled : coordinates) {
    if (!coupled.coordinate.isAngle()) continue;
    smaller = std::abs(coupled.factor);
    if (smaller > larger) std::swap(larger, smaller);
  }
  const double least = smallestMeasure * larger;
  while (smaller >= least) {
    larger = std::abs(std::remainder(larger, smaller));
    std::swap(larger, smaller);
  }
  const bool common = larger >= least && smaller <= 1e-9 * larger;
  return common ? 2.0 * std::numbers::pi * larger : 0.0;
}

void checkPlaces(const std::string& name, const CoupledCoordinate& coupled, std::vector<bool>& taken) {
  check::that(std::isfinite(coupled.factor) && coupled.factor != 0.0,
              "{}: the factor {} is zero or not finite", name, coupled.factor);
  check::that(static_cast<Index>(coupled.bodies.size()) == coupled.coordinate.bodies(),
              "{}: a joint between {} bodies has {} places among the linked systems", name,
              coupled.coordinate.bodies(), coupled.bodies.size());
  for (const Index place : coupled.bodies) {
    check::that(place >= 0, "{}: there is no place {} among the linked systems", name, place);
    taken[static_cast<std::size_t>(place)] = true;
  }
  check::that(coupled.bodies.size() == 1 || coupled.bodies[0] != coupled.bodies[1],
              "{}: both bodies of a joint have the place {}", name, coupled.bodies[0]);
}

/// q: (14) out, the coordinates of the bodies of one joint.
Eigen::Map<const Vector> gather(const CoupledCoordinate& coupled, VectorConstRef q, double* out) {
  Index size = 0;
  for (const Index place : coupled.bodies) {
    std::copy_n(q.data() + 7 * place, 7, out + size);
    size += 7;
  }
  return {out, size};
}

}  // namespace

CouplerJointR::CouplerJointR(CoupledCoordinate first, CoupledCoordinate second)
    : MechanicalRelation("CouplerJointR", 1, 6 * systemCount(first, second), false),
      coordinates_{std::move(first), std::move(second)} {
  setCentralImpulses(true);
  std::vector<bool> taken(static_cast<std::size_t>(columns() / 6), false);
  for (const CoupledCoordinate& coupled : coordinates_) checkPlaces(name(), coupled, taken);
  const auto missing = std::find(taken.begin(), taken.end(), false);
  check::that(missing == taken.end(), "{}: no joint has a body at place {}", name(), missing - taken.begin());
  period_ = turnOf(coordinates_);
}

void CouplerJointR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  joints::requireBodies(*this, systems, columns() / 6);
}

void CouplerJointR::doCheckLaw(const NonSmoothLaw& law) const {
  check::lawWith<FreeSet>(*this, law, "equalities, EqualityConditionNSL(1)");
}

void CouplerJointR::doOutput(double, VectorConstRef q, VectorRef y) const {
  double gathered[14];
  y[0] = 0.0;
  for (const CoupledCoordinate& coupled : coordinates_)
    y[0] += coupled.factor * coupled.coordinate.value(gather(coupled, q, gathered));
  if (period_ > 0.0) y[0] = std::remainder(y[0], period_);
}

void CouplerJointR::doJacobian(double, VectorConstRef q, MatrixRef H) const {
  double gathered[14];
  double row[12];
  for (const CoupledCoordinate& coupled : coordinates_) {
    coupled.coordinate.row(gather(coupled, q, gathered),
                           Eigen::Map<Vector>(row, 6 * coupled.coordinate.bodies()));
    for (std::size_t i = 0; i < coupled.bodies.size(); ++i) {
      for (std::size_t j = 0; j < 6; ++j)
        H(0, 6 * coupled.bodies[i] + static_cast<Index>(j)) += coupled.factor * row[6 * i + j];
    }
  }
}

}  // namespace nsds

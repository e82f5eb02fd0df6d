// Contact of rigid bodies at given points. Rows (N), (N, T1) or (N, T1, T2): the gap, and the relative
// velocity of the two bodies at the point in the frame of the contact, body 1 minus body 2 (or minus what
// does not move). Rows (N, T1, T2, M1, M2), for laws that resist rolling, have the components of the relative angular
// velocity along the two tangents beside them; spinning about the normal has no row.
//
// In time stepping the points are those of the start of a step; within it they move with the bodies. A force at the point acts
// on both bodies there, so that linear and angular momentum are kept. In event-driven simulation the gap is that between two
// features of the bodies (corner, edge, face), a function of the coordinates; each body is touched on its own surface.
//
// Bodies are NewtonEulerDS or, in the plane z = 0, LagrangianDS with q = (x, y, angle) of the centre of mass,
// counterclockwise. Planar contacts have rows (N), (N, T) or (N, T, M), T being N turned clockwise by a right angle and M the
// relative angular velocity.
#pragma once

#include <memory>

#include "nsds/kernel/contact/shapes.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

enum class ContactBodies { spatial, planar };
struct FeatureGap;
namespace contact {
struct BodyMotion;
}  // namespace contact

class NSDS_KERNEL_API ContactR final : public MechanicalRelation {
 public:
  bool callsUser() const override { return false; }
  /// rows: 1, 2, 3 or, for spatial bodies, 5; bodies: 1 (against what does not move) or 2. Errors:
  /// InvalidArgument.
  ContactR(Index rows, Index bodies, ContactBodies kind = ContactBodies::spatial);

  /// Puts the contact where it is at the coordinates q of its bodies: (7 or 14; planar 3 or 6). Tangents
  /// follow from the normal alone. An InteractionManager calls it between steps: time stepping asks the
  /// manager at the start of each step, and then takes the new Jacobian.
  void place(const ContactPoint& contact, VectorConstRef q);
  /// Sets only the frame, as place() would from this normal. The Jacobian is valid again after the next
  /// place().
  void turn(const Vector3& normal);
  /// From now on the gap is that between these features, at all coordinates; normal and point are those at q: as of place().
  /// Errors: InvalidArgument for bodies in space unless there is one row, N.
  void follow(std::shared_ptr<const FeatureGap> features, VectorConstRef q);
  const Vector3& normal() const { return frame_[0]; }
  /// Axis r of the frame: normal, tangent 1, tangent 2.
  const Vector3& axis(Index r) const { return frame_[static_cast<std::size_t>(r)]; }
  /// The point where it was placed, inertial frame [m].
  const Vector3& point() const { return point_; }

  bool frozenJacobian() const override { return features_ == nullptr; }
  bool hasCurvature() const override { return features_ != nullptr; }
  /// The name of what does not move, where there is one body.
  std::string surroundings() const override { return surroundings_; }
  void setSurroundings(std::string name) { surroundings_ = std::move(name); }

 private:
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  /// Errors: InvalidArgument unless the law has a unilateral row N and, in the same block, one for each tangent and, where rows
  /// are more, each moment.
  void doCheckLaw(const NonSmoothLaw& law) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;
  void doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const override;
  void jacobianOfFeatures(VectorConstRef q, MatrixRef H) const;
  std::array<contact::BodyMotion, 2> motions(VectorConstRef q, const double* v) const;

  /// Where the point of body b is at the coordinates q of all.
  Vector3 carried(VectorConstRef q, Index b) const;
  /// The rows of moments in y, if there are any: how far the bodies have turned on each other since place().
  void addTurning(VectorConstRef q, VectorRef y) const;
  void putTurning(MatrixRef H) const;
  bool resistsRolling() const { return rows() > 3 || (rows() == 3 && kind_ == ContactBodies::planar); }
  /// The rows along the axes of the frame, which those of moments follow.
  Index directions() const { return resistsRolling() ? rows() / 2 + 1 : rows(); }

  Index bodies_;
  ContactBodies kind_;
  std::array<Vector3, 3> frame_;
  Vector3 point_;
  std::array<Vector3, 2>
      arms_;  // the point in the frames of the bodies; of body 2: inertial if it does not move
  std::array<std::array<Vector3, 3>, 2> moments_;  // of the frame's axes at the arms, in the same frames
  std::array<std::array<Vector3, 3>, 2> axes_;     // of the frame, likewise, where rows of moments need them
  double gap_ = 0.0;
  std::shared_ptr<const FeatureGap> features_;  // copies of the relation have them too; null: placed points
  std::string surroundings_;
};

}  // namespace nsds

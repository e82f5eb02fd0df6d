#include "nsds/kernel/contact/contact_relation.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/rotation.hpp"
#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"

namespace nsds {

namespace {

Vec3 load(const Vector3& a) {
  return {a[0], a[1], a[2]};
}
Vector3 eigen(const Vec3& a) {
  return {a.x, a.y, a.z};
}

/// Two directions across n, by n alone: the axis that n is least along gives the first.
void tangents(const Vector3& n, Vector3& t1, Vector3& t2) {
  Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  t1 = Vector3::Unit(least) - n[least] * n;
  t1 /= t1.norm();
  t2 = eigen(cross(load(n), load(t1)));
}

/// Where a body is, as that of a body in space.
std::array<double, 7> poseOf(VectorConstRef q, Index body, ContactBodies kind) {
  std::array<double, 7> pose{};
  if (kind == ContactBodies::spatial) {
    std::copy_n(q.data() + 7 * body, 7, pose.begin());
  } else {
    const double* const planar = q.data() + 3 * body;
    pose = {planar[0], planar[1], 0.0, std::cos(0.5 * planar[2]), 0.0, 0.0, std::sin(0.5 * planar[2])};
  }
  return pose;
}

}  // namespace

ContactR::ContactR(Index rows, Index bodies, ContactBodies kind)
    : MechanicalRelation("ContactR", rows, (kind == ContactBodies::planar ? 3 : 6) * bodies, false),
      bodies_(bodies),
      kind_(kind),
      frame_{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()},
      point_(Vector3::Zero()),
      arms_{Vector3::Zero(), Vector3::Zero()} {
  check::that(rows >= 1 && rows <= 3, "ContactR: {} rows; a contact has 1 (normal), 2 or 3 (with tangents)",
              rows);
  check::that(rows <= 2 || kind == ContactBodies::spatial,
              "ContactR: {} rows; a contact in the plane has 1 (normal) or 2 (with its tangent)", rows);
  check::that(bodies == 1 || bodies == 2, "ContactR: {} bodies; a contact has 1 or 2", bodies);
}

void ContactR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  for (const DynamicalSystem* system : systems) {
    if (kind_ == ContactBodies::spatial) {
      check::that(dynamic_cast<const NewtonEulerDS*>(system) != nullptr,
                  "ContactR is for rigid bodies, NewtonEulerDS; {} is none", system->name());
    } else {
      check::that(dynamic_cast<const LagrangianDS*>(system) != nullptr && system->dimension() == 3,
                  "a planar ContactR is for LagrangianDS with q = (x, y, angle); {} is none", system->name());
    }
  }
}

void ContactR::turn(const Vector3& normal) {
  frame_[0] = normal;
  if (kind_ == ContactBodies::spatial) {
    tangents(frame_[0], frame_[1], frame_[2]);
  } else {
    frame_[1] = {normal[1], -normal[0], 0.0};
    frame_[2] = Vector3::UnitZ();
  }
}

void ContactR::place(const ContactPoint& contact, VectorConstRef q) {
  point_ = contact.point;
  gap_ = contact.gap;
  turn(contact.normal);
  double* column = jacobian_.data();
  constexpr Index spatial[6] = {0, 1, 2, 3, 4, 5};
  constexpr Index planar[3] = {0, 1, 5};  // what of a motion in space is one in the plane
  const std::span<const Index> motions =
      kind_ == ContactBodies::planar ? std::span<const Index>(planar) : std::span<const Index>(spatial);
  for (Index b = 0; b < bodies_; ++b) {
    const std::array<double, 7> body = poseOf(q, b, kind_);
    const double sign = b == 0 ? 1.0 : -1.0;
    const Vec3 arm = rotateBack(body.data() + 3, load(point_) - nsds::load(body.data()));
    arms_[static_cast<std::size_t>(b)] = eigen(arm);
    for (Index r = 0; r < rows(); ++r) {
      // d . (v + R (Omega x arm)) = d . v + Omega . (arm x R^T d)
      const Vec3 axis = load(frame_[static_cast<std::size_t>(r)]);
      const Vec3 moment = cross(arm, rotateBack(body.data() + 3, axis));
      const double row[6] = {axis.x, axis.y, axis.z, moment.x, moment.y, moment.z};
      for (Index j = 0; j < perBody(); ++j)
        column[j * rows() + r] = sign * row[motions[static_cast<std::size_t>(j)]];
    }
    column += perBody() * rows();
  }
}

Vector3 ContactR::carried(VectorConstRef q, Index b) const {
  const std::array<double, 7> body = poseOf(q, b, kind_);
  return eigen(nsds::load(body.data()) + rotate(body.data() + 3, load(arms_[static_cast<std::size_t>(b)])));
}

/// The gap where it was placed, and how far the two points have moved apart since.
void ContactR::doOutput(double, VectorConstRef q, VectorRef y) const {
  const Vector3 apart = carried(q, 0) - (bodies_ == 2 ? carried(q, 1) : point_);
  for (Index r = 0; r < rows(); ++r) y[r] = axis(r).dot(apart);
  y[0] += gap_;
}

void ContactR::doJacobian(double, VectorConstRef, MatrixRef H) const {
  const double* from = jacobian_.data();
  forEachRun(H, [&](double* to, Index count) {
    std::copy_n(from, count, to);
    from += count;
  });
}

}  // namespace nsds

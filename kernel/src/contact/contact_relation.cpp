#include "nsds/kernel/contact/contact_relation.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/rotation.hpp"
#include "modeling/checks.hpp"
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

}  // namespace

ContactR::ContactR(Index rows, Index bodies)
    : MechanicalRelation("ContactR", rows, 6 * bodies, false),
      bodies_(bodies),
      frame_{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()},
      point_(Vector3::Zero()),
      arms_{Vector3::Zero(), Vector3::Zero()} {
  check::that(rows >= 1 && rows <= 3, "ContactR: {} rows; a contact has 1 (normal), 2 or 3 (with tangents)",
              rows);
  check::that(bodies == 1 || bodies == 2, "ContactR: {} bodies; a contact has 1 or 2", bodies);
}

void ContactR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  for (const DynamicalSystem* system : systems) {
    check::that(dynamic_cast<const NewtonEulerDS*>(system) != nullptr,
                "ContactR is for rigid bodies, NewtonEulerDS; {} is none", system->name());
  }
}

void ContactR::turn(const Vector3& normal) {
  frame_[0] = normal;
  tangents(frame_[0], frame_[1], frame_[2]);
}

void ContactR::place(const ContactPoint& contact, VectorConstRef q) {
  point_ = contact.point;
  gap_ = contact.gap;
  turn(contact.normal);
  double* column = jacobian_.data();
  for (Index b = 0; b < bodies_; ++b) {
    const double* const body = q.data() + 7 * b;
    const double sign = b == 0 ? 1.0 : -1.0;
    const Vec3 arm = rotateBack(body + 3, load(point_) - nsds::load(body));
    arms_[static_cast<std::size_t>(b)] = eigen(arm);
    for (Index r = 0; r < rows(); ++r) {
      // d . (v + R (Omega x arm)) = d . v + Omega . (arm x R^T d)
      const Vec3 axis = load(frame_[static_cast<std::size_t>(r)]);
      const Vec3 moment = cross(arm, rotateBack(body + 3, axis));
      const double row[6] = {axis.x, axis.y, axis.z, moment.x, moment.y, moment.z};
      for (Index j = 0; j < 6; ++j) column[j * rows() + r] = sign * row[j];
    }
    column += 6 * rows();
  }
}

/// The gap where it was placed, and how far the two points have moved apart since.
void ContactR::doOutput(double, VectorConstRef q, VectorRef y) const {
  Vec3 apart = nsds::load(q.data()) + rotate(q.data() + 3, load(arms_[0]));
  if (bodies_ == 2) {
    apart = apart - nsds::load(q.data() + 7) - rotate(q.data() + 10, load(arms_[1]));
  } else {
    apart = apart - load(point_);
  }
  for (Index r = 0; r < rows(); ++r) y[r] = dot(load(frame_[static_cast<std::size_t>(r)]), apart);
  y[0] += gap_;
}

void ContactR::doJacobian(double, VectorConstRef, MatrixRef H) const {
  H = Eigen::Map<const Matrix>(jacobian_.data(), rows(), 6 * bodies_);
}

}  // namespace nsds

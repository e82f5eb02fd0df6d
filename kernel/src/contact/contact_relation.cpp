#include "nsds/kernel/contact/contact_relation.hpp"

#include "contact/body_pose.hpp"
#include "contact/collide_pairs.hpp"
#include "contact/features/feature_gap.hpp"
#include "linalg/rotation.hpp"
#include "linalg/vector_loops.hpp"
#include "modeling/law_checks.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "nsds/kernel/modeling/laws/cohesion.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"

namespace nsds {

namespace {

Vec3 load(const Vector3& a) {
  return {a[0], a[1], a[2]};
}
Vector3 eigen(const Vec3& a) {
  return {a.x, a.y, a.z};
}

/// Gives two directions across n that depend on n alone: the axis that n is least along gives the first.
void tangents(const Vector3& n, Vector3& t1, Vector3& t2) {
  Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  t1 = Vector3::Unit(least) - n[least] * n;
  t1 /= t1.norm();
  t2 = eigen(cross(load(n), load(t1)));
}

}  // namespace

ContactR::ContactR(Index rows, Index bodies, ContactBodies kind)
    : MechanicalRelation("ContactR", rows, (kind == ContactBodies::planar ? 3 : 6) * bodies, false),
      bodies_(bodies),
      kind_(kind),
      frame_{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()},
      point_(Vector3::Zero()),
      arms_{Vector3::Zero(), Vector3::Zero()} {
  for (auto* const vectors : {&moments_, &axes_})
    for (auto& ofBody : *vectors) ofBody.fill(Vector3::Zero());
  check::that((rows >= 1 && rows <= 3) || rows == 5,
              "ContactR: {} rows; a contact has 1 (normal), 2 or 3 (with tangents) or 5 (with moments)",
              rows);
  check::that(rows <= 3 || kind == ContactBodies::spatial,
              "ContactR: {} rows; a contact in the plane has 1 (normal), 2 (with its tangent) or 3 (with its "
              "moment)",
              rows);
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

void ContactR::doCheckLaw(const NonSmoothLaw& law) const {
  check::that(law.blockSize() == rows(),
              "ContactR has {} rows, the law {} blocks of {}; a contact is one block", rows(), law.name(),
              law.blockSize());
  if (resistsRolling()) {
    check::that(std::holds_alternative<RollingSet>(law.admissibleSet()),
                "{} of {} rows{} does not take the law {}: it takes laws of rolling friction, such as "
                "NewtonImpactRollingFrictionNSL",
                name(), rows(), kind_ == ContactBodies::planar ? " in the plane" : "", law.name());
  } else {
    check::lawWith<OrthantSet, CoulombSet, TrescaSet, CohesiveSet>(
        *this, law,
        "unilateral laws without directions of their own, such as NewtonImpactNSL and "
        "NewtonImpactFrictionNSL; a "
        "relation of your own takes others");
  }
  const auto* const bond = dynamic_cast<const CohesiveNSL*>(&law);
  check::that(bond == nullptr || bond->bond() == Bond::renewed,
              "{} does not take {} with a brittle bond: contacts that are found come and go with their "
              "state, so that a "
              "bond would come back; give Bond::renewed, or link a relation of your own",
              name(), law.name());
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
  features_.reset();
  point_ = contact.point;
  gap_ = contact.gap;
  turn(contact.normal);
  for (Index b = 0; b < bodies_; ++b) {
    const Pose body = poseOf(q.data(), kind_, b);
    const Eigen::Matrix3d toBody = contact::rotationOf(body).transpose();
    const Vector3 lever = point_ - body.x;
    const auto k = static_cast<std::size_t>(b);
    arms_[k] = toBody * lever;
    // d . (v + R (Omega x arm)) = d . v + Omega . (arm x R^T d), and arm x R^T d = R^T (R arm x d)
    for (std::size_t r = 0; r < 3; ++r) moments_[k][r] = toBody * lever.cross(frame_[r]);
    if (resistsRolling())
      for (std::size_t r = 0; r < 3; ++r) axes_[k][r] = toBody * frame_[r];
  }
}

Vector3 ContactR::carried(VectorConstRef q, Index b) const {
  const Pose body = poseOf(q.data(), kind_, b);
  return body.x + eigen(rotate(body.quaternion.data(), load(arms_[static_cast<std::size_t>(b)])));
}

void ContactR::follow(std::shared_ptr<const FeatureGap> features, VectorConstRef q) {
  check::that(kind_ == ContactBodies::planar || rows() == 1,
              "ContactR: the contact of bodies in space follows features in one row, N; it has {}", rows());
  const auto bodies = motions(q, nullptr);
  const contact::Witness witness = contact::witnessOf(*features, bodies[0], bodies[1]);
  place({0.5 * (witness.point1.value + witness.point2.value), witness.normal.value, witness.gap}, q);
  features_ = std::move(features);
}

/// Of the two bodies, the second at rest if it does not move. v: null for bodies at rest.
std::array<contact::BodyMotion, 2> ContactR::motions(VectorConstRef q, const double* v) const {
  std::array<contact::BodyMotion, 2> bodies;
  for (Index b = 0; b < bodies_; ++b) {
    contact::BodyMotion& body = bodies[static_cast<std::size_t>(b)];
    const Pose pose = poseOf(q.data(), kind_, b);
    body.x = pose.x;
    body.R = contact::rotationOf(pose);
    if (v == nullptr) continue;
    if (kind_ == ContactBodies::spatial) {
      body.v = Eigen::Map<const Vector3>(v + 6 * b);
      body.omega = body.R * Eigen::Map<const Vector3>(v + 6 * b + 3);
    } else {
      body.v = {v[3 * b], v[3 * b + 1], 0.0};
      body.omega = {0.0, 0.0, v[3 * b + 2]};
    }
  }
  return bodies;
}

/// The gap where it was placed, and how far the two points have moved apart since.
void ContactR::doOutput(double, VectorConstRef q, VectorRef y) const {
  if (features_ != nullptr) {
    const auto bodies = motions(q, nullptr);
    y.setZero();  // what slips has no place to return to
    y[0] = contact::witnessOf(*features_, bodies[0], bodies[1]).gap;
    return;
  }
  const Vector3 apart = carried(q, 0) - (bodies_ == 2 ? carried(q, 1) : point_);
  for (Index r = 0; r < directions(); ++r) y[r] = axis(r).dot(apart);
  y[0] += gap_;
  if (resistsRolling()) addTurning(q, y);
}

/// An axis a that turns with a body by a small angle theta becomes a + theta x a: what its end has moved along another axis
/// is the component of theta along the third.
void ContactR::addTurning(VectorConstRef q, VectorRef y) const {
  const Index first = directions();
  y.tail(rows() - first).setZero();
  for (Index b = 0; b < bodies_; ++b) {
    const Pose body = poseOf(q.data(), kind_, b);
    const double sign = b == 0 ? 1.0 : -1.0;
    const auto& axes = axes_[static_cast<std::size_t>(b)];
    const auto turned = [&](std::size_t r) { return eigen(rotate(body.quaternion.data(), load(axes[r]))); };
    if (kind_ == ContactBodies::planar) {
      y[first] -= sign * frame_[1].dot(turned(0));
    } else {
      y[first] += sign * frame_[0].dot(turned(2));
      y[first + 1] -= sign * frame_[0].dot(turned(1));
    }
  }
}

/// d · v(c) = d · v + Omega · R^T ((c − x) × d) at the point c of each body.
void ContactR::jacobianOfFeatures(VectorConstRef q, MatrixRef H) const {
  const auto bodies = motions(q, nullptr);
  const contact::Witness witness = contact::witnessOf(*features_, bodies[0], bodies[1]);
  const Vector3& n = witness.normal.value;
  const std::array<Vector3, 2> axes{n, Vector3(n[1], -n[0], 0.0)};
  for (Index b = 0; b < bodies_; ++b) {
    const contact::BodyMotion& body = bodies[static_cast<std::size_t>(b)];
    const Vector3 arm = (b == 0 ? witness.point1 : witness.point2).value - body.x;
    const double sign = b == 0 ? 1.0 : -1.0;
    for (Index r = 0; r < rows(); ++r) {
      const Vector3 axis = sign * axes[static_cast<std::size_t>(r)];
      if (kind_ == ContactBodies::spatial) {
        H.row(r).segment<3>(6 * b) = axis.transpose();
        H.row(r).segment<3>(6 * b + 3) = (body.R.transpose() * arm.cross(axis)).transpose();
      } else {
        H.row(r).segment<3>(3 * b) << axis[0], axis[1], arm.cross(axis)[2];
      }
    }
  }
}

/// γ along an axis a: ȧ · (v₁(c₁) − v₂(c₂)) + a · (ω₁ × (ċ₁ − ẋ₁) − ω₂ × (ċ₂ − ẋ₂)).
void ContactR::doCurvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) const {
  const auto bodies = motions(q, v.data());
  const contact::Witness witness = contact::witnessOf(*features_, bodies[0], bodies[1]);
  Vector3 velocity = Vector3::Zero();
  Vector3 turning = Vector3::Zero();
  for (Index b = 0; b < bodies_; ++b) {
    const contact::BodyMotion& body = bodies[static_cast<std::size_t>(b)];
    const contact::MovingVector& point = b == 0 ? witness.point1 : witness.point2;
    const double sign = b == 0 ? 1.0 : -1.0;
    velocity += sign * (body.v + body.omega.cross(point.value - body.x));
    turning += sign * body.omega.cross(point.rate - body.v);
  }
  const contact::MovingVector& n = witness.normal;
  gamma[0] = n.rate.dot(velocity) + n.value.dot(turning);
  if (rows() > 1) {
    const auto across = [](const Vector3& a) { return Vector3(a[1], -a[0], 0.0); };
    gamma[1] = across(n.rate).dot(velocity) + across(n.value).dot(turning);
  }
}

void ContactR::doJacobian(double, VectorConstRef q, MatrixRef H) const {
  if (features_ != nullptr) return jacobianOfFeatures(q, H);
  const bool planar = kind_ == ContactBodies::planar;  // moves along x and y, and turns about z
  withSize(static_cast<std::int32_t>(directions()), [&](auto size) {
    double* column = H.data();
    const auto put = [&](double sign, const std::array<Vector3, 3>& vectors, Index component) {
      for (std::int32_t r = 0; r < size; ++r)
        column[r] = sign * vectors[static_cast<std::size_t>(r)][component];
      column += H.outerStride();
    };
    for (Index b = 0; b < bodies_; ++b) {
      const double sign = b == 0 ? 1.0 : -1.0;
      for (Index k = 0; k < (planar ? 2 : 3); ++k) put(sign, frame_, k);
      for (Index k = planar ? 2 : 0; k < 3; ++k) put(sign, moments_[static_cast<std::size_t>(b)], k);
    }
  });
  if (resistsRolling()) putTurning(H);
}

/// The rows of moments: the angular velocities of the bodies along the tangents, in the plane about z.
void ContactR::putTurning(MatrixRef H) const {
  const Index first = directions();
  const bool planar = kind_ == ContactBodies::planar;
  const Index size = planar ? 3 : 6;
  H.bottomRows(rows() - first).setZero();
  for (Index b = 0; b < bodies_; ++b) {
    const double sign = b == 0 ? 1.0 : -1.0;
    const auto& axes = axes_[static_cast<std::size_t>(b)];
    if (planar) {
      H(first, size * b + 2) = sign;
    } else {
      for (std::size_t r = 1; r <= 2; ++r)
        H.block<1, 3>(first + static_cast<Index>(r) - 1, size * b + 3) = sign * axes[r].transpose();
    }
  }
}

}  // namespace nsds

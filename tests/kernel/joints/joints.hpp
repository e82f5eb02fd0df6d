// Bodies at random places and every joint between them, for the tests of joints.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <memory>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "support/draws.hpp"

namespace nsds::test {

inline const Eigen::Vector3d ex = Eigen::Vector3d::UnitX();
inline const Eigen::Vector3d ey = Eigen::Vector3d::UnitY();
inline const Eigen::Vector3d ez = Eigen::Vector3d::UnitZ();
inline const Eigen::Quaterniond upright = Eigen::Quaterniond::Identity();

inline Eigen::Vector3d randomVector(Draws& draws, double size = 1.0) {
  const double x = draws.uniform(-size, size), y = draws.uniform(-size, size);
  return {x, y, draws.uniform(-size, size)};
}

inline Eigen::Quaterniond randomRotation(Draws& draws) {
  const double w = draws.normal(), x = draws.normal(), y = draws.normal(), z = draws.normal();
  return Eigen::Quaterniond(w, x, y, z).normalized();
}

inline Vector coordinates(const Eigen::Vector3d& x, const Eigen::Quaterniond& r) {
  Vector q(7);
  q << x, r.w(), r.x(), r.y(), r.z();
  return q;
}
inline Eigen::Quaterniond attitude(const Vector& q) {
  return {q[3], q[4], q[5], q[6]};
}
inline Eigen::Quaterniond turn(const Eigen::Vector3d& axis, double angle) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

/// A body at rest of mass 2 with the principal moments 0.3, 0.5, 0.6.
inline std::unique_ptr<NewtonEulerDS> bodyAt(const Vector& q) {
  return std::make_unique<NewtonEulerDS>(q, Vector::Zero(6), 2.0,
                                         Matrix(Vector{{0.3, 0.5, 0.6}}.asDiagonal()));
}

/// One or two bodies at random places.
struct Bodies {
  Bodies(Index count, Draws& draws) {
    for (Index i = 0; i < count; ++i)
      all.push_back(bodyAt(coordinates(randomVector(draws, 2.0), randomRotation(draws))));
  }
  JointBodies joined() const {
    return all.size() == 1 ? JointBodies(*all[0]) : JointBodies(*all[0], *all[1]);
  }
  std::vector<const MechanicalDS*> systems() const {
    std::vector<const MechanicalDS*> result;
    for (const auto& body : all) result.push_back(body.get());
    return result;
  }
  Vector q() const {
    Vector stacked(7 * static_cast<Index>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) stacked.segment(7 * static_cast<Index>(i), 7) = all[i]->q();
    return stacked;
  }
  /// Moves every body by its part of xi: (6 a body).
  void displace(const Vector& xi) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      Vector moved(7);
      all[i]->displace(all[i]->q(), xi.segment(6 * static_cast<Index>(i), 6), moved);
      all[i]->setQ(moved);
    }
  }
  /// Turns all about the origin, then shifts it.
  void carry(const Eigen::Quaterniond& r, const Eigen::Vector3d& shift) {
    for (const auto& body : all) {
      const Eigen::Vector3d x = body->q().head<3>();
      body->setQ(coordinates(r * x + shift, r * attitude(body->q())));
    }
  }

  std::vector<std::unique_ptr<NewtonEulerDS>> all;
};

/// What a joint is made from, so that the same joint can be made after everything was turned.
struct Lines {
  Eigen::Vector3d anchor;
  Eigen::Vector3d other;  // a second anchor
  Eigen::Vector3d axis;
  Eigen::Vector3d second;  // a second axis
};

struct JointKind {
  std::string name;
  Index rows;
  Index coordinates;
  std::function<std::unique_ptr<JointR>(JointBodies, const Lines&)> make;
};

inline const std::vector<JointKind>& jointKinds() {
  static const std::vector<JointKind> kinds = {
      {"FixedJointR", 6, 0, [](JointBodies b, const Lines&) { return std::make_unique<FixedJointR>(b); }},
      {"BallJointR", 3, 0,
       [](JointBodies b, const Lines& l) {
         return std::make_unique<BallJointR>(b, JointPoint{.anchor = l.anchor});
       }},
      {"PivotJointR", 5, 1,
       [](JointBodies b, const Lines& l) {
         return std::make_unique<PivotJointR>(b, JointAxis{.anchor = l.anchor, .axis = l.axis});
       }},
      {"PrismaticJointR", 5, 1,
       [](JointBodies b, const Lines& l) {
         return std::make_unique<PrismaticJointR>(b, JointAxis{.anchor = l.anchor, .axis = l.axis});
       }},
      {"CylindricalJointR", 4, 2,
       [](JointBodies b, const Lines& l) {
         return std::make_unique<CylindricalJointR>(b, JointAxis{.anchor = l.anchor, .axis = l.axis});
       }},
      {"UniversalJointR", 4, 2,
       [](JointBodies b, const Lines& l) {
         return std::make_unique<UniversalJointR>(
             b, UniversalCross{.anchor = l.anchor, .axisOfFirst = l.axis, .axisOfSecond = l.second});
       }},
      {"DistanceJointR", 1, 0,
       [](JointBodies b, const Lines& l) {
         return std::make_unique<DistanceJointR>(
             b, JointRod{.anchorOfFirst = l.anchor, .anchorOfSecond = l.other});
       }},
  };
  return kinds;
}

inline Lines randomLines(Draws& draws) {
  Lines lines;
  lines.anchor = randomVector(draws);
  lines.other = lines.anchor + 2.0 * randomRotation(draws).toRotationMatrix().col(0);
  const Eigen::Matrix3d axes = randomRotation(draws).toRotationMatrix();
  lines.axis = 3.0 * axes.col(0);                  // directions of any length
  lines.second = 0.3 * axes.col(0) + axes.col(1);  // not quite across the first
  return lines;
}

/// y and H of a relation at the present configuration of bodies.
inline Vector outputOf(const MechanicalRelation& relation, const Vector& q, double t = 0.0) {
  Vector y(relation.rows());
  relation.output(t, q, y);
  return y;
}
inline Matrix jacobianOf(const MechanicalRelation& relation, const Vector& q, double t = 0.0) {
  Matrix H(relation.rows(), relation.columns());
  relation.jacobian(t, q, H);
  return H;
}

}  // namespace nsds::test

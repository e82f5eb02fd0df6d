#include "joints/placed_frame.hpp"

#include <algorithm>

namespace nsds {

namespace {

constexpr Vec3 none{0.0, 0.0, 0.0};

Vec3 unit(int k) {
  return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
}

double component(const Vec3& a, int k) {
  return k == 0 ? a.x : (k == 1 ? a.y : a.z);
}

/// Gives the components of a direction across an axis, along the next two axes of its frame.
struct Bearing {
  Vec3 t1;
  Vec3 t2;
  double x;
  double y;
};

Bearing bearing(const Vec3& direction, const PlacedFrame& frame, int axis) {
  const Vec3 t1 = frame.axis((axis + 1) % 3);
  const Vec3 t2 = frame.axis((axis + 2) % 3);
  return {t1, t2, dot(direction, t1), dot(direction, t2)};
}

/// d atan2(y, x) by a rotation of the direction.
Vec3 turning(const Vec3& direction, const Bearing& b) {
  return (1.0 / (b.x * b.x + b.y * b.y)) * cross(direction, b.x * b.t2 - b.y * b.t1);
}

/// The quaternion from frame 1 to frame 2, of the sign that makes its scalar part positive.
struct RelativeRotation {
  double w;
  Vec3 u;
};

RelativeRotation relative(const PlacedFrames& frames) {
  const double* const second = frames.second.attitude;
  const double inverse[4] = {second[0], -second[1], -second[2], -second[3]};
  double r[4];
  compose(inverse, frames.first.attitude[0], load(frames.first.attitude + 1), r);
  const double sign = r[0] < 0.0 ? -1.0 : 1.0;
  return {sign * r[0], sign * load(r + 1)};
}

double rawValue(const JointFunction& f, const PlacedFrames& frames) {
  const auto& [one, two] = frames;
  switch (f.kind) {
    case JointFunction::Kind::displacement:
      return dot(two.axis(f.axis2), one.origin - two.origin);
    case JointFunction::Kind::distance:
      return norm(one.origin - two.origin);
    case JointFunction::Kind::cosine:
      return dot(one.axis(f.axis1), two.axis(f.axis2));
    case JointFunction::Kind::rotation:
      return 2.0 * component(relative(frames).u, f.axis2);
    case JointFunction::Kind::angleInSecond: {
      const Bearing b = bearing(one.axis(f.axis1), two, f.axis2);
      return std::atan2(b.y, b.x);
    }
    case JointFunction::Kind::angleInFirst: {
      const Bearing b = bearing(two.axis(f.axis2), one, f.axis1);
      return std::atan2(b.y, b.x);
    }
  }
  return 0.0;
}

JointRow ofRotation(const Vec3& moment) {
  return {none, moment, -moment};
}

JointRow rawDerivative(const JointFunction& f, const PlacedFrames& frames) {
  const auto& [one, two] = frames;
  const Vec3 lever1 = one.origin - one.centre;
  switch (f.kind) {
    case JointFunction::Kind::displacement: {
      // The axis turns with body 2, so that the lever of its moment ends at the first origin.
      const Vec3 e = two.axis(f.axis2);
      return {e, cross(lever1, e), -cross(one.origin - two.centre, e)};
    }
    case JointFunction::Kind::distance: {
      const Vec3 between = one.origin - two.origin;
      const Vec3 n = (1.0 / norm(between)) * between;
      return {n, cross(lever1, n), -cross(two.origin - two.centre, n)};
    }
    // Functions of directions alone change by the relative rotation, with opposite moments on both bodies.
    case JointFunction::Kind::cosine:
      return ofRotation(cross(one.axis(f.axis1), two.axis(f.axis2)));
    case JointFunction::Kind::rotation: {
      // u' = 1/2 (w Omega + u x Omega), Omega the relative velocity of rotation in frame 1.
      const RelativeRotation r = relative(frames);
      const Vec3 e = unit(f.axis2);
      return ofRotation(rotate(one.attitude, r.w * e + cross(e, r.u)));
    }
    case JointFunction::Kind::angleInSecond: {
      const Vec3 direction = one.axis(f.axis1);
      return ofRotation(turning(direction, bearing(direction, two, f.axis2)));
    }
    case JointFunction::Kind::angleInFirst: {
      const Vec3 direction = two.axis(f.axis2);
      return ofRotation(-turning(direction, bearing(direction, one, f.axis1)));
    }
  }
  return {none, none, none};
}

}  // namespace

Vec3 PlacedFrame::axis(int k) const {
  return rotate(attitude, unit(k));
}

PlacedFrame place(const JointFrame& frame, const double* q) {
  PlacedFrame placed{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, load(frame.origin.data()), {}};
  if (q == nullptr) {
    std::copy_n(frame.attitude.data(), 4, placed.attitude);
    return placed;
  }
  placed.centre = load(q);
  std::copy_n(q + 3, 4, placed.body);
  placed.origin = placed.centre + rotate(placed.body, placed.origin);
  compose(placed.body, frame.attitude[0], load(frame.attitude.data() + 1), placed.attitude);
  return placed;
}

PlacedFrames place(const JointFrames& frames, const double* q) {
  return {place(frames.first, q), place(frames.second, frames.bodies == 2 ? q + 7 : nullptr)};
}

double value(const JointFunction& function, const PlacedFrames& frames) {
  return function.scale * (rawValue(function, frames) - function.offset);
}

JointRow derivative(const JointFunction& function, const PlacedFrames& frames) {
  const JointRow row = rawDerivative(function, frames);
  return {function.scale * row.force, function.scale * row.moment1, function.scale * row.moment2};
}

void store(const JointRow& row, const PlacedFrames& frames, Index bodies, double* out, Index stride) {
  const auto put = [&](Index at, const Vec3& a) {
    out[at * stride] = a.x;
    out[(at + 1) * stride] = a.y;
    out[(at + 2) * stride] = a.z;
  };
  put(0, row.force);
  put(3, rotateBack(frames.first.body, row.moment1));
  if (bodies < 2) return;
  put(6, -row.force);
  put(9, rotateBack(frames.second.body, row.moment2));
}

}  // namespace nsds

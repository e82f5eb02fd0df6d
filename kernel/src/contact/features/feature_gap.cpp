#include "contact/features/feature_gap.hpp"

namespace nsds::contact {

namespace {

/// The direction from the other feature to the point, in which they are nearest.
MovingVector directionOf(const FeatureGap& features, const MovingVector& apart, const MovingVector& u,
                         const MovingVector& d) {
  switch (features.other) {
    case FeatureGap::Other::face:
      return d;
    case FeatureGap::Other::corner:
      return normalised(apart);
    case FeatureGap::Other::edge:
      return normalised(apart - dot(apart, d) * d);
    case FeatureGap::Other::edges:
      break;
  }
  return features.sign * normalised(cross(u, d));
}

}  // namespace

Witness witnessOf(const FeatureGap& features, const BodyMotion& body1, const BodyMotion& body2) {
  const BodyMotion& ofPoint = features.pointOnFirst ? body1 : body2;
  const BodyMotion& ofOther = features.pointOnFirst ? body2 : body1;
  MovingVector p = ofPoint.at(features.point);
  const MovingVector d = ofOther.turned(features.direction);
  const MovingVector u = ofPoint.turned(features.along);
  const MovingVector apart = p - ofOther.at(features.origin);
  const MovingVector m = directionOf(features, apart, u, d);
  const MovingScalar distance = dot(m, apart);
  if (features.other == FeatureGap::Other::edges) {
    // The line p + s u is nearest to the other one where s (1 − (u·d)²) = (u·d) (d·apart) − u·apart.
    const MovingScalar ud = dot(u, d);
    const MovingScalar s = (ud * dot(d, apart) - dot(u, apart)) / (MovingScalar{1.0, 0.0} - ud * ud);
    p = p + s * u;
  }
  const MovingVector onPoint = p - features.pointRadius * m;
  const MovingVector onOther = p - (distance - MovingScalar{features.otherRadius, 0.0}) * m;
  const double gap = distance.value - features.pointRadius - features.otherRadius;
  if (features.pointOnFirst) return {m, onPoint, onOther, gap};
  return {-1.0 * m, onOther, onPoint, gap};
}

}  // namespace nsds::contact

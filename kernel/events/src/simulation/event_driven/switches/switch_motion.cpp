#include "simulation/event_driven/switches/switch_motion.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"

namespace nsds {

void SwitchMotion::force(double t, VectorConstRef, VectorConstRef v, VectorRef F) {
  sliding_.solve(t, origin_ + v, lambda_, point_);
  F = point_.rate;
}

void SwitchMotion::forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) {
  dq.setZero();
  const Index n = v.size();
  plus_.resize(n);
  minus_.resize(n);
  v_ = v;
  for (Index i = 0; i < n; ++i) {
    const double size =
        std::max({std::abs(origin_[i]), std::abs(v[i]), 1e-3 * v.cwiseAbs().maxCoeff(), 1e-8});
    const double step = std::cbrt(epsilon) * size;
    v_[i] = v[i] + step;
    force(t, q, v_, plus_);
    v_[i] = v[i] - step;
    force(t, q, v_, minus_);
    v_[i] = v[i];
    dv.col(i) = (plus_ - minus_) / (2.0 * step);
  }
}

}  // namespace nsds

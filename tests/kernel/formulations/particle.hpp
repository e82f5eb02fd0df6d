// A particle of the plane, which several tests of formulations step.
#pragma once

#include "kernel/models.hpp"

namespace nsds::test {

inline constexpr double g = 10.0;

/// It is under its weight, against the second coordinate.
inline LagrangianLinearTIDS& addParticle(Trial& run, const Vector& q, const Vector& v, double m = 1.0) {
  auto& particle = run.model->add<LagrangianLinearTIDS>(q, v, Matrix(m * Matrix::Identity(2, 2)));
  particle.setFExt(Vector{{0.0, -m * g}});
  return particle;
}

}  // namespace nsds::test

#include "nsds/theory/first_order/relay_system.hpp"

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"

namespace nsds {

RelaySystem::RelaySystem(const LinearComplementaritySystem& matrices)
    : dynamics_(matrices),
      lower_(Vector::Constant(matrices.rows(), -1.0)),
      upper_(Vector::Ones(matrices.rows())) {}

RelaySystem& RelaySystem::setB(VectorConstRef b) {
  dynamics_.setB(b);
  return *this;
}
RelaySystem& RelaySystem::setB(VectorFunction b) {
  dynamics_.setB(std::move(b));
  return *this;
}
RelaySystem& RelaySystem::setE(VectorConstRef e) {
  dynamics_.setE(e);
  return *this;
}
RelaySystem& RelaySystem::setE(VectorFunction e) {
  dynamics_.setE(std::move(e));
  return *this;
}

RelaySystem& RelaySystem::setLevels(VectorConstRef lower, VectorConstRef upper) {
  const Index m = dynamics_.matrices().rows();
  check::size("RelaySystem", "lower", lower.size(), m);
  check::size("RelaySystem", "upper", upper.size(), m);
  check::finite("RelaySystem", "lower", lower);
  check::finite("RelaySystem", "upper", upper);
  for (Index i = 0; i < m; ++i)
    check::that(lower[i] <= upper[i], "RelaySystem: the levels of row {} are [{}, {}]", i, lower[i],
                upper[i]);
  lower_ = lower;
  upper_ = upper;
  return *this;
}

FirstOrderParts RelaySystem::addTo(Model& model, VectorConstRef x0) const {
  return dynamics_.addTo(model, x0, std::make_unique<MixedComplementarityNSL>(lower_, upper_));
}

// With z = (λ - lower, y⁻): y⁺ = y + y⁻ = C x + D z₁ + z₂ + e + D lower, and upper - λ = (upper - lower) - z₁.
LinearComplementarityDynamics toLcs(const RelaySystem& relay) {
  const LinearComplementarityDynamics& dynamics = relay.dynamics();
  const LinearComplementaritySystem& s = dynamics.matrices();
  const Index n = s.states();
  const Index m = s.rows();
  Matrix B = Matrix::Zero(n, 2 * m), C = Matrix::Zero(2 * m, n), D = Matrix::Zero(2 * m, 2 * m);
  B.leftCols(m) = s.B;
  C.topRows(m) = s.C;
  D.topLeftCorner(m, m) = s.D;
  D.topRightCorner(m, m).setIdentity();
  D.bottomLeftCorner(m, m) = -Matrix::Identity(m, m);
  LinearComplementarityDynamics lcs(LinearComplementaritySystem(s.A, B, C, D, s.M));
  const Vector shift = s.B * relay.lower();
  Vector ends(2 * m);
  ends << s.D * relay.lower(), relay.upper() - relay.lower();
  if (dynamics.constantB()) {
    lcs.setB(Vector(dynamics.b(0.0) + shift));
  } else {
    lcs.setB([dynamics, shift](double t, VectorRef b) { b = dynamics.b(t) + shift; });
  }
  if (dynamics.constantE()) {
    ends.head(m) += dynamics.e(0.0);
    lcs.setE(ends);
  } else {
    lcs.setE([dynamics, ends, m](double t, VectorRef e) {
      e = ends;
      e.head(m) += dynamics.e(t);
    });
  }
  return lcs;
}

}  // namespace nsds

#include "nsds/kernel/first_order/relay_system.hpp"

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

RelaySystem::RelaySystem(const LinearComplementaritySystem& matrices)
    : matrices_(matrices),
      b_(Vector::Zero(matrices.states())),
      e_(Vector::Zero(matrices.rows())),
      lower_(Vector::Constant(matrices.rows(), -1.0)),
      upper_(Vector::Ones(matrices.rows())) {}

RelaySystem& RelaySystem::setB(VectorConstRef b) {
  check::size("RelaySystem", "b", b.size(), matrices_.states());
  check::finite("RelaySystem", "b", b);
  b_ = b;
  return *this;
}

RelaySystem& RelaySystem::setE(VectorConstRef e) {
  check::size("RelaySystem", "e", e.size(), matrices_.rows());
  check::finite("RelaySystem", "e", e);
  e_ = e;
  return *this;
}

RelaySystem& RelaySystem::setLevels(VectorConstRef lower, VectorConstRef upper) {
  check::size("RelaySystem", "lower", lower.size(), matrices_.rows());
  check::size("RelaySystem", "upper", upper.size(), matrices_.rows());
  check::finite("RelaySystem", "lower", lower);
  check::finite("RelaySystem", "upper", upper);
  for (Index i = 0; i < lower.size(); ++i)
    check::that(lower[i] <= upper[i], "RelaySystem: the levels of row {} are [{}, {}]", i, lower[i],
                upper[i]);
  lower_ = lower;
  upper_ = upper;
  return *this;
}

// With z = (λ - lower, y⁻): y⁺ = y + y⁻ = C x + D z₁ + z₂ + e + D lower, and upper - λ = (upper - lower) - z₁.
ComplementarityForm RelaySystem::complementarityForm() const {
  const Index n = matrices_.states();
  const Index m = matrices_.rows();
  Matrix B = Matrix::Zero(n, 2 * m), C = Matrix::Zero(2 * m, n), D = Matrix::Zero(2 * m, 2 * m);
  B.leftCols(m) = matrices_.B;
  C.topRows(m) = matrices_.C;
  D.topLeftCorner(m, m) = matrices_.D;
  D.topRightCorner(m, m).setIdentity();
  D.bottomLeftCorner(m, m) = -Matrix::Identity(m, m);
  Vector e(2 * m);
  e << e_ + matrices_.D * lower_, upper_ - lower_;
  return {{matrices_.A, B, C, D, matrices_.M}, b_ + matrices_.B * lower_, e};
}

RelaySystem::Parts RelaySystem::addTo(Model& model, VectorConstRef x0) const {
  check::size("RelaySystem", "x0", x0.size(), matrices_.states());
  auto& system = model.add<FirstOrderLinearDS>(x0, matrices_.A);
  if (!matrices_.M.isIdentity(0.0)) system.setM(matrices_.M);
  system.setB(b_);
  FirstOrderLinearTIR relation(matrices_.C, matrices_.B);
  relation.setD(matrices_.D).setE(e_);
  return {system, model.link(MixedComplementarityNSL(lower_, upper_), relation, system)};
}

}  // namespace nsds

// Two affine fields on the two sides of a hyperplane, as a relay and as a linear complementarity system.
#include <cmath>
#include <tuple>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/theory/first_order/piecewise_systems.hpp"

namespace nsds {

TwoCellSystem::TwoCellSystem(VectorConstRef normal, double offset, Affine before, Affine behind)
    : normal_(normal), offset_(offset), before_(std::move(before)), behind_(std::move(behind)) {
  const Index n = normal.size();
  check::finite("TwoCellSystem", "the normal", normal);
  check::finite("TwoCellSystem", "the offset", offset);
  check::that(normal.norm() > 0.0, "TwoCellSystem: the normal is zero");
  for (const Affine* side : {&before_, &behind_}) {
    const char* const name = side == &before_ ? "before" : "behind";
    check::shape("TwoCellSystem", fmt::format("A {}", name), side->A, n, n);
    check::size("TwoCellSystem", fmt::format("a {}", name), side->a.size(), n);
    check::finite("TwoCellSystem", fmt::format("A {}", name), side->A);
    check::finite("TwoCellSystem", fmt::format("a {}", name), side->a);
  }
  // A₂ - A₁ has the rows b_i normalᵀ.
  const Matrix jump = behind_.A - before_.A;
  const double size = normal_.squaredNorm();
  b_ = jump * normal_ / size;
  const double terms = before_.A.norm() + behind_.A.norm();
  const double offsets = before_.a.norm() + behind_.a.norm() + std::abs(offset_) * b_.norm();
  continuous_ = (jump - b_ * normal_.transpose()).norm() <= 1e-12 * terms &&
                (behind_.a - before_.a + offset_ * b_).norm() <= 1e-12 * offsets;
}

SurfaceMotion TwoCellSystem::motionAt(VectorConstRef x, double zero) const {
  check::size("TwoCellSystem", "x", x.size(), states());
  return surfaceMotion(normal_.dot(before_.A * x + before_.a), normal_.dot(behind_.A * x + behind_.a), zero);
}

LinearComplementarityDynamics toLcs(const TwoCellSystem& system) {
  check::that(system.continuous_,
              "toLcs: the field jumps on the hyperplane: it is no complementarity system with D = 1");
  LinearComplementarityDynamics lcs(LinearComplementaritySystem(
      system.before_.A, system.b_, -system.normal_.transpose(), Matrix::Identity(1, 1)));
  lcs.setB(system.before_.a).setE(Vector::Constant(1, system.offset_));
  return lcs;
}

RelaySystem toRelay(const TwoCellSystem& system) {
  const auto& [before, behind] = std::tie(system.before_, system.behind_);
  check::that(before.A == behind.A, "toRelay: A differs between the cells: it is no linear relay system");
  RelaySystem relay(
      LinearComplementaritySystem(before.A, -0.5 * (behind.a - before.a), system.normal_.transpose()));
  relay.setB(0.5 * (before.a + behind.a)).setE(Vector::Constant(1, -system.offset_));
  return relay;
}

FilippovInclusion toFilippov(const TwoCellSystem& system) {
  using Affine = TwoCellSystem::Affine;
  const auto field = [](const Affine& side) {
    return [side](double, VectorConstRef x, VectorRef value) { value = side.A * x + side.a; };
  };
  const auto jacobian = [](const Affine& side) {
    return [side](double, VectorConstRef, MatrixRef value) { value = side.A; };
  };
  const FilippovInclusion::Surface surface{
      [normal = system.normal_, offset = system.offset_](VectorConstRef x) { return normal.dot(x) - offset; },
      [normal = system.normal_](VectorConstRef, VectorRef gradient) { gradient = normal; }};
  return FilippovInclusion::ofSigns(system.states(), {surface},
                                    {field(system.before_), field(system.behind_)},
                                    {jacobian(system.before_), jacobian(system.behind_)});
}

FirstOrderParts TwoCellSystem::addTo(Model& model, VectorConstRef x0) const {
  if (before_.A == behind_.A) return toRelay(*this).addTo(model, x0);
  check::size("TwoCellSystem", "x0", x0.size(), states());
  auto& system = model.add<FirstOrderLinearDS>(x0, Matrix(0.5 * (before_.A + behind_.A)));
  system.setB(0.5 * (before_.a + behind_.a));
  const Matrix A = 0.5 * (behind_.A - before_.A);
  const Vector a = 0.5 * (behind_.a - before_.a);
  const FirstOrderNonLinearR relation(
      1,
      [normal = normal_, offset = offset_](double, VectorConstRef x, VectorConstRef, VectorRef y) {
        y[0] = normal.dot(x) - offset;
      },
      [A, a](double, VectorConstRef x, VectorConstRef lambda, VectorRef r) { r = -lambda[0] * (A * x + a); },
      [normal = normal_](double, VectorConstRef, VectorConstRef, MatrixRef C, MatrixRef) {
        C = normal.transpose();
      },
      [A, a](double, VectorConstRef x, VectorConstRef lambda, MatrixRef K, MatrixRef B) {
        K = -lambda[0] * A;
        B = -(A * x + a);
      });
  return {system, model.link(RelayNSL(), relation, system)};
}

}  // namespace nsds

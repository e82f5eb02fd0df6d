// Two affine fields on the two sides of a hyperplane, as a relay and as a linear complementarity system.
#include <cmath>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/first_order/piecewise_systems.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"

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
  // A₂ - A₁ has the rows b_i normal'.
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

ComplementarityForm TwoCellSystem::complementarityForm() const {
  check::that(continuous_,
              "TwoCellSystem: the field jumps on the hyperplane: it is no complementarity system with D = 1");
  return {
      {before_.A, b_, -normal_.transpose(), Matrix::Identity(1, 1)}, before_.a, Vector::Constant(1, offset_)};
}

RelaySystem TwoCellSystem::relaySystem() const {
  check::that(before_.A == behind_.A,
              "TwoCellSystem: A differs between the cells: it is no linear relay system");
  RelaySystem relay(
      LinearComplementaritySystem(before_.A, -0.5 * (behind_.a - before_.a), normal_.transpose()));
  relay.setB(0.5 * (before_.a + behind_.a)).setE(Vector::Constant(1, -offset_));
  return relay;
}

FilippovInclusion TwoCellSystem::filippov() const {
  const auto field = [](const Affine& side) {
    return [side](double, VectorConstRef x, VectorRef value) { value = side.A * x + side.a; };
  };
  const auto jacobian = [](const Affine& side) {
    return [side](double, VectorConstRef, MatrixRef value) { value = side.A; };
  };
  const FilippovInclusion::Surface surface{
      [normal = normal_, offset = offset_](VectorConstRef x) { return normal.dot(x) - offset; },
      [normal = normal_](VectorConstRef, VectorRef gradient) { gradient = normal; }};
  return FilippovInclusion::ofSigns(states(), {surface}, {field(before_), field(behind_)},
                                    {jacobian(before_), jacobian(behind_)});
}

TwoCellSystem::Parts TwoCellSystem::addTo(Model& model, VectorConstRef x0) const {
  if (before_.A == behind_.A) {
    const RelaySystem::Parts parts = relaySystem().addTo(model, x0);
    return {parts.system, parts.interaction};
  }
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

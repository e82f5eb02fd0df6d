#include "nsds/theory/first_order/complementarity_systems.hpp"

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

LinearComplementarityDynamics::LinearComplementarityDynamics(const LinearComplementaritySystem& matrices)
    : matrices_(matrices),
      cone_(Cone::orthant(matrices.rows())),
      b_(Vector::Zero(matrices.states())),
      e_(Vector::Zero(matrices.rows())) {}

LinearComplementarityDynamics& LinearComplementarityDynamics::setB(VectorConstRef b) {
  check::size("LinearComplementarityDynamics", "b", b.size(), matrices_.states());
  check::finite("LinearComplementarityDynamics", "b", b);
  b_ = b;
  bFunction_ = {};
  return *this;
}
LinearComplementarityDynamics& LinearComplementarityDynamics::setB(VectorFunction b) {
  check::that(static_cast<bool>(b), "LinearComplementarityDynamics: the function b is empty");
  bFunction_ = std::move(b);
  return *this;
}
LinearComplementarityDynamics& LinearComplementarityDynamics::setE(VectorConstRef e) {
  check::size("LinearComplementarityDynamics", "e", e.size(), matrices_.rows());
  check::finite("LinearComplementarityDynamics", "e", e);
  e_ = e;
  eFunction_ = {};
  return *this;
}
LinearComplementarityDynamics& LinearComplementarityDynamics::setE(VectorFunction e) {
  check::that(static_cast<bool>(e), "LinearComplementarityDynamics: the function e is empty");
  eFunction_ = std::move(e);
  return *this;
}
LinearComplementarityDynamics& LinearComplementarityDynamics::setCone(const Cone& cone) {
  check::that(cone.rows() == matrices_.rows(),
              "LinearComplementarityDynamics: the cone has {} rows, the outputs {}", cone.rows(),
              matrices_.rows());
  cone_ = cone;
  return *this;
}

Vector LinearComplementarityDynamics::b(double t) const {
  if (!bFunction_) return b_;
  Vector value = Vector::Zero(b_.size());
  bFunction_(t, value);
  return value;
}
Vector LinearComplementarityDynamics::e(double t) const {
  if (!eFunction_) return e_;
  Vector value = Vector::Zero(e_.size());
  eFunction_(t, value);
  return value;
}

FirstOrderParts LinearComplementarityDynamics::addTo(Model& model, VectorConstRef x0) const {
  return addTo(model, x0, cone_.law());
}

FirstOrderParts LinearComplementarityDynamics::addTo(Model& model, VectorConstRef x0,
                                                     std::unique_ptr<NonSmoothLaw> law) const {
  check::size("LinearComplementarityDynamics", "x0", x0.size(), matrices_.states());
  check::finite("LinearComplementarityDynamics", "x0", x0);
  auto& system = model.add<FirstOrderLinearDS>(x0, matrices_.A);
  if (!matrices_.M.isIdentity(0.0)) system.setM(matrices_.M);
  if (bFunction_) {
    system.setB(bFunction_);
  } else {
    system.setB(b_);
  }
  std::unique_ptr<Relation> relation;
  if (eFunction_) {
    auto moving = std::make_unique<FirstOrderLinearR>(matrices_.C, matrices_.B);
    moving->setD(matrices_.D).setE(eFunction_);
    relation = std::move(moving);
  } else {
    auto constant = std::make_unique<FirstOrderLinearTIR>(matrices_.C, matrices_.B);
    constant->setD(matrices_.D).setE(e_);
    relation = std::move(constant);
  }
  return {system, model.nsds().insert(std::move(law), std::move(relation), {&system})};
}

NonlinearComplementaritySystem::NonlinearComplementaritySystem(VectorField f, Cone cone, Output h, Input g,
                                                               OutputJacobians CD, InputJacobians KB)
    : f_(std::move(f)),
      cone_(std::move(cone)),
      output_(std::move(h)),
      input_(std::move(g)),
      outputJacobians_(std::move(CD)),
      inputJacobians_(std::move(KB)) {
  check::that(output_ && input_, "NonlinearComplementaritySystem: the function {} is empty",
              output_ ? "g" : "h");
}

NonlinearComplementaritySystem NonlinearComplementaritySystem::withInput(VectorField f, Cone cone, Output h,
                                                                         InputMatrix G, OutputJacobians CD) {
  check::that(static_cast<bool>(G), "NonlinearComplementaritySystem: the function G is empty");
  const auto input = [G = std::move(G), value = Matrix(f.size(), cone.rows())](
                         double, VectorConstRef x, VectorConstRef lambda, VectorRef r) mutable {
    value.setZero();
    G(x, value);
    r.noalias() += value * lambda;
  };
  return {std::move(f), std::move(cone), std::move(h), Input(input), std::move(CD)};
}

FirstOrderParts NonlinearComplementaritySystem::addTo(Model& model, VectorConstRef x0) const {
  FirstOrderDS& system = f_.addTo(model, x0);
  auto relation = std::make_unique<FirstOrderNonLinearR>(cone_.rows(), output_, input_, outputJacobians_,
                                                         inputJacobians_);
  return {system, model.nsds().insert(cone_.law(), std::move(relation), {&system})};
}

GradientComplementaritySystem::GradientComplementaritySystem(VectorField f, Index rows, Function g,
                                                             Jacobian jacobian)
    : f_(std::move(f)),
      rows_(rows),
      cone_(Cone::orthant(rows)),
      g_(std::move(g)),
      jacobian_(std::move(jacobian)) {
  check::that(g_ && jacobian_, "GradientComplementaritySystem: the {} is empty",
              g_ ? "Jacobian of g" : "function g");
}

GradientComplementaritySystem::GradientComplementaritySystem(VectorField f, MatrixConstRef C,
                                                             VectorConstRef e)
    : f_(std::move(f)), rows_(C.rows()), cone_(Cone::orthant(C.rows())), C_(C), e_(e) {
  check::shape("GradientComplementaritySystem", "C", C, rows_, f_.size());
  check::size("GradientComplementaritySystem", "e", e.size(), rows_);
  check::finite("GradientComplementaritySystem", "C", C);
  check::finite("GradientComplementaritySystem", "e", e);
}

GradientComplementaritySystem& GradientComplementaritySystem::setCone(const Cone& cone) {
  check::that(cone.rows() == rows_, "GradientComplementaritySystem: the cone has {} rows, the outputs {}",
              cone.rows(), rows_);
  cone_ = cone;
  return *this;
}

FirstOrderParts GradientComplementaritySystem::addTo(Model& model, VectorConstRef x0) const {
  FirstOrderDS& system = f_.negated().addTo(model, x0);
  if (!g_) {
    auto relation = std::make_unique<FirstOrderLinearTIR>(C_, C_.transpose());
    relation->setE(e_);
    return {system, model.nsds().insert(cone_.law(), std::move(relation), {&system})};
  }
  const auto output = [g = g_](double, VectorConstRef x, VectorConstRef, VectorRef y) { g(x, y); };
  const auto outputJacobians = [jacobian = jacobian_](double, VectorConstRef x, VectorConstRef, MatrixRef C,
                                                      MatrixRef) { jacobian(x, C); };
  // The second derivatives of g in K = d(∇g λ)/dx are those of differences of the Jacobian.
  const auto input = [jacobian = jacobian_, G = Matrix(rows_, f_.size())](
                         double, VectorConstRef x, VectorConstRef lambda, VectorRef r) mutable {
    G.setZero();
    jacobian(x, G);
    r.noalias() += G.transpose() * lambda;
  };
  auto relation = std::make_unique<FirstOrderNonLinearR>(rows_, output, input, outputJacobians);
  return {system, model.nsds().insert(cone_.law(), std::move(relation), {&system})};
}

}  // namespace nsds

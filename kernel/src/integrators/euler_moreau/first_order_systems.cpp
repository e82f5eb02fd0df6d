#include "integrators/euler_moreau/first_order_systems.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/exponential.hpp"
#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"

namespace nsds {

void FirstOrderSystems::compile(CompiledModel& model, const StepInterval& step,
                                const std::vector<unsigned char>& coupled) {
  model_ = &model;
  systems_.assign(model.systems.size(), System{});
  numbers_.clear();
  pool_.clear();
  const auto dofs = static_cast<std::size_t>(model.nsds->flat().dofs());
  b_.assign(dofs, 0.0);
  thetas_.assign(dofs, theta_);
  constant_ = affine_ = true;
  algebraic_ = nullptr;
  for (std::size_t s = 0; s < systems_.size(); ++s) {
    if (model.systems[s].firstOrder == nullptr) continue;
    numbers_.push_back(static_cast<std::int32_t>(s));
    place(s, coupled[s] != 0);
  }
  for (const std::int32_t s : numbers_) {
    const auto index = static_cast<std::size_t>(s);
    weigh(systems_[index]);
    if (systems_[index].constant) compileConstant(index, step.h);
  }
  const std::vector<double> ones(thetas_.size(), 1.0);
  inputWeights_ = scheme_ == FirstOrderScheme::weighted ? thetas_ : ones;
  forceWeights_ = scheme_ == FirstOrderScheme::semiImplicit ? ones : thetas_;
}

/// Decides where the operators of a system are kept.
void FirstOrderSystems::place(std::size_t index, bool coupled) {
  const PlacedSystem& placed = model_->systems[index];
  System& s = systems_[index];
  s.ds = placed.firstOrder;
  s.linear = dynamic_cast<const FirstOrderLinearDS*>(s.ds);
  s.n = placed.n;
  s.position = placed.position;
  s.dof = placed.dof;
  const SystemMatrix* const M = s.ds->constantM();
  const SystemMatrix* const A = s.linear != nullptr ? s.linear->constantJacobian() : nullptr;
  s.constant = M != nullptr && A != nullptr && !coupled;
  s.autonomous = s.linear != nullptr && s.linear->autonomous();
  constant_ = constant_ && s.constant;
  affine_ = affine_ && s.ds->affine();
  if (s.constant && hasSparseOperators(placed)) {
    s.M = M;
    s.A = A;
    return;
  }
  s.pool = static_cast<std::int32_t>(pool_.size());
  pool_.resize(pool_.size() + static_cast<std::size_t>((s.constant ? 2 : 3) * area(s)), 0.0);
}

/// Rows of zeros of M are algebraic equations, which hold at the end of the step.
void FirstOrderSystems::weigh(const System& s) {
  const SystemMatrix* const M = s.ds->constantM();
  if (M == nullptr) return;
  Vector ones = Vector::Ones(s.n);
  Vector sizes = Vector::Zero(s.n);
  M->addSizes(1.0, ones.data(), sizes.data());
  for (std::int32_t i = 0; i < s.n; ++i) {
    if (sizes[i] == 0.0) {
      thetas_[static_cast<std::size_t>(s.dof + i)] = 1.0;
      algebraic_ = s.ds;
    }
  }
}

/// W = M - h θ A, or that of the hold.
void FirstOrderSystems::compileConstant(std::size_t index, double h) {
  const System& s = systems_[index];
  const VectorView thetas(thetas_.data() + s.dof, s.n);
  if (s.linear->constantB()) s.linear->b(0.0, view(b_.data() + s.dof, s.n));
  if (s.pool >= 0) {
    s.ds->constantM()->copyTo(Eigen::Map<Matrix>(M(s), s.n, s.n));
    s.linear->constantJacobian()->copyTo(Eigen::Map<Matrix>(M(s) + area(s), s.n, s.n));
  }
  if (scheme_ == FirstOrderScheme::zeroOrderHold) {
    compileHold(index, h);
  } else if (s.pool < 0) {
    SystemMatrix W = *s.M;
    SystemMatrix weighted = *s.A;
    weighted.scaleRows(thetas);
    W.add(-h, weighted);
    model_->matrices.assignStored(index, W, *s.ds);
  } else {
    const Eigen::Map<const Matrix> mass(M(s), s.n, s.n);
    const Eigen::Map<const Matrix> A(M(s) + area(s), s.n, s.n);
    const Matrix W = mass - h * thetas.asDiagonal() * A;
    model_->matrices.assign(index, W, *s.ds);
  }
}

/// W⁻¹ = ∫₀¹ exp(h M⁻¹A s) ds M⁻¹
void FirstOrderSystems::compileHold(std::size_t index, double h) {
  const System& s = systems_[index];
  Matrix F(s.n, s.n);
  Matrix inverseMass = Matrix::Identity(s.n, s.n);
  s.linear->constantJacobian()->copyTo(F);
  try {
    model_->matrices.assignStored(index, *s.ds->constantM(), *s.ds);
  } catch (const Error&) {
    throw InvalidArgument(
        fmt::format("ZeroOrderHoldOSI takes an M that has an inverse; that of {} has none: its algebraic "
                    "equations are stepped by EulerMoreauOSI",
                    s.ds->name()));
  }
  model_->matrices.solve(index, F.data(), s.n);
  model_->matrices.solve(index, inverseMass.data(), s.n);
  const Matrix inverse = integratedExponential(h * F) * inverseMass;
  if (!inverse.allFinite())
    throw Error(
        fmt::format("{}: the exponential of its matrix over a step of {} overflows", s.ds->name(), h));
  model_->matrices.assignInverse(index, inverse);
}

void FirstOrderSystems::f(std::size_t system, double t, const double* x, double* value) {
  const System& s = systems_[system];
  if (!s.constant) {
    s.ds->f(t, view(x, s.n), view(value, s.n));
    return;
  }
  if (s.linear->constantB()) {
    copy(s.n, b_.data() + s.dof, value);
  } else {
    s.linear->b(t, view(value, s.n));
  }
  if (s.pool >= 0) {
    multiplyAdd(s.n, 1.0, M(s) + area(s), x, value);
  } else {
    s.A->multiplyAdd(1.0, x, value);
  }
}

void FirstOrderSystems::evaluateOperators(const StepInterval& step, double t, const double* x) {
  for (const std::int32_t number : numbers_) {
    const System& s = systems_[static_cast<std::size_t>(number)];
    if (s.constant) continue;
    Eigen::Map<Matrix> mass(M(s), s.n, s.n);
    Eigen::Map<Matrix> A(M(s) + area(s), s.n, s.n);
    Eigen::Map<Matrix> W(M(s) + 2 * area(s), s.n, s.n);
    s.ds->M(std::min(step.t0 + theta_ * step.h, step.t1), mass);
    s.ds->jacobian(t, view(x + s.position, s.n), A);
    W = mass - step.h * VectorView(thetas_.data() + s.dof, s.n).asDiagonal() * A;
  }
}

double* FirstOrderSystems::varyingMatrix(std::size_t system) {
  const System& s = systems_[system];
  return s.constant ? nullptr : M(s) + 2 * area(s);
}

void FirstOrderSystems::factorise() {
  for (const std::int32_t number : numbers_) {
    const auto index = static_cast<std::size_t>(number);
    const System& s = systems_[index];
    if (!s.constant)
      model_->matrices.assign(index, Eigen::Map<Matrix>(varyingMatrix(index), s.n, s.n), *s.ds);
  }
}

void FirstOrderSystems::subtractInertia(std::size_t system, const double* change, double* rhs) const {
  const System& s = systems_[system];
  if (s.pool >= 0) {
    multiplyAdd(s.n, -1.0, M(s), change, rhs);
  } else {
    s.M->multiplyAdd(-1.0, change, rhs);
  }
}

void FirstOrderSystems::addSizes(std::size_t system, double h, const double* x, double* sizes) const {
  const System& s = systems_[system];
  if (s.pool < 0) {
    s.M->addSizes(1.0, x, sizes);
    s.A->addSizes(h, x, sizes);
    return;
  }
  const double* mass = M(s);
  const double* A = mass + area(s);
  for (std::int32_t j = 0; j < s.n; ++j) {
    for (std::int32_t i = 0; i < s.n; ++i, ++mass, ++A)
      sizes[i] += (std::abs(*mass) + h * thetas_[static_cast<std::size_t>(s.dof + i)] * std::abs(*A)) * x[j];
  }
}

}  // namespace nsds

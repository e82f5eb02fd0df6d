// The relation of the higher-order sweeping process, made of the matrices of a system.
#include <cmath>
#include <limits>

#include "linalg/lapack.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/higher_order_moreau_osi.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"
#include "nsds/kernel/well_posedness/relative_degree.hpp"

namespace nsds {

namespace {

constexpr const char* relationName = "HigherOrderTIR";

/// What the relation is made of, before its base knows its rows.
struct Constants {
  Constants(const FirstOrderLinearDS& system, MatrixConstRef C, MatrixConstRef B)
      : M(system.dimension(), system.dimension()),
        A(system.dimension(), system.dimension()),
        b(system.dimension()) {
    check::that(system.constantM() != nullptr && system.constantJacobian() != nullptr && system.constantB(),
                "{}: {} has functions of time for M, A or b, whose derivatives are not known", relationName,
                system.name());
    system.constantM()->copyTo(M);
    system.constantJacobian()->copyTo(A);
    system.b(0.0, b);
    check::shape(relationName, "C", C, C.rows(), A.rows());
    check::shape(relationName, "B", B, A.rows(), C.rows());
  }
  Matrix M;
  Matrix A;
  Vector b;
};

Index degreeOf(const FirstOrderLinearDS& system, MatrixConstRef C, MatrixConstRef B) {
  const Constants constants(system, C, B);
  const RelativeDegree degree =
      relativeDegree({constants.A, B, C, Matrix::Zero(C.rows(), C.rows()), constants.M});
  check::that(degree.kind == DegreeKind::uniform, "{}: no uniform relative degree, {}", relationName,
              degree.message);
  check::that(degree.p.answer != Answer::no,
              "{}: C (M⁻¹A)^{} M⁻¹B is no P-matrix, so that multipliers do not hold outputs where they are "
              "admissible",
              relationName, degree.degree - 1);
  return degree.degree;
}

/// Distributions of the multipliers move states along F^{r-1} G, ..., F G, G. The measures act in their span, which the zero
/// dynamics do not see, along the basis X that is dual to the z_i: X T = (F^{r-1} G ... G) with T block lower triangular,
/// T_ij = C F^{r-1+i-j} G, so that the last block of X is the first to be known. derivatives: C, C F, ..., C F^r.
Matrix dualBasis(const Matrix& derivatives, const Matrix& F, const Matrix& G) {
  const Index m = G.cols();
  const Index r = derivatives.rows() / m - 1;
  Matrix directions(G.rows(), r * m);
  directions.rightCols(m) = G;
  for (Index j = r - 1; j > 0; --j)
    directions.middleCols((j - 1) * m, m) = F * directions.middleCols(j * m, m);
  const Matrix farthest = directions.leftCols(m);
  const Matrix leading = derivatives.topRows(m) * farthest;
  Matrix X = directions;
  for (Index j = r - 1; j >= 0; --j) {
    Matrix rest = directions.middleCols(j * m, m);
    for (Index i = j + 1; i < r; ++i)
      rest -= X.middleCols(i * m, m) * (derivatives.middleRows((i - j) * m, m) * farthest);
    Matrix solved;
    solveDense(leading.transpose(), rest.transpose(), solved);
    check::that(solved.size() > 0, "{}: C (M⁻¹A)^{} M⁻¹B is singular to rounding", relationName, r - 1);
    X.middleCols(j * m, m) = solved.transpose();
  }
  return X;
}

}  // namespace

HigherOrderTIR::HigherOrderTIR(const FirstOrderLinearDS& system, MatrixConstRef C, MatrixConstRef B)
    : HigherOrderTIR(system, C, B, Vector::Zero(C.rows())) {}

HigherOrderTIR::HigherOrderTIR(const FirstOrderLinearDS& system, MatrixConstRef C, MatrixConstRef B,
                               VectorConstRef e)
    : FirstOrderRelation(relationName, degreeOf(system, C, B) * C.rows(), C.cols()),
      degree_(rows() / C.rows()) {
  check::size(relationName, "e", e.size(), C.rows());
  check::finite(relationName, "e", e);
  const Constants constants(system, C, B);
  M_ = constants.M;
  A_ = constants.A;
  b_ = constants.b;

  // z_{i+1} = C F^i x + C F^{i-1} M⁻¹ b, the last of them what moves z_r.
  const Index m = C.rows();
  const Index n = C.cols();
  Matrix F;
  Matrix f;
  Matrix G;
  solveDense(M_, A_, F);
  solveDense(M_, b_, f);
  solveDense(M_, B, G);
  derivatives_.resize((degree_ + 1) * m, n);
  offsets_.resize((degree_ + 1) * m);
  derivatives_.topRows(m) = C;
  offsets_.head(m) = e;
  for (Index i = 1; i <= degree_; ++i) {
    derivatives_.middleRows(i * m, m) = derivatives_.middleRows((i - 1) * m, m) * F;
    offsets_.segment(i * m, m) = derivatives_.middleRows((i - 1) * m, m) * f;
  }

  inputs_ = M_ * dualBasis(derivatives_, F, G);
  inputs_.rightCols(m) = B;
  check::finite(relationName, "the directions of the measures", inputs_);
}

void HigherOrderTIR::activeRows(VectorConstRef x, double h, std::vector<unsigned char>& active) const {
  constexpr double negligible =
      1e-8;  // beside what a step does; 1e-6 and 1e-10 made no difference to the tests
  const Index m = outputs();
  const Vector z = derivatives_ * x + offsets_;
  const Vector sizes = derivatives_.cwiseAbs() * x.cwiseAbs() + offsets_.cwiseAbs();
  const double rounding = 4.0 * static_cast<double>(columns()) * std::numeric_limits<double>::epsilon();
  active.assign(static_cast<std::size_t>(rows()), 1);
  for (Index j = 0; j < m; ++j) {
    for (Index i = 0; i + 1 < degree_; ++i) {
      double moved = 0.0;  // h |z_{i+1}| + h² |z_{i+2}| + ...
      for (Index k = degree_; k > i; --k) moved = h * (moved + std::abs(z[k * m + j]));
      const double value = z[i * m + j];
      if (std::abs(value) <= negligible * moved + rounding * sizes[i * m + j]) continue;
      // The first that is not zero decides for all that follow.
      for (Index k = i + 1; k < degree_; ++k)
        active[static_cast<std::size_t>(k * m + j)] = value > 0.0 ? 0 : 1;
      break;
    }
  }
}

void HigherOrderTIR::checkUnchanged(const FirstOrderLinearDS& system) const {
  const Constants now(system, derivatives_.topRows(outputs()), inputs_.rightCols(outputs()));
  check::that(now.M == M_ && now.A == A_ && now.b == b_,
              "{}: M, A or b of {} is not what the relation was made of; link another", relationName,
              system.name());
}

void HigherOrderTIR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  const auto* const system =
      systems.size() == 1 ? dynamic_cast<const FirstOrderLinearDS*>(systems[0]) : nullptr;
  check::that(system != nullptr, "{} takes the one linear system that it was made of", relationName);
  checkUnchanged(*system);
}

void HigherOrderTIR::doCheckLaw(const NonSmoothLaw& law) const {
  check::that(dynamic_cast<const ComplementarityConditionNSL*>(&law) != nullptr && law.blockSize() == 1,
              "{} takes ComplementarityConditionNSL", relationName);
}

void HigherOrderTIR::doOutput(double, VectorConstRef x, VectorConstRef, VectorRef y) const {
  y = offsets_.head(rows());
  y.noalias() += derivatives_.topRows(rows()) * x;
}

void HigherOrderTIR::doInput(double, VectorConstRef, VectorConstRef lambda, VectorRef r) const {
  r.noalias() = inputs_ * lambda;
}

void HigherOrderTIR::doOutputJacobians(double, VectorConstRef, VectorConstRef, MatrixRef C,
                                       MatrixRef D) const {
  C = derivatives_.topRows(rows());
  D.setZero();
}

void HigherOrderTIR::doInputJacobians(double, VectorConstRef, VectorConstRef, MatrixRef K,
                                      MatrixRef B) const {
  K.setZero();
  B = inputs_;
}

}  // namespace nsds

#include "nsds/kernel/first_order/evolution_inequalities.hpp"

#include <cmath>

#include "formulations/output_sets/polyhedron_projection.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

Vector projectedOnto(const ConvexSet& set, const Vector& x) {
  Vector p(x.size());
  if (const auto* const polyhedron = std::get_if<PolyhedronSet>(&set); polyhedron != nullptr) {
    if (!projectOnto(*polyhedron, x, p)) throw InvalidArgument("the polyhedron K is empty");
  } else {
    convex::project(set, x, p);
  }
  return p;
}

/// Points around x0 at which two descriptions of a set are compared, the same in every run.
std::vector<Vector> pointsAround(const Vector& x0) {
  constexpr int count = 16;
  std::vector<Vector> points;
  double distance = 0.05 * (x0.norm() > 0.0 ? x0.norm() : 1.0);
  for (int k = 0; k < count; ++k, distance *= 1.4) {
    Vector x = x0;
    for (Index i = 0; i < x.size(); ++i)
      x[i] += distance * std::cos(1.0 + 2.7 * static_cast<double>(k * x.size() + i));
    points.push_back(std::move(x));
  }
  return points;
}

double sizeOf(const Vector& x) {
  return x.norm() > 0.0 ? x.norm() : 1.0;
}

/// f(t, x) of x' and y - x of the algebraic rows, over the state (x, y).
VectorField withCopy(const VectorField& f) {
  const Index n = f.size();
  if (f.affine()) {
    Matrix A = Matrix::Zero(2 * n, 2 * n);
    A.topLeftCorner(n, n) = f.matrix();
    A.bottomLeftCorner(n, n) = -Matrix::Identity(n, n);
    A.bottomRightCorner(n, n).setIdentity();
    return VectorField::linear(A).add([f, n](double t, VectorRef value) { value.head(n) = f.load(t); });
  }
  VectorField::Jacobian jacobian;
  if (f.exactJacobian()) {
    jacobian = [f, n](double t, VectorConstRef z, MatrixRef value) {
      value.topLeftCorner(n, n) = f.jacobian(t, z.head(n));
      value.bottomLeftCorner(n, n) = -Matrix::Identity(n, n);
      value.bottomRightCorner(n, n).setIdentity();
    };
  }
  return {2 * n,
          [f, n](double t, VectorConstRef z, VectorRef value) {
            value.head(n) = f.at(t, z.head(n));
            value.tail(n) = z.tail(n) - z.head(n);
          },
          jacobian};
}

}  // namespace

ConstrainedField::ConstrainedField(const char* name, VectorConstRef x0, VectorField f, ConvexSet K)
    : x0_(x0), f_(std::move(f)), K_(std::move(K)) {
  check::size(name, "x0", x0.size(), f_.size());
  check::finite(name, "x0", x0);
  const SweepingNSL law(x0.size(), std::visit([](const auto& set) { return VaryingSet(set); }, K_));
  const double outside = (x0_ - projectedOnto(K_, x0_)).norm();
  check::that(outside <= 1e-8 * sizeOf(x0_),
              "{}: x0 is at a distance of {} from K, in which a solution begins", name, outside);
}

double ConstrainedField::residual(double t, VectorConstRef x, VectorConstRef velocity) const {
  check::size("residual", "the velocity", velocity.size(), x0_.size());
  const Vector force = velocity + f_.at(t, x);
  return (x - projectedOnto(K_, x - force)).norm();
}

FirstOrderParts UnboundedDifferentialInclusion::addTo(Model& model) const {
  return toSweepingProcess(*this).addTo(model);
}
FirstOrderParts EvolutionVariationalInequality::addTo(Model& model) const {
  return toSweepingProcess(*this).addTo(model);
}

FirstOrderParts DifferentialVariationalForm::addTo(Model& model) const {
  const Index n = x0().size();
  Vector start(2 * n);
  start << x0(), x0();
  FirstOrderDS& system = withCopy(field()).addTo(model, start);
  Vector differential = Vector::Zero(2 * n);
  differential.head(n).setOnes();
  system.setM(differential.asDiagonal());
  Matrix C = Matrix::Zero(n, 2 * n);
  C.rightCols(n).setIdentity();
  Matrix B = Matrix::Zero(2 * n, n);
  B.topRows(n).setIdentity();
  const VaryingSet K = std::visit([](const auto& kind) { return VaryingSet(kind); }, set());
  return {system, model.link(SweepingNSL(n, K), FirstOrderLinearTIR(C, B), system)};
}

EvolutionQuasiVariationalInequality::EvolutionQuasiVariationalInequality(VectorConstRef x0, VectorField f,
                                                                         VaryingSet K)
    : process_(x0, std::move(K)) {
  check::that(process_.set().dependence() == SetDependence::state,
              "EvolutionQuasiVariationalInequality: K does not depend on the state; an "
              "EvolutionVariationalInequality or a SweepingProcess takes it");
  process_.setField(std::move(f));
}
EvolutionQuasiVariationalInequality::EvolutionQuasiVariationalInequality(VectorConstRef x0, VectorField f,
                                                                         VaryingSet K, double L)
    : EvolutionQuasiVariationalInequality(x0, std::move(f), std::move(K)) {
  process_.setContraction(L);
}

UnboundedDifferentialInclusion toUdi(const ConstrainedField& problem) {
  return {problem.x0(), problem.field(), problem.set()};
}
EvolutionVariationalInequality toEvi(const ConstrainedField& problem) {
  return {problem.x0(), problem.field(), problem.set()};
}
DifferentialVariationalForm toDvi(const ConstrainedField& problem) {
  return {problem.x0(), problem.field(), problem.set()};
}
SweepingProcess toSweepingProcess(const ConstrainedField& problem) {
  SweepingProcess process(problem.x0(),
                          std::visit([](const auto& set) { return VaryingSet(set); }, problem.set()));
  process.setField(problem.field());
  return process;
}

GradientComplementaritySystem toConeSystem(const ConstrainedField& problem, const Cone& K) {
  const Index n = problem.x0().size();
  check::that(K.rows() == n, "toConeSystem: the cone has {} rows, x0 {}", K.rows(), n);
  for (const Vector& x : pointsAround(problem.x0())) {
    const double apart = (K.project(x) - projectedOnto(problem.set(), x)).norm();
    check::that(
        apart <= 1e-7 * sizeOf(x),
        "toConeSystem: the cone is not the set of the problem: their nearest points to a point near x0 "
        "are {} apart",
        apart);
  }
  GradientComplementaritySystem system(problem.x0(), problem.field(), Matrix(Matrix::Identity(n, n)),
                                       Vector(Vector::Zero(n)));
  system.setCone(K.dual());
  return system;
}

GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem, const FiniteSet& K) {
  check::that(K.size() == problem.x0().size(), "toGradientSystem: h is a function of {} unknowns, x0 has {}",
              K.size(), problem.x0().size());
  for (const Vector& x : pointsAround(problem.x0())) {
    const Vector p = projectedOnto(problem.set(), x);
    const double distance = (x - p).norm();
    const double reach = K.jacobian(p).rowwise().norm().maxCoeff();
    check::that(K.at(p).maxCoeff() <= 1e-7 * (reach > 0.0 ? reach * sizeOf(x) : 1.0),
                "toGradientSystem: a point of K near x0 has h = {} > 0", K.at(p).maxCoeff());
    check::that(distance <= 1e-7 * sizeOf(x) || K.at(x).maxCoeff() > 0.0,
                "toGradientSystem: a point at a distance of {} from K has h ≤ 0", distance);
  }
  const ConstraintQualification mfcq = K.qualification(problem.x0(), 1e-8);
  check::that(
      mfcq.answer != Answer::no,
      "toGradientSystem: the constraint qualification of Mangasarian and Fromovitz does not hold at x0: "
      "{}",
      mfcq.message);
  if (const PolyhedronSet* const rows = K.polyhedron(); rows != nullptr)
    return {problem.x0(), problem.field(), rows->H, Vector(-rows->K)};
  return {problem.x0(), problem.field(), K.rows(),
          [K](VectorConstRef x, VectorRef value) { value = -K.at(x); },
          [K](VectorConstRef x, MatrixRef value) { value = -K.jacobian(x); }};
}

GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem) {
  return toGradientSystem(problem, FiniteSet::of(problem.set(), problem.x0().size()));
}

}  // namespace nsds

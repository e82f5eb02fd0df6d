#include "nsds/theory/first_order/evolution_inequalities.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/polyhedron_projection.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

double sizeOf(const Vector& x) {
  return x.norm() > 0.0 ? x.norm() : 1.0;
}

/// Points around x0 at which two descriptions of a set are compared, the same in every run.
std::vector<Vector> pointsAround(const Vector& x0) {
  constexpr int count = 16;  // from a twentieth of the size of x0 to eight times that
  constexpr double further = 1.4;
  std::vector<Vector> points;
  double distance = 0.05 * sizeOf(x0);
  for (int k = 0; k < count; ++k, distance *= further) {
    Vector x = x0;
    for (Index i = 0; i < x.size(); ++i)
      x[i] += distance * std::cos(1.0 + 2.7 * static_cast<double>(k * x.size() + i));
    points.push_back(std::move(x));
  }
  return points;
}

/// How far from K a solution may begin, as a part of the size of x0 or of K, where a run before may have ended.
constexpr double startTolerance = 1e-8;
/// What two descriptions of a set may differ by: projections by their own iterates are less accurate than those of solvers.
constexpr double sameSet = 1e-7;

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

ConstrainedField::ConstrainedField(const char* name, VectorField f, ConvexSet K)
    : name_(name), f_(std::move(f)), K_(std::move(K)) {
  const SweepingNSL law(f_.size(), K_);  // which checks the set
  if (const auto* const faces = std::get_if<PolyhedronSet>(&K_); faces != nullptr)
    check::that(!isEmptyPolyhedron(faces->H, faces->K), "{}: the polyhedron K is empty", name_);
}

void ConstrainedField::checkStart(VectorConstRef x0) const {
  check::size(name_, "x0", x0.size(), f_.size());
  check::finite(name_, "x0", x0);
  const double outside = (x0 - convex::nearestPoint(K_, x0)).norm();
  const double size = std::max(x0.norm(), convex::extent(K_));
  check::that(outside <= startTolerance * (size > 0.0 ? size : 1.0),
              "{}: x0 is at a distance of {} from K, in which a solution begins", name_, outside);
}

double ConstrainedField::residual(double t, VectorConstRef x, VectorConstRef velocity) const {
  check::size("residual", "the velocity", velocity.size(), f_.size());
  const Vector force = velocity + f_.at(t, x);
  return (x - convex::nearestPoint(K_, x - force)).norm();
}

FirstOrderParts ConstrainedField::addTo(Model& model, VectorConstRef x0) const {
  checkStart(x0);
  return toSweepingProcess(*this).addTo(model, x0);
}

FirstOrderParts AlgebraicVariationalInequality::addTo(Model& model, VectorConstRef x0) const {
  checkStart(x0);
  const Index n = x0.size();
  Vector start(2 * n);
  start << x0, x0;
  FirstOrderDS& system = withCopy(field()).negated().addTo(model, start);
  Vector differential = Vector::Zero(2 * n);
  differential.head(n).setOnes();
  system.setM(differential.asDiagonal());
  Matrix C = Matrix::Zero(n, 2 * n);
  C.rightCols(n).setIdentity();
  Matrix B = Matrix::Zero(2 * n, n);
  B.topRows(n).setIdentity();
  return {system, model.link(SweepingNSL(n, set()), FirstOrderLinearTIR(C, B), system)};
}

EvolutionQuasiVariationalInequality::EvolutionQuasiVariationalInequality(VectorField f, VaryingSet K)
    : process_(f.size(), std::move(K)) {
  check::that(process_.set().dependence() == SetDependence::state,
              "EvolutionQuasiVariationalInequality: K does not depend on the state; an "
              "EvolutionVariationalInequality or a SweepingProcess takes it");
  process_.setField(std::move(f));
}
EvolutionQuasiVariationalInequality::EvolutionQuasiVariationalInequality(VectorField f, VaryingSet K,
                                                                         double L)
    : EvolutionQuasiVariationalInequality(std::move(f), std::move(K)) {
  process_.setContraction(L);
}

SweepingProcess toSweepingProcess(const ConstrainedField& problem) {
  SweepingProcess process(problem.field().size(), problem.set());
  process.setField(problem.field());
  return process;
}

GradientComplementaritySystem toConeSystem(const ConstrainedField& problem, const Cone& K) {
  const Index n = problem.field().size();
  check::that(K.rows() == n, "toConeSystem: the cone has {} rows, the state {}", K.rows(), n);
  for (const Vector& x : pointsAround(Vector::Zero(n))) {
    const double apart = (K.project(x) - convex::nearestPoint(problem.set(), x)).norm();
    check::that(apart <= sameSet * sizeOf(x),
                "toConeSystem: the cone is not the set of the problem: their nearest points to a point near "
                "the origin are {} apart",
                apart);
  }
  GradientComplementaritySystem system(problem.field(), Matrix::Identity(n, n), Vector::Zero(n));
  system.setCone(K.dual());
  return system;
}

GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem,
                                               const FinitelyRepresentedSet& K, VectorConstRef x0) {
  check::that(K.size() == problem.field().size() && K.size() == x0.size(),
              "toGradientSystem: h is a function of {} unknowns, the field has {}, x0 {}", K.size(),
              problem.field().size(), x0.size());
  for (const Vector& x : pointsAround(x0)) {
    const Vector p = convex::nearestPoint(problem.set(), x);
    const double distance = (x - p).norm();
    const double reach = K.jacobian(p).rowwise().norm().maxCoeff();
    check::that(K.at(p).maxCoeff() <= sameSet * (reach > 0.0 ? reach * sizeOf(x) : 1.0),
                "toGradientSystem: a point of K near x0 has h = {} > 0", K.at(p).maxCoeff());
    check::that(distance <= sameSet * sizeOf(x) || K.at(x).maxCoeff() > 0.0,
                "toGradientSystem: a point at a distance of {} from K has h ≤ 0", distance);
  }
  const ConstraintQualification mfcq = K.qualification(x0, startTolerance);
  check::that(
      mfcq.answer != Answer::no,
      "toGradientSystem: the constraint qualification of Mangasarian and Fromovitz does not hold at x0: "
      "{}",
      mfcq.message);
  if (const PolyhedronSet* const rows = K.polyhedron(); rows != nullptr)
    return {problem.field(), rows->H, -rows->K};
  return {problem.field(), K.rows(), [K](VectorConstRef x, VectorRef value) { value = -K.at(x); },
          [K](VectorConstRef x, MatrixRef value) { value = -K.jacobian(x); }};
}

GradientComplementaritySystem toGradientSystem(const ConstrainedField& problem, VectorConstRef x0) {
  return toGradientSystem(problem, FinitelyRepresentedSet::of(problem.set(), problem.field().size()), x0);
}

}  // namespace nsds

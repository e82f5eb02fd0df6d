#include "nsds/theory/first_order/finitely_represented_set.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "linalg/polyhedron_projection.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

namespace {

/// Looks for the shortest d with gᵀd ≤ -1 for all unit gradients g, the rows: the certificate, which is as long as the inverse of the
/// distance from zero to their convex hull.
void certify(const Matrix& gradients, ConstraintQualification& result) {
  constexpr double longest = 1e7;  // a hull at 1e-7 is not told from one with zero in it by differences
  const Vector zero = Vector::Zero(gradients.cols());
  if (!projectOntoPolyhedron(-gradients, Vector::Ones(gradients.rows()), zero, result.direction)) {
    result.direction.resize(0);
    result.answer = Answer::no;
    result.message = "a combination of the active gradients with weights that are not negative vanishes";
  } else if (result.direction.norm() > longest) {
    result.message = "the active gradients oppose each other up to rounding";
  } else {
    result.answer = Answer::yes;
    result.message = fmt::format("a direction of length {} leaves all {} active rows",
                                 result.direction.norm(), gradients.rows());
  }
}

}  // namespace

FinitelyRepresentedSet::FinitelyRepresentedSet(Index size, Index rows, Function h, Jacobian jacobian,
                                               double extent)
    : size_(size), rows_(rows), h_(std::move(h)), jacobian_(std::move(jacobian)), extent_(extent) {
  check::that(size >= 1 && rows >= 1,
              "FinitelyRepresentedSet: {} rows in {} unknowns, at least 1 of both expected", rows, size);
  check::that(h_ && jacobian_, "FinitelyRepresentedSet: the {} is empty",
              h_ ? "Jacobian of h" : "function h");
  check::that(std::isfinite(extent) && extent >= 0.0,
              "FinitelyRepresentedSet: the extent is {}, not negative expected", extent);
}

FinitelyRepresentedSet FinitelyRepresentedSet::of(const ConvexSet& set, Index size) {
  const std::optional<PolyhedronSet> faces = convex::polyhedron(set, size);
  check::that(faces.has_value(), "FinitelyRepresentedSet: the set is known by its projection alone");
  const PolyhedronSet& rows = *faces;
  check::that(rows.K.size() >= 1, "FinitelyRepresentedSet: the set has no rows");
  FinitelyRepresentedSet finite(
      size, rows.K.size(), [rows](VectorConstRef x, VectorRef value) { value = rows.K - rows.H * x; },
      [rows](VectorConstRef, MatrixRef value) { value = -rows.H; });
  finite.affine_ = true;
  finite.polyhedron_ = rows;
  return finite;
}

Vector FinitelyRepresentedSet::at(VectorConstRef x) const {
  check::size("FinitelyRepresentedSet", "x", x.size(), size_);
  Vector value = Vector::Zero(rows_);
  h_(x, value);
  if (!value.allFinite()) throw Error("FinitelyRepresentedSet: h is not finite");
  return value;
}

Matrix FinitelyRepresentedSet::jacobian(VectorConstRef x) const {
  check::size("FinitelyRepresentedSet", "x", x.size(), size_);
  Matrix value = Matrix::Zero(rows_, size_);
  jacobian_(x, value);
  if (!value.allFinite()) throw Error("FinitelyRepresentedSet: the Jacobian of h is not finite");
  return value;
}

/// Below which a row counts as zero.
Vector FinitelyRepresentedSet::slack(VectorConstRef x, const Matrix& gradients, double tolerance) const {
  if (affine_) {
    const Matrix H = gradients.cwiseAbs();
    const Vector terms = (H * x.cwiseAbs()).cwiseMax(polyhedron_.K.cwiseAbs());
    const double rounding = 64.0 * epsilon * x.cwiseAbs().maxCoeff();
    return (tolerance * terms).cwiseMax(rounding * H.rowwise().maxCoeff());
  }
  const double size = std::max(x.norm(), extent_);
  return (tolerance * (size > 0.0 ? size : 1.0)) * gradients.rowwise().norm();
}

std::vector<Index> FinitelyRepresentedSet::active(VectorConstRef x, double tolerance) const {
  const Vector h = at(x);
  const Vector zero = slack(x, jacobian(x), tolerance);
  std::vector<Index> rows;
  for (Index i = 0; i < rows_; ++i)
    if (h[i] >= -zero[i]) rows.push_back(i);
  return rows;
}

ConstraintQualification FinitelyRepresentedSet::qualification(VectorConstRef x, double tolerance) const {
  ConstraintQualification result;
  const Vector h = at(x);
  const Matrix G = jacobian(x);
  const Vector zero = slack(x, G, tolerance);
  result.active = active(x, tolerance);
  result.direction.setZero(size_);
  if (result.active.empty()) {
    result.answer = Answer::yes;
    result.message = "no row is active";
    return result;
  }
  Matrix gradients(std::ssize(result.active), size_);
  Index row = 0;
  for (const Index i : result.active) {
    check::that(h[i] <= zero[i], "FinitelyRepresentedSet: x is outside: h({}) = {} is positive", i, h[i]);
    const double length = G.row(i).norm();
    if (length == 0.0) {
      result.answer = Answer::no;
      result.direction.resize(0);
      result.message = fmt::format("the gradient of row {} vanishes where it is active", i);
      return result;
    }
    gradients.row(row++) = G.row(i) / length;
  }
  certify(gradients, result);
  return result;
}

Vector FinitelyRepresentedSet::projectTangent(VectorConstRef x, VectorConstRef v, double tolerance) const {
  check::size("FinitelyRepresentedSet", "v", v.size(), size_);
  const std::vector<Index> rows = active(x, tolerance);
  Vector p = v;
  if (rows.empty()) return p;
  const Matrix G = jacobian(x);
  Matrix cone(std::ssize(rows), size_);
  Index row = 0;
  for (const Index i : rows) cone.row(row++) = -G.row(i);
  projectOntoPolyhedron(cone, Vector::Zero(cone.rows()), v, p);  // which has a point: zero
  return p;
}

}  // namespace nsds

#include "nsds/kernel/first_order/finite_set.hpp"

#include <cmath>

#include "formulations/output_sets/polyhedron_projection.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// { H x ≥ K } of sets that have rows.
struct RowsOfSet {
  Index size;

  PolyhedronSet operator()(const OrthantSet&) const {
    return {Matrix::Identity(size, size), Vector::Zero(size)};
  }
  PolyhedronSet operator()(const PolyhedronSet& set) const { return set; }
  PolyhedronSet operator()(const BoxSet& box) const {
    return (*this)(MixedSet{Vector::Constant(size, box.lower), Vector::Constant(size, box.upper)});
  }
  PolyhedronSet operator()(const MixedSet& box) const {
    check::size("FiniteSet", "the lower bound", box.lower.size(), size);
    const auto finite = [](const Vector& bound) { return bound.array().isFinite().count(); };
    const Index rows = finite(box.lower) + finite(box.upper);
    PolyhedronSet set{Matrix::Zero(rows, size), Vector::Zero(rows)};
    Index row = 0;
    for (Index i = 0; i < size; ++i) {
      if (std::isfinite(box.lower[i])) {
        set.H(row, i) = 1.0;
        set.K[row++] = box.lower[i];
      }
      if (std::isfinite(box.upper[i])) {
        set.H(row, i) = -1.0;
        set.K[row++] = -box.upper[i];
      }
    }
    return set;
  }
  template <class Set>
  PolyhedronSet operator()(const Set&) const {
    throw InvalidArgument("FiniteSet: the set has no rows, or is known by its projection alone");
  }
};

}  // namespace

FiniteSet::FiniteSet(Index size, Index rows, Function h, Jacobian jacobian)
    : size_(size), rows_(rows), h_(std::move(h)), jacobian_(std::move(jacobian)) {
  check::that(size >= 1 && rows >= 1, "FiniteSet: {} rows in {} unknowns, at least 1 of both expected", rows,
              size);
  check::that(h_ && jacobian_, "FiniteSet: the {} is empty", h_ ? "Jacobian of h" : "function h");
}

FiniteSet FiniteSet::of(const ConvexSet& set, Index size) {
  const PolyhedronSet rows = std::visit(RowsOfSet{size}, set);
  check::that(rows.K.size() >= 1, "FiniteSet: the set has no rows");
  check::shape("FiniteSet", "H", rows.H, rows.K.size(), size);
  FiniteSet finite(
      size, rows.K.size(), [rows](VectorConstRef x, VectorRef value) { value = rows.K - rows.H * x; },
      [rows](VectorConstRef, MatrixRef value) { value = -rows.H; });
  finite.affine_ = true;
  finite.polyhedron_ = rows;
  return finite;
}

Vector FiniteSet::at(VectorConstRef x) const {
  check::size("FiniteSet", "x", x.size(), size_);
  Vector value = Vector::Zero(rows_);
  h_(x, value);
  if (!value.allFinite()) throw Error("FiniteSet: h is not finite");
  return value;
}

Matrix FiniteSet::jacobian(VectorConstRef x) const {
  check::size("FiniteSet", "x", x.size(), size_);
  Matrix value = Matrix::Zero(rows_, size_);
  jacobian_(x, value);
  if (!value.allFinite()) throw Error("FiniteSet: the Jacobian of h is not finite");
  return value;
}

std::vector<Index> FiniteSet::active(VectorConstRef x, double tolerance) const {
  const Vector h = at(x);
  const Vector lengths = jacobian(x).rowwise().norm();
  std::vector<Index> rows;
  for (Index i = 0; i < rows_; ++i) {
    // Where a gradient vanishes h itself has to be small: there is no distance to measure by.
    if (h[i] >= -tolerance * (lengths[i] > 0.0 ? lengths[i] : 1.0)) rows.push_back(i);
  }
  return rows;
}

/// { d : ∇h_iᵀd ≤ -|∇h_i|, i ∈ I }, whose shortest element is the certificate: it is as long as the inverse of the distance from
/// zero to the convex hull of the directions of the gradients.
ConstraintQualification FiniteSet::qualification(VectorConstRef x, double tolerance) const {
  ConstraintQualification result;
  const Vector h = at(x);
  const Matrix G = jacobian(x);
  result.active = active(x, tolerance);
  PolyhedronSet directions{Matrix(std::ssize(result.active), size_), Vector::Ones(std::ssize(result.active))};
  Index row = 0;
  for (const Index i : result.active) {
    const double length = G.row(i).norm();
    check::that(h[i] <= tolerance * (length > 0.0 ? length : 1.0),
                "FiniteSet: x is outside: h({}) = {} is positive", i, h[i]);
    if (length == 0.0) {
      result.answer = Answer::no;
      result.message = fmt::format("the gradient of row {} vanishes where it is active", i);
      return result;
    }
    directions.H.row(row++) = -G.row(i) / length;
  }
  result.direction.setZero(size_);
  if (row == 0) {
    result.answer = Answer::yes;
    result.message = "no row is active";
    return result;
  }
  constexpr double longest =
      1e7;  // the hull is then within 1e-7 of zero, near what differences of gradients tell
  if (!projectOnto(directions, Vector::Zero(size_), result.direction)) {
    result.direction.resize(0);
    result.answer = Answer::no;
    result.message = "a combination of the active gradients with weights that are not negative vanishes";
  } else if (result.direction.norm() > longest) {
    result.message = "the active gradients oppose each other up to rounding";
  } else {
    result.answer = Answer::yes;
    result.message = fmt::format("a direction of length {} leaves all {} active rows",
                                 result.direction.norm(), result.active.size());
  }
  return result;
}

Vector FiniteSet::projectTangent(VectorConstRef x, VectorConstRef v, double tolerance) const {
  check::size("FiniteSet", "v", v.size(), size_);
  const std::vector<Index> rows = active(x, tolerance);
  Vector p = v;
  if (rows.empty()) return p;
  const Matrix G = jacobian(x);
  PolyhedronSet cone{Matrix(std::ssize(rows), size_), Vector::Zero(std::ssize(rows))};
  Index row = 0;
  for (const Index i : rows) cone.H.row(row++) = -G.row(i);
  projectOnto(cone, v, p);  // which has a point: zero
  return p;
}

}  // namespace nsds

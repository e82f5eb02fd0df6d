#include "nsds/kernel/modeling/convex_sets.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "linalg/eigenvalues.hpp"
#include "linalg/numbers.hpp"
#include "linalg/polyhedron_projection.hpp"
#include "modeling/checks.hpp"

namespace nsds::convex {

namespace {

/// The ellipsoid { x : Σ (x_i / a_i)² ≤ 1 } in its axes; P(x) = a_i² x_i / (a_i² + s), with s ≥ 0 the root of
/// Σ (a_i x_i / (a_i² + s))² = 1.
class AxisEllipsoid {
 public:
  explicit AxisEllipsoid(Vector axes) : axes_(std::move(axes)) {}

  /// Newton's method on 1/√φ - 1, φ the sum, which is concave and increasing in s, and nearly linear: it comes from the left,
  /// and no step goes beyond the root. False if x is inside and stays.
  bool project(Vector& x) const {
    if (x.cwiseQuotient(axes_).norm() <= 1.0) return false;
    const auto squares = axes_.array().square();
    double s = 0.0;
    constexpr int most = 100;  // a dozen are enough even for axes of very different length
    for (int k = 0; k < most; ++k) {
      const auto ratio = axes_.array() * x.array() / (squares + s);
      const double phi = ratio.square().sum();
      const double slope = -2.0 * (ratio.square() / (squares + s)).sum();
      const double step = -2.0 * (phi - phi * std::sqrt(phi)) / slope;
      s -= step;
      if (!(std::abs(step) > 2.0 * epsilon * s)) break;
    }
    x.array() *= squares / (squares + s);
    return true;
  }

 private:
  Vector axes_;
};

void projectLorentz(double mu, VectorConstRef x, VectorRef p) {
  const double normal = x[0];
  const double tangential = x.tail(x.size() - 1).norm();
  if (normal >= 0.0 && tangential <= mu * normal) {
    p = x;
  } else if (mu * tangential <= -normal) {
    p.setZero();
  } else {
    p[0] = (mu * tangential + normal) / (1.0 + mu * mu);
    p.tail(x.size() - 1) = (mu * p[0] / tangential) * x.tail(x.size() - 1);
  }
}

/// Projections onto the sets in turn, each of which begins beside the last one by what it has moved before. References:
/// Dykstra (1983), J. Amer. Statist. Assoc. 78; Boyle, Dykstra (1986), Lecture Notes in Statistics 37.
class Dykstra {
 public:
  explicit Dykstra(std::vector<ConvexSet> sets) : sets_(std::move(sets)) {}

  void project(VectorConstRef x, VectorRef projection) const {
    Vector point = x;
    Vector next(x.size());
    Vector before(x.size());
    std::vector<Vector> moved(sets_.size(), Vector::Zero(x.size()));
    constexpr int most = 100000;
    for (int k = 0; k < most; ++k) {
      double change = 0.0;
      for (std::size_t i = 0; i < sets_.size(); ++i) {
        before = point + moved[i];
        convex::project(sets_[i], before, next);
        before -= next;
        // What the sets pull cancels in the limit, where the point stays although each of them moves it.
        change = std::max({change, (moved[i] - before).norm(), (point - next).norm()});
        moved[i] = before;
        point = next;
      }
      const double size = (x - point).norm() + point.norm();
      if (!std::isfinite(size)) break;
      if (!(change > 16.0 * epsilon * size)) {
        projection = point;
        return;
      }
    }
    throw Error(
        fmt::format("the projection onto an intersection of {} sets was not found in {} cycles: they have no "
                    "point in common, only touch, or are thin where they meet",
                    sets_.size(), most));
  }

 private:
  std::vector<ConvexSet> sets_;
};

/// { x : normalᵀx ≥ offset }
void projectHalfSpace(VectorConstRef normal, double offset, VectorConstRef x, VectorRef p) {
  const double missing = offset - normal.dot(x);
  p = x;
  if (missing > 0.0) p += (missing / normal.squaredNorm()) * normal;
}

struct Projection {
  VectorConstRef x;
  VectorRef& p;

  void operator()(const FreeSet&) const { p = x; }
  void operator()(const OrthantSet&) const { p = x.cwiseMax(0.0); }
  void operator()(const BoxSet& box) const { p = x.cwiseMax(box.lower).cwiseMin(box.upper); }
  void operator()(const MixedSet& box) const { p = x.cwiseMax(box.lower).cwiseMin(box.upper); }
  void operator()(const ProjectorSet& set) const { set.project(x, p); }
  void operator()(const PolyhedronSet& set) const {
    if (set.K.size() == 1) return projectHalfSpace(set.H.row(0).transpose(), set.K[0], x, p);
    check::that(projectOntoPolyhedron(set.H, set.K, x, p), "a projection: the polyhedron is empty");
  }
};

struct Bounds {
  Index rows;

  std::optional<MixedSet> operator()(const FreeSet&) const { return between(-infinity, infinity); }
  std::optional<MixedSet> operator()(const OrthantSet&) const { return between(0.0, infinity); }
  std::optional<MixedSet> operator()(const BoxSet& box) const { return between(box.lower, box.upper); }
  std::optional<MixedSet> operator()(const MixedSet& box) const {
    check::size("a box", "its lower bound", box.lower.size(), rows);
    check::size("a box", "its upper bound", box.upper.size(), rows);
    return box;
  }
  std::optional<MixedSet> operator()(const PolyhedronSet&) const { return std::nullopt; }
  std::optional<MixedSet> operator()(const ProjectorSet&) const { return std::nullopt; }

  MixedSet between(double lower, double upper) const {
    return {Vector::Constant(rows, lower), Vector::Constant(rows, upper)};
  }
};

struct Extent {
  static double half(double lower, double upper) {
    return std::isfinite(upper - lower) ? 0.5 * (upper - lower) : 0.0;
  }
  double operator()(const BoxSet& box) const { return half(box.lower, box.upper); }
  double operator()(const MixedSet& box) const {
    double smallest = infinity;
    for (Index i = 0; i < box.lower.size(); ++i) {
      const double width = half(box.lower[i], box.upper[i]);
      if (width > 0.0) smallest = std::min(smallest, width);
    }
    return std::isfinite(smallest) ? smallest : 0.0;
  }
  double operator()(const ProjectorSet& set) const { return set.extent; }
  template <class Set>
  double operator()(const Set&) const {
    return 0.0;
  }
};

}  // namespace

MixedSet box(VectorConstRef lower, VectorConstRef upper) {
  check::size("a box", "its upper bound", upper.size(), lower.size());
  for (Index i = 0; i < lower.size(); ++i)
    check::that(lower[i] <= upper[i] && lower[i] < infinity && upper[i] > -infinity,
                "a box: its interval [{}, {}] is empty or not a number", lower[i], upper[i]);
  return {lower, upper};
}

PolyhedronSet halfSpace(VectorConstRef normal, double offset) {
  check::finite("a half space", "its normal", normal);
  check::finite("a half space", "its offset", offset);
  check::that(normal.squaredNorm() > 0.0, "a half space: its normal vanishes");
  return {normal.transpose(), Vector::Constant(1, offset)};
}

ProjectorSet ball(VectorConstRef center, double radius) {
  check::finite("a ball", "its center", center);
  check::that(std::isfinite(radius) && radius >= 0.0, "a ball: its radius {} is negative or not finite",
              radius);
  return {[c = Vector(center), radius](VectorConstRef x, VectorRef p) {
            check::size("a ball", "the point to be projected", x.size(), c.size());
            const double distance = (x - c).norm();
            p = x;
            if (distance > radius) p = c + (radius / distance) * (x - c);
          },
          radius};
}

ProjectorSet ellipsoid(VectorConstRef center, MatrixConstRef shape) {
  check::finite("an ellipsoid", "its center", center);
  check::shape("an ellipsoid", "its shape", shape, center.size(), center.size());
  check::finite("an ellipsoid", "its shape", shape);
  check::symmetric("an ellipsoid", "its shape", shape, 1e-12);
  const SymmetricEigen eigen = symmetricEigen(shape);
  check::that(eigen.values.minCoeff() > 0.0, "an ellipsoid: its shape is not positive definite");
  const Vector axes = eigen.values.cwiseSqrt();
  return {[c = Vector(center), Q = eigen.vectors, ellipsoid = AxisEllipsoid(axes)](VectorConstRef x,
                                                                                   VectorRef p) {
            check::size("an ellipsoid", "the point to be projected", x.size(), c.size());
            Vector own = Q.transpose() * (x - c);
            p = x;
            if (ellipsoid.project(own)) p = c + Q * own;
          },
          axes.minCoeff()};
}

ProjectorSet lorentzCone(double mu) {
  check::that(std::isfinite(mu) && mu >= 0.0, "a Lorentz cone: mu = {} is negative or not finite", mu);
  return {[mu](VectorConstRef x, VectorRef p) { projectLorentz(mu, x, p); }};
}

ProjectorSet intersection(std::vector<ConvexSet> sets, Index rows) {
  check::that(!sets.empty(), "an intersection needs at least one set");
  double smallest = infinity;
  std::vector<ConvexSet> parts;
  for (ConvexSet& set : sets) {
    if (const double size = extent(set); size > 0.0) smallest = std::min(smallest, size);
    if (const auto* const box = std::get_if<MixedSet>(&set); box != nullptr)
      check::size("an intersection", "one of its boxes", box->lower.size(), rows);
    if (const auto* const polyhedron = std::get_if<PolyhedronSet>(&set); polyhedron != nullptr) {
      check::shape("an intersection", "one of its polyhedra", polyhedron->H, polyhedron->K.size(), rows);
      for (Index i = 0; i < polyhedron->K.size(); ++i)
        parts.emplace_back(PolyhedronSet{polyhedron->H.row(i), polyhedron->K.segment(i, 1)});
    } else {
      parts.push_back(std::move(set));
    }
  }
  const auto shared = std::make_shared<const Dykstra>(std::move(parts));
  return {[shared](VectorConstRef x, VectorRef p) { shared->project(x, p); },
          std::isfinite(smallest) ? smallest : 0.0};
}

void project(const ConvexSet& set, VectorConstRef x, VectorRef projection) {
  std::visit(Projection{x, projection}, set);
}

Vector nearestPoint(const ConvexSet& set, VectorConstRef x) {
  Vector p(x.size());
  project(set, x, p);
  return p;
}

std::optional<MixedSet> bounds(const ConvexSet& set, Index rows) {
  return std::visit(Bounds{rows}, set);
}

std::optional<PolyhedronSet> polyhedron(const ConvexSet& set, Index rows) {
  if (const auto* const own = std::get_if<PolyhedronSet>(&set); own != nullptr) {
    check::shape("a polyhedron", "H", own->H, own->K.size(), rows);
    return *own;
  }
  const std::optional<MixedSet> box = bounds(set, rows);
  if (!box) return std::nullopt;
  const Index finite = box->lower.array().isFinite().count() + box->upper.array().isFinite().count();
  PolyhedronSet faces{Matrix::Zero(finite, rows), Vector(finite)};
  Index face = 0;
  for (const double sign : {1.0, -1.0}) {
    const Vector& bound = sign > 0.0 ? box->lower : box->upper;
    for (Index i = 0; i < rows; ++i) {
      if (!std::isfinite(bound[i])) continue;
      faces.H(face, i) = sign;
      faces.K[face++] = sign * bound[i];
    }
  }
  return faces;
}

double extent(const ConvexSet& set) {
  return std::visit(Extent{}, set);
}

}  // namespace nsds::convex

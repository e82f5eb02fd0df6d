#include "first_order/set_instants.hpp"

#include "linalg/polyhedron_projection.hpp"
#include "modeling/checks.hpp"

namespace nsds::first_order {

namespace {

/// The rows that are short at the point that comes nearest to all of them: that of the polyhedron { H x + s ≥ K } next to s = 0.
std::string shortRows(const PolyhedronSet& set) {
  const Index n = set.H.cols();
  PolyhedronSet lifted{Matrix(set.H.rows(), n + 1), set.K};
  lifted.H << set.H, set.H.rowwise().norm();
  Vector point(n + 1);
  if (!projectOntoPolyhedron(lifted.H, lifted.K, Vector::Zero(n + 1), point)) return "its rows";
  const Vector missing = set.K - set.H * point.head(n);
  std::string rows;
  for (Index i = 0; i < missing.size(); ++i) {
    if (missing[i] < 0.5 * missing.maxCoeff()) continue;
    rows += fmt::format("{}{}", rows.empty() ? "" : ", ", i);
  }
  return "the rows " + rows;
}

void requireIntervals(const Vector& lower, const Vector& upper, double t) {
  for (Index i = 0; i < lower.size(); ++i)
    if (!(lower[i] <= upper[i]))
      throw Error(fmt::format("the set K at t = {} is empty: row {} has the interval [{}, {}]", t, i,
                              lower[i], upper[i]));
}

}  // namespace

void requirePoint(const ConvexSet& set, double t, Index size, Vector& inside) {
  if (const auto* const box = std::get_if<BoxSet>(&set))
    return requireIntervals(Vector::Constant(1, box->lower), Vector::Constant(1, box->upper), t);
  if (const auto* const mixed = std::get_if<MixedSet>(&set)) {
    if (mixed->lower.size() != mixed->upper.size()) return;  // the law says so
    return requireIntervals(mixed->lower, mixed->upper, t);
  }
  const auto* const polyhedron = std::get_if<PolyhedronSet>(&set);
  if (polyhedron == nullptr || polyhedron->H.cols() != size || polyhedron->H.rows() != polyhedron->K.size() ||
      !polyhedron->H.allFinite() || !polyhedron->K.allFinite())
    return;
  if (inside.size() != size) inside.setZero(size);
  if ((polyhedron->H * inside - polyhedron->K).minCoeff() >= 0.0) return;
  const Vector from = inside;
  if (projectOntoPolyhedron(polyhedron->H, polyhedron->K, from, inside)) return;
  inside = from;
  throw Error(fmt::format("the set K at t = {} is empty: {} exclude each other", t, shortRows(*polyhedron)));
}

ConvexSet setAtInstant(const VaryingSet& K, double t, VectorConstRef x) {
  ConvexSet set = K.at(t, x);
  Vector inside = x;
  requirePoint(set, t, x.size(), inside);
  return set;
}

}  // namespace nsds::first_order

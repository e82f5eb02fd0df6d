#include "nsds/theory/first_order/cone.hpp"

#include <algorithm>
#include <cmath>

#include "first_order/normal_cone_law.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"

namespace nsds {

namespace {

void checkConeRows(Index rows) {
  check::that(rows >= 1, "Cone: it has {} rows, at least 1 expected", rows);
}

/// A cone is one that scales: P(s x) = s P(x). That P is a projection at all is looked at by the law (law_checks.cpp), so that
/// here two points and one factor settle what is particular to cones.
void checkConeScales(Index rows, const Cone::Projection& projection) {
  check::that(static_cast<bool>(projection), "Cone: the projection is empty");
  constexpr double rounding = 1e-7;  // a guess: what is no projection is off by far more
  Vector x(rows);
  Vector p(rows);
  Vector q(rows);
  for (const double sign : {1.0, -1.0}) {
    for (Index i = 0; i < rows; ++i) x[i] = sign * std::cos(1.0 + 2.3 * static_cast<double>(i));
    projection(x, p);
    check::finite("Cone", "what the projection returned", p);
    projection(Vector(3.0 * x), q);
    check::that((q - 3.0 * p).norm() <= rounding * (1.0 + p.norm()),
                "Cone: the projection of 3 x is not three times that of x, as it is for cones");
    projection(p, q);
    check::that((q - p).norm() <= rounding * (1.0 + p.norm()),
                "Cone: the projection moves a projected point by {}", (q - p).norm());
    check::that(p.norm() <= (1.0 + rounding) * x.norm(), "Cone: the projection is longer than the point");
  }
}

}  // namespace

Cone Cone::free(Index rows) {
  checkConeRows(rows);
  return Cone(Factor{Factor::Kind::free, rows, FreeSet{}});
}
Cone Cone::zero(Index rows) {
  checkConeRows(rows);
  return Cone(Factor{Factor::Kind::zero, rows, MixedSet{Vector::Zero(rows), Vector::Zero(rows)}});
}
Cone Cone::orthant(Index rows) {
  checkConeRows(rows);
  return Cone(Factor{Factor::Kind::orthant, rows, OrthantSet{}});
}
Cone Cone::lorentz(double mu, Index rows) {
  check::that(rows >= 2, "Cone: a Lorentz cone has {} rows, at least 2 expected", rows);
  return Cone(Factor{Factor::Kind::lorentz, rows, convex::lorentzCone(mu), mu});
}

Cone Cone::ray(VectorConstRef direction) {
  checkConeRows(direction.size());
  check::finite("Cone", "the direction of a ray", direction);
  check::that(direction.norm() > 0.0, "Cone: the direction of a ray vanishes");
  const Vector d = direction.normalized();
  return Cone(Factor{Factor::Kind::ray, d.size(),
                     ProjectorSet{[d](VectorConstRef x, VectorRef p) { p = std::max(0.0, d.dot(x)) * d; }}});
}

Cone Cone::polyhedral(MatrixConstRef H) {
  check::that(H.rows() >= 1 && H.cols() >= 1, "Cone: H is {} x {}", H.rows(), H.cols());
  check::finite("Cone", "H", H);
  return Cone(Factor{Factor::Kind::polyhedral, H.cols(), PolyhedronSet{H, Vector::Zero(H.rows())}});
}

Cone Cone::projected(Index rows, Projection projection) {
  checkConeRows(rows);
  checkConeScales(rows, projection);
  return Cone(Factor{Factor::Kind::projected, rows, ProjectorSet{std::move(projection)}});
}

Cone Cone::times(const Cone& other) const {
  Cone product = *this;
  product.factors_.insert(product.factors_.end(), other.factors_.begin(), other.factors_.end());
  return product;
}

Cone Cone::dual() const {
  Cone dual = *this;
  for (Factor& factor : dual.factors_) {
    switch (factor.kind) {
      case Factor::Kind::orthant:
        break;
      case Factor::Kind::free:
        factor = zero(factor.rows).factors_.front();
        break;
      case Factor::Kind::zero:
        factor = free(factor.rows).factors_.front();
        break;
      case Factor::Kind::lorentz:
        if (factor.mu > 0.0) {
          factor = lorentz(1.0 / factor.mu, factor.rows).factors_.front();
          break;
        }
        [[fallthrough]];
      default:
        factor.kind = Factor::Kind::projected;
        factor.set = ProjectorSet{[set = factor.set](VectorConstRef y, VectorRef p) {
          convex::project(set, -y, p);
          p += y;
        }};
    }
  }
  return dual;
}

Index Cone::rows() const {
  Index rows = 0;
  for (const Factor& factor : factors_) rows += factor.rows;
  return rows;
}

Vector Cone::project(VectorConstRef x) const {
  check::size("Cone", "x", x.size(), rows());
  Vector p(x.size());
  Index row = 0;
  for (const Factor& factor : factors_) {
    convex::project(factor.set, x.segment(row, factor.rows), p.segment(row, factor.rows));
    row += factor.rows;
  }
  return p;
}

/// Moreau's decomposition: y = P_C*(y) - P_C(-y).
Vector Cone::projectDual(VectorConstRef y) const {
  return y + project(-y);
}

double Cone::residual(VectorConstRef y, VectorConstRef lambda) const {
  check::size("Cone", "y", y.size(), rows());
  return (lambda - project(lambda - y)).norm();
}

ConvexSet Cone::set() const {
  using Kind = Factor::Kind;
  const auto all = [&](auto... kinds) {
    return std::ranges::all_of(factors_,
                               [&](const Factor& factor) { return ((factor.kind == kinds) || ...); });
  };
  if (factors_.size() == 1) return factors_.front().set;
  if (all(Kind::orthant)) return OrthantSet{};
  if (all(Kind::free)) return FreeSet{};
  if (all(Kind::orthant, Kind::free, Kind::zero)) return boundsOfFactors();
  if (all(Kind::orthant, Kind::free, Kind::polyhedral)) return facesOfFactors();
  return ProjectorSet{[cone = *this](VectorConstRef x, VectorRef p) { p = cone.project(x); }};
}

/// Of factors that are intervals row by row.
MixedSet Cone::boundsOfFactors() const {
  MixedSet all{Vector(rows()), Vector(rows())};
  Index row = 0;
  for (const Factor& factor : factors_) {
    const std::optional<MixedSet> own = convex::bounds(factor.set, factor.rows);
    all.lower.segment(row, factor.rows) = own->lower;
    all.upper.segment(row, factor.rows) = own->upper;
    row += factor.rows;
  }
  return all;
}

/// Of factors that have faces, or are free.
PolyhedronSet Cone::facesOfFactors() const {
  std::vector<PolyhedronSet> blocks;
  Index faces = 0;
  for (const Factor& factor : factors_) {
    blocks.push_back(*convex::polyhedron(factor.set, factor.rows));
    faces += blocks.back().H.rows();
  }
  PolyhedronSet product{Matrix::Zero(faces, rows()), Vector::Zero(faces)};
  Index face = 0;
  Index row = 0;
  for (const auto& [block, zeros] : blocks) {
    product.H.block(face, row, block.rows(), block.cols()) = block;
    face += block.rows();
    row += block.cols();
  }
  return product;
}

std::unique_ptr<NonSmoothLaw> Cone::law() const {
  const Factor& first = factors_.front();
  const bool alike = std::ranges::all_of(factors_, [&](const Factor& factor) {
    return factor.kind == Factor::Kind::lorentz && factor.mu == first.mu && factor.rows == first.rows;
  });
  if (alike) return std::make_unique<NormalConeNSL>(first.rows, convex::lorentzCone(first.mu));
  return normalConeLaw(set(), rows());
}

}  // namespace nsds

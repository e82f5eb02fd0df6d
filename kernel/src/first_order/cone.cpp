#include "nsds/kernel/first_order/cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"

namespace nsds {

namespace {

void checkConeRows(Index rows) {
  check::that(rows >= 1, "Cone: it has {} rows, at least 1 expected", rows);
}

/// A cone is one that scales: P(s x) = s P(x). That P is a projection at all is looked at by the law (law_checks.cpp), so that
/// here two points and one factor settle what is particular to cones.
void checkConeScales(Index rows, const Cone::Projection& projection) {
  check::that(static_cast<bool>(projection), "Cone: the projection is empty");
  Vector x(rows);
  Vector p(rows);
  Vector q(rows);
  for (const double sign : {1.0, -1.0}) {
    for (Index i = 0; i < rows; ++i) x[i] = sign * std::cos(1.0 + 2.3 * static_cast<double>(i));
    projection(x, p);
    check::finite("Cone", "what the projection returned", p);
    projection(Vector(3.0 * x), q);
    check::that((q - 3.0 * p).norm() <= 1e-7 * (1.0 + p.norm()),
                "Cone: the projection of 3 x is not three times that of x, as it is for cones");
    projection(p, q);
    check::that((q - p).norm() <= 1e-7 * (1.0 + p.norm()),
                "Cone: the projection moves a projected point by {}", (q - p).norm());
    check::that(p.norm() <= (1.0 + 1e-7) * x.norm(), "Cone: the projection is longer than the point");
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
  const auto all = [&](auto... kinds) {
    return std::ranges::all_of(factors_,
                               [&](const Factor& factor) { return ((factor.kind == kinds) || ...); });
  };
  using Kind = Factor::Kind;
  if (factors_.size() == 1) return factors_.front().set;
  if (all(Kind::orthant)) return OrthantSet{};
  if (all(Kind::free)) return FreeSet{};
  const Index total = rows();
  if (all(Kind::orthant, Kind::free, Kind::zero)) {
    constexpr double none = std::numeric_limits<double>::infinity();
    MixedSet bounds{Vector::Constant(total, -none), Vector::Constant(total, none)};
    Index row = 0;
    for (const Factor& factor : factors_) {
      if (factor.kind != Kind::free) bounds.lower.segment(row, factor.rows).setZero();
      if (factor.kind == Kind::zero) bounds.upper.segment(row, factor.rows).setZero();
      row += factor.rows;
    }
    return bounds;
  }
  if (!all(Kind::orthant, Kind::free, Kind::polyhedral))
    return ProjectorSet{[cone = *this](VectorConstRef x, VectorRef p) { p = cone.project(x); }};
  std::vector<Matrix> blocks;
  Index faces = 0;
  for (const Factor& factor : factors_) {
    const auto* const polyhedron = std::get_if<PolyhedronSet>(&factor.set);
    blocks.push_back(polyhedron != nullptr          ? polyhedron->H
                     : factor.kind == Kind::orthant ? Matrix(Matrix::Identity(factor.rows, factor.rows))
                                                    : Matrix(0, factor.rows));
    faces += blocks.back().rows();
  }
  PolyhedronSet product{Matrix::Zero(faces, total), Vector::Zero(faces)};
  Index face = 0;
  Index row = 0;
  for (const Matrix& block : blocks) {
    product.H.block(face, row, block.rows(), block.cols()) = block;
    face += block.rows();
    row += block.cols();
  }
  return product;
}

std::unique_ptr<NonSmoothLaw> lawOf(const Cone& cone) {
  using Factor = Cone::Factor;
  const Factor& first = cone.factors_.front();
  const bool alike = std::ranges::all_of(cone.factors_, [&](const Factor& factor) {
    return factor.kind == Factor::Kind::lorentz && factor.mu == first.mu && factor.rows == first.rows;
  });
  if (alike) return std::make_unique<NormalConeNSL>(first.rows, convex::lorentzCone(first.mu));
  const Index rows = cone.rows();
  const ConvexSet set = cone.set();
  if (std::holds_alternative<OrthantSet>(set)) return std::make_unique<ComplementarityConditionNSL>();
  if (std::holds_alternative<FreeSet>(set)) return std::make_unique<EqualityConditionNSL>(rows);
  if (const auto* const bounds = std::get_if<MixedSet>(&set); bounds != nullptr)
    return std::make_unique<MixedComplementarityNSL>(bounds->lower, bounds->upper);
  if (const auto* const faces = std::get_if<PolyhedronSet>(&set); faces != nullptr)
    return std::make_unique<NormalConeNSL>(faces->H, faces->K);
  return std::make_unique<NormalConeNSL>(rows, std::get<ProjectorSet>(set));
}

}  // namespace nsds

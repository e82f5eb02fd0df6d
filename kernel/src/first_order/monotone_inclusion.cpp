#include "nsds/kernel/first_order/monotone_inclusion.hpp"

#include <cmath>
#include <vector>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// dJ/dz by central differences, whose steps are far above rounding; on a kink it is an element of what Newton's method may
/// take.
void differentiateResolvent(const MonotoneInclusion& inclusion, double rho, const Vector& z, Matrix& slope) {
  const double step = 1e-6 * (z.norm() > 0.0 ? z.norm() : 1.0);
  Vector moved = z;
  for (Index j = 0; j < z.size(); ++j) {
    moved[j] = z[j] + step;
    slope.col(j) = inclusion.resolvent(rho, moved);
    moved[j] = z[j] - step;
    slope.col(j) -= inclusion.resolvent(rho, moved);
    moved[j] = z[j];
  }
  slope /= 2.0 * step;
}

}  // namespace

MonotoneInclusion::MonotoneInclusion(VectorConstRef x0, Resolvent J)
    : x0_(x0), J_(std::move(J)), g_(VectorField::zero(std::max<Index>(x0.size(), 1))) {
  check::that(x0.size() >= 1, "MonotoneInclusion: x0 is empty");
  check::finite("MonotoneInclusion", "x0", x0);
  check::that(static_cast<bool>(J_), "MonotoneInclusion: the resolvent is empty");
  constexpr double small = 1e-7;
  const double size = x0.norm() > 0.0 ? x0.norm() : 1.0;
  std::vector<Vector> points;
  for (int k = 0; k < 8; ++k) {
    Vector z = x0_;
    for (Index i = 0; i < z.size(); ++i)
      z[i] += 0.3 * (k + 1) * size * std::cos(1.0 + 2.3 * static_cast<double>(k * z.size() + i));
    points.push_back(std::move(z));
  }
  for (const double rho : {1.0, 0.01}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector image = resolvent(rho, points[i]);
      const double sigma = 0.5 * rho;
      const Vector other = resolvent(sigma, 0.5 * (points[i] + image));
      check::that((other - image).norm() <= small * (size + image.norm()),
                  "MonotoneInclusion: the resolvents for {} and {} are not those of one operator", rho,
                  sigma);
      for (std::size_t j = 0; j < i; ++j) {
        const Vector change = image - resolvent(rho, points[j]);
        const Vector apart = points[i] - points[j];
        check::that(
            change.squaredNorm() <= change.dot(apart) + small * apart.squaredNorm(),
            "MonotoneInclusion: the resolvent for {} is not firmly non-expansive, so that it is of no "
            "monotone operator",
            rho);
      }
    }
  }
}

MonotoneInclusion& MonotoneInclusion::setLoad(VectorField g) {
  check::that(g.size() == x0_.size(), "MonotoneInclusion: the load has {} entries, x0 {}", g.size(),
              x0_.size());
  check::that(g.affine() && g.matrix().isZero(0.0),
              "MonotoneInclusion: the load depends on x, which A has to take");
  g_ = std::move(g);
  return *this;
}

Vector MonotoneInclusion::resolvent(double rho, VectorConstRef z) const {
  check::that(std::isfinite(rho) && rho > 0.0, "MonotoneInclusion: rho is {}, positive expected", rho);
  check::size("MonotoneInclusion", "z", z.size(), x0_.size());
  Vector value = Vector::Zero(z.size());
  J_(rho, z, value);
  if (!value.allFinite()) throw Error("MonotoneInclusion: the resolvent is not finite");
  return value;
}

Vector MonotoneInclusion::yosida(double rho, VectorConstRef z) const {
  return (z - resolvent(rho, z)) / rho;
}

FirstOrderParts MonotoneInclusion::addTo(Model& model, double rho) const {
  check::that(std::isfinite(rho) && rho > 0.0, "MonotoneInclusion: rho is {}, positive expected", rho);
  FirstOrderDS& system = g_.addTo(model, x0_);
  const Index n = x0_.size();
  const auto output = [own = *this, rho](VectorConstRef x, VectorConstRef lambda, VectorRef y) {
    y = x - own.resolvent(rho, x - rho * lambda);
  };
  const auto slopes = [own = *this, rho, J = Matrix(n, n)](VectorConstRef x, VectorConstRef lambda,
                                                           MatrixRef C, MatrixRef D) mutable {
    differentiateResolvent(own, rho, x - rho * lambda, J);
    C.setIdentity();
    C -= J;
    D = rho * J;
  };
  FirstOrderType2R relation(
      n, output, [](VectorConstRef lambda, VectorRef r) { r = lambda; }, slopes,
      [](VectorConstRef, MatrixRef B) { B.setIdentity(); });
  return {system, model.link(EqualityConditionNSL(n), std::move(relation), system)};
}

}  // namespace nsds

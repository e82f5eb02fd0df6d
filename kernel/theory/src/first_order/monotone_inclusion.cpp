#include "nsds/theory/first_order/monotone_inclusion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_relations.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

constexpr double resolventTolerance = 1e-7;  // of x: what iterates of a user's own may leave

double resolventScale(VectorConstRef x0) {
  return x0.norm() > 0.0 ? x0.norm() : 1.0;
}

}  // namespace

MonotoneInclusion::MonotoneInclusion(Index states, Resolvent J)
    : J_(std::move(J)), g_(VectorField::zero(std::max<Index>(states, 1))) {
  check::that(states >= 1, "MonotoneInclusion: {} states", states);
  check::that(static_cast<bool>(J_), "MonotoneInclusion: the resolvent is empty");
}

MonotoneInclusion& MonotoneInclusion::setLoad(Load g) {
  check::that(static_cast<bool>(g), "MonotoneInclusion: the load is empty");
  g_ = VectorField::zero(states()).add(std::move(g));
  return *this;
}

void MonotoneInclusion::checkResolvent(VectorConstRef x0) const {
  const double size = resolventScale(x0);
  std::vector<Vector> points;
  for (int k = 0; k < 8; ++k) {
    Vector z = x0;
    for (Index i = 0; i < z.size(); ++i)
      z[i] += 0.3 * (k + 1) * size * std::cos(1.0 + 2.3 * static_cast<double>(k * z.size() + i));
    points.push_back(std::move(z));
  }
  for (const double rho : {1.0, 0.01}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector image = resolvent(rho, points[i]);
      const double sigma = 0.5 * rho;
      const Vector other = resolvent(sigma, 0.5 * (points[i] + image));
      check::that((other - image).norm() <= resolventTolerance * (size + image.norm()),
                  "MonotoneInclusion: the resolvents for {} and {} are not those of one operator", rho,
                  sigma);
      for (std::size_t j = 0; j < i; ++j) {
        const Vector change = image - resolvent(rho, points[j]);
        const Vector apart = points[i] - points[j];
        check::that(
            change.squaredNorm() <= change.dot(apart) + resolventTolerance * apart.squaredNorm(),
            "MonotoneInclusion: the resolvent for {} is not firmly non-expansive, so that it is of no "
            "monotone operator",
            rho);
      }
    }
  }
}

/// From an x0 outside J_ρ x0 stays away; from points of the closure it comes nearer, at a barrier as slowly as a root of ρ.
void MonotoneInclusion::checkStart(VectorConstRef x0) const {
  const auto moved = [&](double rho) { return (resolvent(rho, x0) - x0).norm(); };
  const double outside = moved(1e-18);
  check::that(
      outside <= resolventTolerance * resolventScale(x0) || outside < 0.5 * moved(1e-12),
      "MonotoneInclusion: x0 is at a distance of {} from the domain of A, in whose closure a solution "
      "begins",
      outside);
}

Vector MonotoneInclusion::resolvent(double rho, VectorConstRef z) const {
  check::that(std::isfinite(rho) && rho > 0.0, "MonotoneInclusion: rho is {}, positive expected", rho);
  check::size("MonotoneInclusion", "z", z.size(), states());
  Vector value = Vector::Zero(z.size());
  J_(rho, z, value);
  if (!value.allFinite()) throw Error("MonotoneInclusion: the resolvent is not finite");
  return value;
}

Vector MonotoneInclusion::yosida(double rho, VectorConstRef z) const {
  return (z - resolvent(rho, z)) / rho;
}

FirstOrderParts MonotoneInclusion::addTo(Model& model, VectorConstRef x0, double rho) const {
  check::that(std::isfinite(rho) && rho > 0.0, "MonotoneInclusion: rho is {}, positive expected", rho);
  check::size("MonotoneInclusion", "x0", x0.size(), states());
  check::finite("MonotoneInclusion", "x0", x0);
  checkResolvent(x0);
  checkStart(x0);
  FirstOrderDS& system = g_.negated().addTo(model, x0);
  const Index n = states();
  const auto output = [own = *this, rho](VectorConstRef x, VectorConstRef lambda, VectorRef y) {
    y = x - own.resolvent(rho, x - rho * lambda);
  };
  // On a kink of J differences are an element of what Newton's method may take.
  const double size = resolventScale(x0);
  const auto slopes = [own = *this, rho, size, J = Matrix(n, n), scratch = DifferenceScratch()](
                          VectorConstRef x, VectorConstRef lambda, MatrixRef C, MatrixRef D) mutable {
    const Vector z = x - rho * lambda;
    centralDifferences([&](VectorConstRef at, VectorRef value) { value = own.resolvent(rho, at); }, z, size,
                       J, scratch);
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

#include "boundary_values/saltation.hpp"

#include <algorithm>
#include <cmath>

#include "boundary_values/variational_flight.hpp"
#include "linalg/lapack.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/dormand_prince.hpp"

namespace nsds {

namespace {

// An impact at a relative speed that small beside the terms of it grazes.
constexpr double grazing = 1e-9;

/// v⁺ = v − (1 + e) (H v + h_t) M⁻¹Hᵀ (H M⁻¹Hᵀ)⁻¹ at one position.
struct Rebound {
  Rebound(const LagrangianDS& ds, const MechanicalRelation& contact, double t, VectorConstRef q) {
    const Index n = ds.dimension();
    Matrix M(n, n), H(1, n);
    Vector rate(1);
    ds.mass(q, M);
    contact.jacobian(t, q, H);
    contact.timeDerivative(t, q, rate);
    normal = H.row(0);
    gapRate = rate[0];
    direction = solveDefinite(M, normal.transpose());
    direction /= normal.dot(direction);
  }
  double speed(VectorConstRef v) const { return normal.dot(v) + gapRate; }
  Vector after(VectorConstRef v, double restitution) const {
    return v - (1.0 + restitution) * speed(v) * direction;
  }

  Eigen::RowVectorXd normal;  // H
  double gapRate;             // h_t
  Vector direction;
};

}  // namespace

Variation::Variation(const LagrangianDS& ds, const SmoothOptions& options)
    : ds_(ds),
      options_(options),
      n_(ds.dimension()),
      variation_(Matrix::Identity(2 * ds.dimension(), 2 * ds.dimension())) {
  options_.relativeTolerance = std::max(options.relativeTolerance, 1e-9);
  options_.absoluteTolerance = std::max(options.absoluteTolerance, 1e-11);
}

void Variation::fly(double from, double to, VectorConstRef start) {
  if (!(from < to)) return;
  const Index columns = variation_.cols();
  VariationalFlight flight(ds_, columns);
  const auto joined = [&](const auto& state, const auto& columnsOf) {
    Vector all(flight.dofs());
    all.head(n_) = state;
    Eigen::Map<Matrix>(all.data() + n_, n_, columns) = columnsOf;
    return all;
  };
  Dopri5 integrator(options_);
  integrator.start(flight, from, joined(start.head(n_), variation_.topRows(n_)),
                   joined(start.tail(n_), variation_.bottomRows(n_)));
  while (integrator.endTime() < to) integrator.step(to);
  variation_ << Eigen::Map<const Matrix>(integrator.q().data() + n_, n_, columns),
      Eigen::Map<const Matrix>(integrator.v().data() + n_, n_, columns);
}

void Variation::strike(const FlowImpact& impact, const MechanicalRelation& contact, double restitution) {
  const double t = impact.time;
  const Rebound rebound(ds_, contact, t, impact.q);
  const double speed = rebound.speed(impact.vBefore);
  const double terms = rebound.normal.cwiseAbs().dot(impact.vBefore.cwiseAbs()) + std::abs(rebound.gapRate);
  if (!(-speed > grazing * terms))
    throw Error(fmt::format("the impact at t = {} grazes: the flow has no derivative there", t));

  // f⁻ and f⁺, and τ = −h_s / (h_s f⁻ + h_t)
  const VariationalFlight flight(ds_, 0);
  Vector before(2 * n_), after(2 * n_), shift = Vector::Zero(2 * n_);
  before << impact.vBefore, flight.acceleration(t, impact.q, impact.vBefore);
  after << impact.vAfter, flight.acceleration(t, impact.q, impact.vAfter);
  shift.head(n_) = -rebound.normal.transpose() / speed;

  // R_s and R_t: v⁺ is affine in v, and its derivatives by q and t are zero for constant M and H.
  Matrix R = Matrix::Identity(2 * n_, 2 * n_);
  R.bottomRightCorner(n_, n_) -= (1.0 + restitution) * rebound.direction * rebound.normal;
  Vector byTime = Vector::Zero(2 * n_);
  if (!ds_.constantMass() || !contact.constantJacobian() || contact.rheonomous()) {
    const auto afterAt = [&](double at, VectorConstRef q) {
      return Rebound(ds_, contact, at, q).after(impact.vBefore, restitution);
    };
    DifferenceScratch scratch;
    Matrix byPosition(n_, n_), byInstant(n_, 1);
    centralDifferences([&](VectorConstRef q, VectorRef v) { v = afterAt(t, q); }, impact.q, 0.0, byPosition,
                       scratch);
    centralDifferences([&](VectorConstRef at, VectorRef v) { v = afterAt(at[0], impact.q); },
                       Vector::Constant(1, t), 0.0, byInstant, scratch);
    R.bottomLeftCorner(n_, n_) = byPosition;
    byTime.tail(n_) = byInstant;
  }
  const Vector late = R * before + byTime - after;
  R += late * shift.transpose();
  variation_ = Matrix(R * variation_);
}

}  // namespace nsds

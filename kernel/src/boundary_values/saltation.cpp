#include "boundary_values/saltation.hpp"

#include <cmath>

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"

namespace nsds {

namespace {

// Derivatives steer Newton's method and do not enter its residual: a fourth-order method with as many steps a flight.
constexpr int stepsOfFlight = 64;
// An impact at a relative speed that small beside the terms of it grazes.
constexpr double grazing = 1e-9;

}  // namespace

Variation::Variation(const LagrangianDS& ds)
    : ds_(ds), n_(ds.dimension()), variation_(Matrix::Identity(2 * n_, 2 * n_)) {}

Vector Variation::acceleration(double t, VectorConstRef q, VectorConstRef v) const {
  Matrix M(n_, n_);
  Vector F(n_);
  ds_.mass(q, M);
  ds_.force(t, q, v, F);
  return M.llt().solve(F);
}

Vector Variation::rate(double t, VectorConstRef state) const {
  Vector result(2 * n_);
  result << state.tail(n_), acceleration(t, state.head(n_), state.tail(n_));
  return result;
}

/// M⁻¹ F_q and M⁻¹ F_v for a constant M; where M varies its derivative comes in by differences of M⁻¹ F.
Matrix Variation::rateJacobian(double t, VectorConstRef state) const {
  const Vector q = state.head(n_);
  const Vector v = state.tail(n_);
  Matrix M(n_, n_), Fq(n_, n_), Fv(n_, n_);
  ds_.mass(q, M);
  ds_.forceJacobians(t, q, v, Fq, Fv);
  const Eigen::LLT<Matrix> factors(M);
  Matrix result = Matrix::Zero(2 * n_, 2 * n_);
  result.topRightCorner(n_, n_).setIdentity();
  result.bottomRightCorner(n_, n_) = factors.solve(Fv);
  if (ds_.constantMass()) {
    result.bottomLeftCorner(n_, n_) = factors.solve(Fq);
    return result;
  }
  DifferenceScratch scratch;
  Matrix byPosition(n_, n_);
  centralDifferences([&](VectorConstRef at, VectorRef a) { a = acceleration(t, at, v); }, q, 0.0, byPosition,
                     scratch);
  result.bottomLeftCorner(n_, n_) = byPosition;
  return result;
}

/// The classical method of order 4 for the state and its variation together.
void Variation::fly(double from, double to, VectorConstRef start) {
  const double h = (to - from) / stepsOfFlight;
  if (h == 0.0) return;
  Vector state = start;
  for (int k = 0; k < stepsOfFlight; ++k) {
    const double t = from + k * h;
    const Vector r1 = rate(t, state);
    const Matrix d1 = rateJacobian(t, state) * variation_;
    const Vector s2 = state + 0.5 * h * r1;
    const Vector r2 = rate(t + 0.5 * h, s2);
    const Matrix d2 = rateJacobian(t + 0.5 * h, s2) * (variation_ + 0.5 * h * d1);
    const Vector s3 = state + 0.5 * h * r2;
    const Vector r3 = rate(t + 0.5 * h, s3);
    const Matrix d3 = rateJacobian(t + 0.5 * h, s3) * (variation_ + 0.5 * h * d2);
    const Vector s4 = state + h * r3;
    const Vector r4 = rate(t + h, s4);
    const Matrix d4 = rateJacobian(t + h, s4) * (variation_ + h * d3);
    state += h / 6.0 * (r1 + 2.0 * r2 + 2.0 * r3 + r4);
    variation_ += h / 6.0 * (d1 + 2.0 * d2 + 2.0 * d3 + d4);
  }
}

/// v⁺ = v − (1 + e) M⁻¹Hᵀ (H M⁻¹Hᵀ)⁻¹ (H v + h_t)
Vector Variation::reset(double t, VectorConstRef q, VectorConstRef v, const MechanicalRelation& contact,
                        double restitution) const {
  Matrix M(n_, n_), H(1, n_);
  Vector gapRate(1);
  ds_.mass(q, M);
  contact.jacobian(t, q, H);
  contact.timeDerivative(t, q, gapRate);
  const Vector direction = M.llt().solve(H.transpose());
  const double speed = H.row(0).dot(v) + gapRate[0];
  return v - (1.0 + restitution) * speed / H.row(0).dot(direction) * direction;
}

void Variation::strike(const FlowImpact& impact, const MechanicalRelation& contact, double restitution) {
  const double t = impact.time;
  Vector before(2 * n_), after(2 * n_);
  before << impact.q, impact.vBefore;
  after << impact.q, impact.vAfter;
  const Vector rateBefore = rate(t, before);
  const Vector rateAfter = rate(t, after);

  // h_s and h_t
  Matrix H(1, n_);
  Vector gapRate(1);
  contact.jacobian(t, impact.q, H);
  contact.timeDerivative(t, impact.q, gapRate);
  const double speed = H.row(0).dot(impact.vBefore) + gapRate[0];
  const double terms = H.row(0).cwiseAbs().dot(impact.vBefore.cwiseAbs()) + std::abs(gapRate[0]);
  if (!(-speed > grazing * terms))
    throw Error(fmt::format("the impact at t = {} grazes: the flow has no derivative there", t));
  Vector shift = Vector::Zero(2 * n_);  // τ
  shift.head(n_) = -H.row(0).transpose() / speed;

  // R_s and R_t: v⁺ is affine in v, and its derivatives by q and t are zero for constant M and H.
  Matrix R = Matrix::Zero(2 * n_, 2 * n_);
  R.topLeftCorner(n_, n_).setIdentity();
  const Vector ofRest = reset(t, impact.q, Vector::Zero(n_), contact, restitution);
  for (Index i = 0; i < n_; ++i)
    R.col(n_ + i).tail(n_) = reset(t, impact.q, Vector::Unit(n_, i), contact, restitution) - ofRest;
  Vector byTime = Vector::Zero(2 * n_);
  if (!ds_.constantMass() || !contact.constantJacobian() || contact.rheonomous()) {
    DifferenceScratch scratch;
    Matrix byPosition(n_, n_), byInstant(n_, 1);
    centralDifferences(
        [&](VectorConstRef q, VectorRef v) { v = reset(t, q, impact.vBefore, contact, restitution); },
        impact.q, 0.0, byPosition, scratch);
    centralDifferences([&](VectorConstRef at,
                           VectorRef v) { v = reset(at[0], impact.q, impact.vBefore, contact, restitution); },
                       Vector::Constant(1, t), 0.0, byInstant, scratch);
    R.bottomLeftCorner(n_, n_) = byPosition;
    byTime.tail(n_) = byInstant;
  }
  const Matrix saltation = R + (R * rateBefore + byTime - rateAfter) * shift.transpose();
  variation_ = saltation * variation_;
}

}  // namespace nsds

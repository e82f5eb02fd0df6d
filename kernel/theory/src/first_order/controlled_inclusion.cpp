#include "nsds/theory/first_order/controlled_inclusion.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/partition/convex_program.hpp"
#include "analysis/partition/largest_ball.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// min cᵀu over U.
ProgramSolution leastOver(const PolyhedronSet& U, const Vector& c) {
  ConvexProgram program{.c = c};
  program.A = U.H;
  program.b = U.K;
  return solveProgram(program);
}

PolyhedronSet checkedControls(const ConvexSet& U, Index controls) {
  check::that(controls >= 1, "ControlledInclusion: {} controls", controls);
  const std::optional<PolyhedronSet> faces = convex::polyhedron(U, controls);
  check::that(faces.has_value(), "ControlledInclusion: U is known by its projection alone");
  PolyhedronSet rows = *faces;
  check::finite("ControlledInclusion", "H of U", rows.H);
  check::finite("ControlledInclusion", "K of U", rows.K);
  for (Index i = 0; i < rows.K.size(); ++i) {
    const double norm = rows.H.row(i).norm();
    check::that(norm > 0.0, "ControlledInclusion: row {} of H of U is zero", i);
    rows.H.row(i) /= norm;
    rows.K[i] /= norm;
  }
  return rows;
}

}  // namespace

ControlledInclusion::ControlledInclusion(Index states, Index controls, Function f, const ConvexSet& U)
    : states_(states), f_(std::move(f)), U_(checkedControls(U, controls)) {
  check::that(states >= 1, "ControlledInclusion: {} states", states);
  check::that(static_cast<bool>(f_), "ControlledInclusion: f is empty");
  double extent = 0.0;
  for (Index i = 0; i < 2 * controls; ++i) {
    const Vector c = (i < controls ? 1.0 : -1.0) * Vector::Unit(controls, i % controls);
    const ProgramSolution end = leastOver(U_, c);
    check::that(end.status != ProgramStatus::infeasible, "ControlledInclusion: U is empty");
    check::that(end.status != ProgramStatus::unbounded, "ControlledInclusion: U is not bounded in control {}",
                i % controls);
    if (end.status != ProgramStatus::solved)
      throw Error("ControlledInclusion: a linear program over U was not solved");
    extent = std::max(extent, end.z.cwiseAbs().maxCoeff());
  }
  size_ = extent > 0.0 ? extent : 1.0;
  const auto ball = largestBall(-U_.H, -U_.K, size_);
  if (!ball) throw Error("ControlledInclusion: the linear program for a point of U was not solved");
  center_ = ball->center;
}

ControlledInclusion ControlledInclusion::affine(Index states, Index controls, Field f0, InputMatrix G,
                                                const ConvexSet& U) {
  check::that(f0 && G, "ControlledInclusion: f0 or G is empty");
  const auto f = [f0, G, states, controls](double t, VectorConstRef x, VectorConstRef u, VectorRef value) {
    f0(t, x, value);
    Matrix matrix = Matrix::Zero(states, controls);
    G(t, x, matrix);
    value += matrix * u;
  };
  ControlledInclusion inclusion(states, controls, f, U);
  inclusion.f0_ = std::move(f0);
  inclusion.G_ = std::move(G);
  return inclusion;
}

void ControlledInclusion::checkState(VectorConstRef x) const {
  check::size("ControlledInclusion", "x", x.size(), states_);
  check::finite("ControlledInclusion", "x", x);
}

double ControlledInclusion::outside(VectorConstRef u) const {
  check::size("ControlledInclusion", "u", u.size(), controls());
  return std::max(0.0, (U_.K - U_.H * u).maxCoeff());
}

Vector ControlledInclusion::velocity(double t, VectorConstRef x, VectorConstRef u) const {
  checkState(x);
  check::size("ControlledInclusion", "u", u.size(), controls());
  Vector value = Vector::Zero(states_);
  f_(t, x, u, value);
  if (!value.allFinite()) throw Error(fmt::format("ControlledInclusion: f is not finite at t = {}", t));
  return value;
}

Vector ControlledInclusion::minimalControl(double t, VectorConstRef x) const {
  checkState(x);
  check::that(static_cast<bool>(G_),
              "ControlledInclusion: the velocity of least norm needs f = f0 + G u, by affine()");
  Vector f0 = Vector::Zero(states_);
  Matrix G = Matrix::Zero(states_, controls());
  f0_(t, x, f0);
  G_(t, x, G);
  ConvexProgram program{.c = G.transpose() * f0};
  program.Q = G.transpose() * G;
  program.A = U_.H;
  program.b = U_.K;
  const ProgramSolution solution = solveProgram(program);
  if (solution.status != ProgramStatus::solved)
    throw Error(fmt::format("ControlledInclusion: the velocity of least norm was not found at t = {}", t));
  return solution.z;
}

double ControlledInclusion::support(double t, VectorConstRef x, VectorConstRef direction) const {
  checkState(x);
  check::size("ControlledInclusion", "direction", direction.size(), states_);
  check::that(static_cast<bool>(G_), "ControlledInclusion: supports need f = f0 + G u, by affine()");
  Vector f0 = Vector::Zero(states_);
  Matrix G = Matrix::Zero(states_, controls());
  f0_(t, x, f0);
  G_(t, x, G);
  const ProgramSolution solution = leastOver(U_, -G.transpose() * direction);
  if (solution.status != ProgramStatus::solved)
    throw Error(fmt::format("ControlledInclusion: a support was not found at t = {}", t));
  return direction.dot(f0 + G * solution.z);
}

// It lies from the center in a random direction: half of the samples on the boundary, the others at a random part of the way.
Vector ControlledInclusion::sampledControl(std::uint64_t seed, std::int64_t period) const {
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                      static_cast<std::uint32_t>(period),
                      static_cast<std::uint32_t>(static_cast<std::uint64_t>(period) >> 32U)};
  std::mt19937_64 random(words);
  // Numbers by division alone are the same with every standard library.
  const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11U), -53); };
  Vector direction(controls());
  for (double& entry : direction) entry = 2.0 * uniform() - 1.0;
  const Vector rates = -U_.H * direction;
  const Vector slack = (U_.H * center_ - U_.K).cwiseMax(0.0);
  double length = infinity;
  for (Index i = 0; i < rates.size(); ++i)
    if (rates[i] > 0.0) length = std::min(length, slack[i] / rates[i]);
  const double part = uniform() < 0.5 ? 1.0 : uniform();
  return std::isfinite(length) ? Vector(center_ + part * length * direction) : center_;
}

FirstOrderDS& ControlledInclusion::add(Model& model, VectorConstRef x0, Feedback control) const {
  checkState(x0);
  const auto f = [inclusion = *this, control = std::move(control)](double t, VectorConstRef x,
                                                                   VectorRef value) {
    Vector u = Vector::Zero(inclusion.controls());
    control(t, x, u);
    inclusion.f_(t, x, u, value);
  };
  return model.add<FirstOrderNonLinearDS>(x0, f);
}

FirstOrderDS& ControlledInclusion::addFeedbackTo(Model& model, VectorConstRef x0, Feedback feedback) const {
  check::that(static_cast<bool>(feedback), "ControlledInclusion: the feedback is empty");
  return add(model, x0,
             [inclusion = *this, feedback = std::move(feedback)](double t, VectorConstRef x, VectorRef u) {
               feedback(t, x, u);
               const double outside = u.allFinite() ? inclusion.outside(u) : infinity;
               if (outside > 1e-9 * inclusion.size_)
                 throw Error(fmt::format("ControlledInclusion: the feedback leaves U by {:.3g} at t = {}",
                                         outside, t));
             });
}

FirstOrderDS& ControlledInclusion::addMinimalNormTo(Model& model, VectorConstRef x0) const {
  check::that(static_cast<bool>(G_),
              "ControlledInclusion: the velocity of least norm needs f = f0 + G u, by affine()");
  return add(model, x0, [inclusion = *this](double t, VectorConstRef x, VectorRef u) {
    u = inclusion.minimalControl(t, x);
  });
}

FirstOrderDS& ControlledInclusion::addSampledTo(Model& model, VectorConstRef x0, double period,
                                                std::uint64_t seed) const {
  check::that(std::isfinite(period) && period > 0.0,
              "ControlledInclusion: the period is {}, positive expected", period);
  const double t0 = model.t0();
  return add(model, x0, [inclusion = *this, period, seed, t0](double t, VectorConstRef, VectorRef u) {
    // An instant of sampling is the end of a period, also where rounding moved it.
    const double periods = (t - t0) / period;
    u = inclusion.sampledControl(
        seed, std::max<std::int64_t>(0, std::llround(std::ceil(periods * (1.0 - 1e-12))) - 1));
  });
}

}  // namespace nsds

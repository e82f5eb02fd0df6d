#include "nsds/kernel/first_order/controlled_inclusion.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/partition/convex_program.hpp"
#include "analysis/partition/largest_ball.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// min c'u over U.
ProgramSolution least(const HalfSpaces& U, const Vector& c) {
  ConvexProgram program{.c = c};
  program.A = -U.H;
  program.b = -U.k;
  return solve(program);
}

HalfSpaces checkedControls(HalfSpaces U) {
  check::that(U.H.cols() >= 1 && U.H.rows() == U.k.size(),
              "ControlledInclusion: H of U is {} x {}, k has {} entries", U.H.rows(), U.H.cols(), U.k.size());
  check::finite("ControlledInclusion", "H of U", U.H);
  check::finite("ControlledInclusion", "k of U", U.k);
  for (Index i = 0; i < U.k.size(); ++i) {
    const double norm = U.H.row(i).norm();
    check::that(norm > 0.0, "ControlledInclusion: row {} of H of U is zero", i);
    U.H.row(i) /= norm;
    U.k[i] /= norm;
  }
  return U;
}

}  // namespace

ControlledInclusion::ControlledInclusion(Index states, Function f, HalfSpaces U)
    : states_(states), f_(std::move(f)), U_(checkedControls(std::move(U))) {
  check::that(states >= 1, "ControlledInclusion: {} states", states);
  check::that(f_ != nullptr, "ControlledInclusion: f is empty");
  double extent = 0.0;
  for (Index i = 0; i < 2 * controls(); ++i) {
    const Vector c = (i < controls() ? 1.0 : -1.0) * Vector::Unit(controls(), i % controls());
    const ProgramSolution end = least(U_, c);
    check::that(end.status != ProgramStatus::infeasible, "ControlledInclusion: U is empty");
    check::that(end.status != ProgramStatus::unbounded, "ControlledInclusion: U is not bounded in control {}",
                i % controls());
    if (end.status != ProgramStatus::solved)
      throw Error("ControlledInclusion: a linear program over U was not solved");
    extent = std::max(extent, end.z.cwiseAbs().maxCoeff());
  }
  size_ = extent > 0.0 ? extent : 1.0;
  const auto ball = largestBall(U_.H, U_.k, size_);
  if (!ball) throw Error("ControlledInclusion: the linear program for a point of U was not solved");
  center_ = ball->center;
}

ControlledInclusion ControlledInclusion::affine(Index states, Field f0, InputMatrix G, HalfSpaces U) {
  check::that(f0 && G, "ControlledInclusion: f0 or G is empty");
  const Index m = U.H.cols();
  const auto f = [f0, G, states, m](double t, VectorConstRef x, VectorConstRef u, VectorRef value) {
    f0(t, x, value);
    Matrix matrix = Matrix::Zero(states, m);
    G(t, x, matrix);
    value += matrix * u;
  };
  ControlledInclusion inclusion(states, f, std::move(U));
  inclusion.f0_ = std::move(f0);
  inclusion.G_ = std::move(G);
  return inclusion;
}

HalfSpaces ControlledInclusion::box(VectorConstRef lower, VectorConstRef upper) {
  const Index m = lower.size();
  check::size("ControlledInclusion", "upper", upper.size(), m);
  check::finite("ControlledInclusion", "lower", lower);
  check::finite("ControlledInclusion", "upper", upper);
  for (Index i = 0; i < m; ++i)
    check::that(lower[i] <= upper[i], "ControlledInclusion: control {} is in [{}, {}]", i, lower[i],
                upper[i]);
  HalfSpaces U{Matrix(2 * m, m), Vector(2 * m)};
  U.H << Matrix::Identity(m, m), -Matrix::Identity(m, m);
  U.k << upper, -lower;
  return U;
}

void ControlledInclusion::checkPoint(VectorConstRef x) const {
  check::size("ControlledInclusion", "x", x.size(), states_);
  check::finite("ControlledInclusion", "x", x);
}

double ControlledInclusion::outside(VectorConstRef u) const {
  check::size("ControlledInclusion", "u", u.size(), controls());
  return std::max(0.0, (U_.H * u - U_.k).maxCoeff());
}

Vector ControlledInclusion::velocity(double t, VectorConstRef x, VectorConstRef u) const {
  checkPoint(x);
  check::size("ControlledInclusion", "u", u.size(), controls());
  Vector value = Vector::Zero(states_);
  f_(t, x, u, value);
  if (!value.allFinite()) throw Error(fmt::format("ControlledInclusion: f is not finite at t = {}", t));
  return value;
}

Vector ControlledInclusion::minimalControl(double t, VectorConstRef x) const {
  checkPoint(x);
  check::that(G_ != nullptr,
              "ControlledInclusion: the velocity of least norm needs f = f0 + G u, by affine()");
  Vector f0 = Vector::Zero(states_);
  Matrix G = Matrix::Zero(states_, controls());
  f0_(t, x, f0);
  G_(t, x, G);
  ConvexProgram program{.c = G.transpose() * f0};
  program.Q = G.transpose() * G;
  program.A = -U_.H;
  program.b = -U_.k;
  const ProgramSolution solution = solve(program);
  if (solution.status != ProgramStatus::solved)
    throw Error(fmt::format("ControlledInclusion: the velocity of least norm was not found at t = {}", t));
  return solution.z;
}

double ControlledInclusion::support(double t, VectorConstRef x, VectorConstRef direction) const {
  checkPoint(x);
  check::size("ControlledInclusion", "direction", direction.size(), states_);
  check::that(G_ != nullptr, "ControlledInclusion: supports need f = f0 + G u, by affine()");
  Vector f0 = Vector::Zero(states_);
  Matrix G = Matrix::Zero(states_, controls());
  f0_(t, x, f0);
  G_(t, x, G);
  const ProgramSolution solution = least(U_, -G.transpose() * direction);
  if (solution.status != ProgramStatus::solved)
    throw Error(fmt::format("ControlledInclusion: a support was not found at t = {}", t));
  return direction.dot(f0 + G * solution.z);
}

// From the center in a random direction: half of the samples to the boundary, the others to a random part of the way.
Vector ControlledInclusion::sampledControl(std::uint64_t seed, std::int64_t period) const {
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                      static_cast<std::uint32_t>(period),
                      static_cast<std::uint32_t>(static_cast<std::uint64_t>(period) >> 32U)};
  std::mt19937_64 random(words);
  // Numbers by division alone are the same with every standard library.
  const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11U), -53); };
  Vector direction(controls());
  for (double& entry : direction) entry = 2.0 * uniform() - 1.0;
  const Vector rates = U_.H * direction;
  const Vector slack = (U_.k - U_.H * center_).cwiseMax(0.0);
  double length = infinity;
  for (Index i = 0; i < rates.size(); ++i)
    if (rates[i] > 0.0) length = std::min(length, slack[i] / rates[i]);
  const double part = uniform() < 0.5 ? 1.0 : uniform();
  return std::isfinite(length) ? Vector(center_ + part * length * direction) : center_;
}

ControlledInclusion::Parts ControlledInclusion::add(Model& model, VectorConstRef x0, Feedback control) const {
  checkPoint(x0);
  const auto f = [inclusion = *this, control = std::move(control)](double t, VectorConstRef x,
                                                                   VectorRef value) {
    Vector u = Vector::Zero(inclusion.controls());
    control(t, x, u);
    inclusion.f_(t, x, u, value);
  };
  return {model.add<FirstOrderNonLinearDS>(x0, f)};
}

ControlledInclusion::Parts ControlledInclusion::addFeedbackTo(Model& model, VectorConstRef x0,
                                                              Feedback feedback) const {
  check::that(feedback != nullptr, "ControlledInclusion: the feedback is empty");
  return add(model, x0,
             [inclusion = *this, feedback = std::move(feedback)](double t, VectorConstRef x, VectorRef u) {
               feedback(t, x, u);
               const double outside = u.allFinite() ? inclusion.outside(u) : infinity;
               if (outside > 1e-9 * inclusion.size_)
                 throw Error(fmt::format("ControlledInclusion: the feedback leaves U by {:.3g} at t = {}",
                                         outside, t));
             });
}

ControlledInclusion::Parts ControlledInclusion::addMinimalNormTo(Model& model, VectorConstRef x0) const {
  check::that(G_ != nullptr,
              "ControlledInclusion: the velocity of least norm needs f = f0 + G u, by affine()");
  return add(model, x0, [inclusion = *this](double t, VectorConstRef x, VectorRef u) {
    u = inclusion.minimalControl(t, x);
  });
}

ControlledInclusion::Parts ControlledInclusion::addSampledTo(Model& model, VectorConstRef x0, double period,
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

// Exact flights of a mass over a floor: parabolas, or arcs of a sine where there is a spring.
#include "nsds/theory/accuracy/impacting_mass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"
#include "nsds/kernel/modeling/laws/impact.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

namespace {

constexpr double kNeverAtRest = std::numeric_limits<double>::infinity();

}  // namespace

ImpactingMass::ImpactingMass(const ImpactingMassParameters& parameters) : parameters_(parameters) {
  const auto& [g, k, e, q0] = parameters_;
  check::that(std::isfinite(g) && g >= 0.0, "ImpactingMass: gravity is {}, not negative expected", g);
  check::that(std::isfinite(k) && k >= 0.0, "ImpactingMass: stiffness is {}, not negative expected", k);
  check::that(g + k > 0.0, "ImpactingMass: neither gravity nor stiffness pulls the mass down");
  check::that(e >= 0.0 && e <= 1.0, "ImpactingMass: restitution is {}, in [0, 1] expected", e);
  check::that(std::isfinite(q0) && q0 > 0.0, "ImpactingMass: the height is {}, positive expected", q0);
  omega_ = std::sqrt(k);
  firstSpeed_ = std::sqrt(q0 * (2.0 * g + k * q0));
  firstTime_ = 0.5 * flightOf(firstSpeed_);
  check::that(firstTime_ > 0.0 && std::isfinite(firstTime_) && std::isfinite(firstSpeed_),
              "ImpactingMass: the first fall takes {} s and ends with {} m/s", firstTime_, firstSpeed_);
  listImpacts();
}

ImpactingMass ImpactingMass::bouncingBall() {
  return ImpactingMass({.gravity = 2.0, .stiffness = 0.0, .restitution = 0.5, .height = 1.0});
}

ImpactingMass ImpactingMass::impactingOscillator() {
  return ImpactingMass({.gravity = 0.0, .stiffness = 1.0, .restitution = 0.7, .height = 1.0});
}

ImpactingMass ImpactingMass::accumulatingOscillator() {
  return ImpactingMass({.gravity = 0.2, .stiffness = 1.0, .restitution = 0.7, .height = 1.0});
}

// From the floor with speed u and back to it: q = (u/ω) sin ωτ − 2 (g/k) sin²(ωτ/2).
double ImpactingMass::flightOf(double departure) const {
  if (omega_ == 0.0) return 2.0 * departure / parameters_.gravity;
  return 2.0 * std::atan2(departure * omega_, parameters_.gravity) / omega_;
}

void ImpactingMass::listImpacts() {
  const double e = parameters_.restitution;
  impacts_.push_back({firstTime_, firstSpeed_, e * firstSpeed_});
  restTime_ = e == 0.0 ? firstTime_ : kNeverAtRest;
  if (e == 0.0 || e == 1.0 || parameters_.gravity == 0.0) return;
  constexpr std::size_t kMost = 1000000;
  double flight = flightOf(impacts_.back().departure);
  while (flight > std::numeric_limits<double>::epsilon() * impacts_.back().time) {
    check::that(impacts_.size() < kMost, "ImpactingMass: with restitution {} there are more than {} impacts",
                e, kMost);
    const Impact& last = impacts_.back();
    impacts_.push_back({last.time + flight, last.departure, e * last.departure});
    flight = flightOf(impacts_.back().departure);
  }
  // What is left of the accumulation is rounding of the last instant, 1/(1 − e) of it where flights shrink by e.
  restTime_ = impacts_.back().time + flight / (1.0 - e);
  if (!(restTime_ > impacts_.back().time)) impacts_.pop_back();
}

// t from the first impact on, and before rest.
ImpactingMass::Impact ImpactingMass::lastImpact(double t) const {
  if (restTime_ < kNeverAtRest) {
    const auto next = std::upper_bound(impacts_.begin(), impacts_.end(), t,
                                       [](double time, const Impact& impact) { return time < impact.time; });
    return *(next - 1);
  }
  // Flights are equally long: half a period of the oscillator, or those of a mass that loses no energy.
  const double flight = 2.0 * firstTime_;
  double n = std::floor((t - firstTime_) / flight);
  if (firstTime_ + n * flight > t) n -= 1.0;
  if (firstTime_ + (n + 1.0) * flight <= t) n += 1.0;
  const double arrival = firstSpeed_ * std::pow(parameters_.restitution, n);
  return {firstTime_ + n * flight, arrival, parameters_.restitution * arrival};
}

ImpactingMassState ImpactingMass::falling(double t) const {
  const auto& [g, k, e, q0] = parameters_;
  if (omega_ == 0.0) return {q0 - 0.5 * g * t * t, -g * t, -g * t};
  const double half = std::sin(0.5 * omega_ * t);
  const double v = -(g + k * q0) * std::sin(omega_ * t) / omega_;
  return {q0 - 2.0 * (q0 + g / k) * half * half, v, v};
}

ImpactingMassState ImpactingMass::flying(const Impact& impact, double t) const {
  const double since = t - impact.time, u = impact.departure, g = parameters_.gravity;
  if (since == 0.0) return {0.0, -impact.arrival, u};
  if (omega_ == 0.0) {
    const double v = u - g * since;
    return {std::max(0.0, since * (u - 0.5 * g * since)), v, v};
  }
  const double half = std::sin(0.5 * omega_ * since), sine = std::sin(omega_ * since);
  const double v = u * std::cos(omega_ * since) - g * sine / omega_;
  return {std::max(0.0, u * sine / omega_ - 2.0 * g / parameters_.stiffness * half * half), v, v};
}

ImpactingMassState ImpactingMass::at(double t) const {
  check::that(std::isfinite(t) && t >= 0.0, "ImpactingMass: the instant is {}, not negative expected", t);
  if (t < firstTime_) return falling(t);
  if (t < restTime_) return flying(lastImpact(t), t);
  // With e = 0 it rests from its first impact on.
  return {0.0, t == firstTime_ ? -firstSpeed_ : 0.0, 0.0};
}

std::vector<double> ImpactingMass::impactTimes(double until) const {
  check::that(std::isfinite(until), "ImpactingMass: impacts until {}", until);
  std::vector<double> times;
  if (restTime_ < kNeverAtRest) {
    for (const Impact& impact : impacts_)
      if (impact.time <= until) times.push_back(impact.time);
    return times;
  }
  double next = firstTime_;
  while (next <= until) {
    times.push_back(next);
    next = firstTime_ + static_cast<double>(times.size()) * (2.0 * firstTime_);
  }
  return times;
}

SampledFunction ImpactingMass::velocity(double from, double to, double spacing) const {
  check::that(std::isfinite(to) && from >= 0.0 && from < to, "ImpactingMass: the velocity over [{}, {}]",
              from, to);
  check::that(spacing > 0.0 && (std::isfinite(spacing) || omega_ == 0.0),
              "ImpactingMass: the spacing of samples is {}", spacing);
  std::vector<double> knots{from};
  for (const double time : impactTimes(to))
    if (time > knots.back()) knots.push_back(time);
  if (restTime_ > knots.back() && restTime_ < to) knots.push_back(restTime_);
  if (to > knots.back()) knots.push_back(to);

  SampledFunction velocity;
  const auto sample = [&](double t) {
    const ImpactingMassState state = at(t);
    velocity.append(t, state.vLeft, state.vRight);
  };
  sample(from);
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double length = knots[i] - knots[i - 1];
    const auto parts = std::isfinite(spacing) ? static_cast<Index>(std::ceil(length / spacing)) : Index{1};
    for (Index part = 1; part < parts; ++part)
      sample(knots[i - 1] + length * (static_cast<double>(part) / static_cast<double>(parts)));
    sample(knots[i]);
  }
  return velocity;
}

ImpactingMass::Parts ImpactingMass::addTo(Model& model) const {
  const ImpactingMassState start = at(model.t0());
  const Matrix one = Matrix::Identity(1, 1);
  const Vector q = Vector::Constant(1, start.q), v = Vector::Constant(1, start.vRight);
  auto& mass = omega_ == 0.0
                   ? model.add<LagrangianLinearTIDS>(q, v, one)
                   : model.add<LagrangianLinearTIDS>(q, v, one, Matrix(parameters_.stiffness * one));
  mass.setFExt(Vector::Constant(1, -parameters_.gravity));
  return {mass, model.link(NewtonImpactNSL(parameters_.restitution), LagrangianLinearTIR(one), mass)};
}

}  // namespace nsds

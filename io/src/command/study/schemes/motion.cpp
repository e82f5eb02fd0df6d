#include "command/study/schemes/motion.hpp"

#include <algorithm>
#include <cmath>
#include <nsds/theory/accuracy/norms.hpp>

namespace nsds::command::schemes {

namespace {

constexpr double kTight = 1e-12;
/// Samples of the reference: the cubic between them errs by 1e-8 of a vibration of the bar's highest frequency.
constexpr Index kReferenceSamples = 16384;

Vector watchedOf(const double* values, const std::vector<Index>& watched) {
  Vector result(static_cast<Index>(watched.size()));
  for (std::size_t i = 0; i < watched.size(); ++i) result[static_cast<Index>(i)] = values[watched[i]];
  return result;
}

double leastOf(const std::vector<double>& sizes) {
  return *std::min_element(sizes.begin(), sizes.end());
}

}  // namespace

void Record::add(const Simulation& simulation) {
  times_.push_back(simulation.time());
  const double* const q = simulation.model().nsds().flat().position();
  for (const Index i : watched_) positions_.push_back(q[i]);
}

Reference::Reference(const Problem& problem) : sizes_(problem.sizes), T_(problem.T) {
  Model model(0.0, problem.T);
  problem.addTo(model);
  EventDriven simulation(
      model, TimeDiscretisation(0.0, problem.T / static_cast<double>(kReferenceSamples)),
      Dopri5({.relativeTolerance = kTight, .absoluteTolerance = 0.1 * kTight * leastOf(sizes_)}));
  simulation.initialize();
  const auto velocity = [&] { return watchedOf(model.nsds().flat().velocity(), problem.watched); };
  append(0.0, watchedOf(model.nsds().flat().position(), problem.watched), velocity(), velocity());
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    const Vector left = velocity();
    simulation.nextStep();
    append(simulation.time(), watchedOf(model.nsds().flat().position(), problem.watched), left, velocity());
  }
  events_ = simulation.events();

  Model other(0.0, problem.T);
  problem.addTo(other);
  AnyOrderTimeStepping second(
      other, TimeDiscretisation(0.0, problem.T / static_cast<double>(kReferenceSamples)), Rkf45());
  Record record(problem);
  second.run([&](const Simulation& s) { record.add(s); });
  for (std::size_t i = 0; i < record.size(); ++i)
    disagreement_ = std::max(disagreement_, errorAt(record.time(i), record.positions(i)));
}

void Reference::append(double t, const Vector& q, const Vector& left, const Vector& right) {
  if (!times_.empty() && t <= times_.back()) {  // an event at a sample
    right_.back() = right;
    return;
  }
  times_.push_back(t);
  positions_.push_back(q);
  left_.push_back(left);
  right_.push_back(right);
}

double Reference::errorAt(double t, const double* positions) const {
  const auto after = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
  const auto k = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double h = times_[k + 1] - times_[k], s = (t - times_[k]) / h, r = 1.0 - s;
  double worst = 0.0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const auto j = static_cast<Index>(i);
    const double q = r * r * ((1.0 + 2.0 * s) * positions_[k][j] + s * h * right_[k][j]) +
                     s * s * ((1.0 + 2.0 * r) * positions_[k + 1][j] - r * h * left_[k + 1][j]);
    const double error = std::abs(positions[i] - q) / sizes_[i];
    if (!(error <= worst)) worst = error;  // keeps what is not a number
  }
  return worst;
}

double Reference::meanError(const Record& record) const {
  GridNorm norm;
  double last = 0.0;
  for (std::size_t i = 0; i < record.size(); ++i) {
    norm.add(record.time(i) - last, errorAt(record.time(i), record.positions(i)));
    last = record.time(i);
  }
  return norm.value() / T_;
}

}  // namespace nsds::command::schemes

// Positions over time: recorded by a run, or known at any time by interpolation of a run with events.
#pragma once

#include <nsds/kernel.hpp>
#include <vector>

#include "command/study/schemes/problem.hpp"

namespace nsds::command::schemes {

/// The watched positions at the instants of a run, in rows.
class Record {
 public:
  explicit Record(const Problem& problem) : watched_(problem.watched) {}
  void add(const Simulation& simulation);
  std::size_t size() const { return times_.size(); }
  double time(std::size_t i) const { return times_[i]; }
  const double* positions(std::size_t i) const { return positions_.data() + i * watched_.size(); }

 private:
  std::vector<Index> watched_;
  std::vector<double> times_;
  std::vector<double> positions_;
};

/// The motion that errors are measured by: watched positions and velocities, with both limits of velocities at events.
/// Between instants positions are the cubic through both ends.
class Reference {
 public:
  /// By EventDriven with a tight tolerance, and beside it by a scheme of any order with another integrator.
  explicit Reference(const Problem& problem);

  /// Largest |q - q_reference| / size of any watched position, where `positions` are those of time t.
  double errorAt(double t, const double* positions) const;
  /// The mean of these errors over time, for the instants that a record has, each for the step that ends there. Errors:
  /// InvalidArgument if one is not finite.
  double meanError(const Record& record) const;

  /// The largest error of the second reference.
  double disagreement() const { return disagreement_; }
  /// Of the first: impacts, contacts that open, changes between slip and grip.
  std::int64_t events() const { return events_; }

 private:
  void append(double t, const Vector& q, const Vector& left, const Vector& right);

  std::vector<double> sizes_;
  double T_;
  std::vector<double> times_;
  std::vector<Vector> positions_, left_, right_;
  double disagreement_ = 0.0;
  std::int64_t events_ = 0;
};

}  // namespace nsds::command::schemes

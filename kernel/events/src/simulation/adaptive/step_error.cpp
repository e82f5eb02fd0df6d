#include "simulation/adaptive/step_error.hpp"

#include <algorithm>
#include <cmath>

#include "simulation/relations.hpp"

namespace nsds {

namespace {

std::size_t placeOf(const FlatVectors& flat, const double* entry) {
  return static_cast<std::size_t>(entry - flat.values().data());
}

}  // namespace

void StepError::compile(Model& model, const IndexSet& all) {
  NonSmoothDynamicalSystem& nsds = model.nsds();
  length_ = model.scales().length;
  positions_.clear();
  velocities_.clear();
  systems_.clear();
  gaps_.clear();
  for (const auto& system : nsds.systems()) addSystem(*system, nsds, model.scales());
  for (const UnitaryRelation& relation : all) {
    if (positionPart(*relation.interaction) == RelationPart::normal)
      gaps_.push_back(static_cast<std::size_t>(relation.row));
  }
}

/// Positions of systems whose coordinates are not plain are lengths and then entries of quaternions.
void StepError::addSystem(const DynamicalSystem& system, const NonSmoothDynamicalSystem& nsds,
                          const Scales& scales) {
  const auto* const mechanical = dynamic_cast<const MechanicalDS*>(&system);
  const std::size_t position = placeOf(nsds.flat(), nsds.position(system));
  const bool plain = mechanical == nullptr || mechanical->plainCoordinates();
  systems_.push_back({mechanical, position, 0, positions_.size(), system.positionSize(), system.dimension()});
  for (Index i = 0; i < system.positionSize(); ++i) {
    const bool measured = mechanical != nullptr && i < system.dimension();
    double size = measured ? mechanical->typicalSize(i, scales.length) : scales.length;
    if (!plain && i >= 3) size = 1.0;
    positions_.push_back({position + static_cast<std::size_t>(i), size});
  }
  if (mechanical == nullptr) return;
  const std::size_t velocity = placeOf(nsds.flat(), nsds.velocity(system));
  systems_.back().velocity = velocity;
  for (Index i = 0; i < system.dimension(); ++i) {
    velocities_.push_back(
        {velocity + static_cast<std::size_t>(i), mechanical->typicalSize(i, scales.length) / scales.time});
  }
}

double StepError::difference(const StepControl& control, double factor, const std::vector<double>& a,
                             const std::vector<double>& b, const std::vector<double>& start) const {
  double largest = 0.0;
  const auto measure = [&](const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      const double magnitude = std::max(std::abs(start[entry.place]), std::abs(a[entry.place]));
      const double tolerance = control.absoluteTolerance * entry.size + control.relativeTolerance * magnitude;
      largest = std::max(largest, std::abs(factor * (a[entry.place] - b[entry.place])) / tolerance);
    }
  };
  measure(positions_);
  if (control.velocities) measure(velocities_);
  return largest;
}

double StepError::bend(const StepControl& control, const std::vector<double>& start,
                       const std::vector<double>& middle, const std::vector<double>& end) const {
  const double h = end[0] - start[0];
  double largest = 0.0;
  for (const System& system : systems_) {
    const VectorView before(start.data() + system.position, system.size);
    rate_.resize(system.size);
    if (system.mechanical != nullptr) {
      system.mechanical->positionRate(before, VectorView(start.data() + system.velocity, system.dimension),
                                      rate_);
    } else {
      rate_ = (VectorView(end.data() + system.position, system.size) - before) / h;
    }
    for (Index i = 0; i < system.size; ++i) {
      const Entry& entry = positions_[system.entry + static_cast<std::size_t>(i)];
      const double a = start[entry.place], b = end[entry.place];
      const double shown = a + 0.5 * h * rate_[i] + 0.25 * (b - a - h * rate_[i]);
      const double tolerance = control.absoluteTolerance * entry.size +
                               control.relativeTolerance * std::max(std::abs(a), std::abs(b));
      largest = std::max(largest, std::abs(middle[entry.place] - shown) / tolerance);
    }
  }
  return largest;
}

double StepError::violation(const StepControl& control, std::span<const double> start,
                            std::span<const double> end) const {
  double largest = 0.0;
  for (const std::size_t gap : gaps_)
    largest = std::max(largest, std::max(-end[gap], 0.0) - std::max(-start[gap], 0.0));
  return largest / (control.violationTolerance * length_);
}

}  // namespace nsds

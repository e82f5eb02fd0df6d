// Saves and restores what the course of switches depends on.
#include <array>

#include "modeling/checks.hpp"
#include "simulation/event_driven/switches/switch_physics.hpp"

namespace nsds {

namespace {

/// What a saved state keeps of a row, without padding.
struct SavedRow {
  std::uint64_t state;
  std::array<double, 6> times;
  std::int64_t count;
  std::uint64_t accumulates;
};

std::vector<double> numbersOf(const Vector& vector) {
  return {vector.begin(), vector.end()};
}

void read(ByteReader& from, Index size, Vector& vector) {
  std::vector<double> numbers;
  from.read(numbers);
  check::that(numbers.empty() || std::ssize(numbers) == size,
              "the saved state has {} numbers of {} rows or states", numbers.size(), size);
  vector = VectorView(numbers.data(), std::ssize(numbers));
}

}  // namespace

void SwitchPhysics::write(ByteWriter& to, bool known) const {
  std::vector<SavedRow> saved;
  for (std::size_t i = 0; known && i < course_.states.size(); ++i) {
    const ImpactHistory& history = course_.switches[i];
    saved.push_back({static_cast<std::uint64_t>(course_.states[i]), history.times, history.count,
                     history.accumulates ? 1U : 0U});
  }
  to.write(saved);
  to.write(known ? numbersOf(course_.lambda) : std::vector<double>{});
  to.write(known ? numbersOf(course_.begin) : std::vector<double>{});
  to.write(course_.beginTime);
  to.write(course_.sequence);
  to.write(known ? course_.impulses : std::vector<double>{});
}

void SwitchPhysics::read(ByteReader& from) {
  // Values come in the order in which write() puts them.
  std::vector<SavedRow> saved;
  from.read(saved);
  check::that(saved.empty() || saved.size() == course_.states.size(),
              "the saved state has {} rows, the model {}", saved.size(), course_.states.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    check::that(saved[i].state <= static_cast<std::uint64_t>(RowState::between),
                "the saved state has a row in a state that there is not");
    course_.states[i] = static_cast<RowState>(saved[i].state);
    course_.switches[i] = {saved[i].times, saved[i].count, saved[i].accumulates != 0};
  }
  nsds::read(from, nsds_.flat().rows(), course_.lambda);
  nsds::read(from, nsds_.flat().dofs(), course_.begin);
  from.read(course_.beginTime);
  from.read(course_.sequence);
  from.read(course_.impulses);
  check::that(course_.impulses.empty() || std::ssize(course_.impulses) == nsds_.flat().rows(),
              "the saved state has impulses of {} rows, the model has {}", course_.impulses.size(),
              nsds_.flat().rows());
}

/// Puts the motion back that the integrator was in the middle of.
void SwitchPhysics::restoreIntegrator(const std::vector<double>& numbers) {
  sliding_.begin(course_.states, course_.beginTime, course_.begin, course_.lambda);
  motion_.setOrigin(course_.begin);
  integrator_.restoreState(motion_, numbers);
  const Vector x = VectorView(nsds_.flat().position(), systems_.states());
  Vector lambda;
  FirstOrderPoint point;
  sliding_.solve(nsds_.time(), x, lambda, point);
  sizes_ = modes_.outputSizes(x, lambda, point);
}

}  // namespace nsds

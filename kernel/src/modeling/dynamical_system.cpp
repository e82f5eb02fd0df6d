#include "nsds/kernel/modeling/dynamical_system.hpp"

#include <algorithm>

#include "modeling/checks.hpp"

namespace nsds {

DynamicalSystem::DynamicalSystem(int order, VectorConstRef position, VectorConstRef velocity)
    : order_(order),
      initialPosition_(position),
      initialVelocity_(velocity),
      initialInput_(Vector::Zero(velocity.size())),
      position_(initialPosition_.data()),
      velocity_(initialVelocity_.data()),
      input_(initialInput_.data()) {
  const char* owner = order == 1 ? "first-order system" : "mechanical system";
  check::that(position.size() >= 1, "{}: the initial state is empty", owner);
  check::finite(owner, order == 1 ? "x0" : "q0", position);
  check::finite(owner, "v0", velocity);
}

DynamicalSystem::~DynamicalSystem() = default;

std::string DynamicalSystem::name() const {
  return name_.empty() ? fmt::format("system {}", number_) : name_;
}

void DynamicalSystem::requireBetweenSteps(const char* what) const {
  if (changes_ == nullptr || !changes_->inStep) return;
  throw Error(
      fmt::format("{}: {} cannot be set in the middle of a step; set it after nextStep(), as observers do",
                  name(), what));
}

void DynamicalSystem::overwritePosition(VectorConstRef position) {
  requireBetweenSteps(order_ == 1 ? "x" : "q");
  check::size(name(), order_ == 1 ? "x" : "q", position.size(), positionSize());
  check::finite(name(), order_ == 1 ? "x" : "q", position);
  std::copy_n(position.data(), positionSize(), position_);
  if (changes_ != nullptr) ++changes_->states;
}

void DynamicalSystem::overwriteVelocity(VectorConstRef velocity) {
  requireBetweenSteps("v");
  check::size(name(), "v", velocity.size(), dimension());
  check::finite(name(), "v", velocity);
  std::copy_n(velocity.data(), dimension(), velocity_);
  if (changes_ != nullptr) ++changes_->states;
}

}  // namespace nsds

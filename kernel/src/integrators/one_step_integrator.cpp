#include "nsds/kernel/integrators/one_step_integrator.hpp"

#include <array>

namespace nsds {

namespace {

constexpr std::array<std::string_view, 1> oneLevel{"time_stepping"};

}  // namespace

OneStepIntegrator::~OneStepIntegrator() = default;

std::span<const std::string_view> OneStepIntegrator::levels() const {
  return oneLevel;
}
bool OneStepIntegrator::normalsAlone(std::size_t) const {
  return false;
}
void OneStepIntegrator::enterLevel(std::size_t) {}
const StateJump* OneStepIntegrator::jumpAt(double, bool) {
  return nullptr;
}
void OneStepIntegrator::jumpBy(VectorConstRef) {}
bool OneStepIntegrator::damp(bool) {
  return false;
}

}  // namespace nsds

// Integrators by name, and runs of them.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <nsds/kernel.hpp>
#include <stdexcept>
#include <string>

#include "mechanisms/dense_system.hpp"

namespace nsds::test {

using namespace mechanisms;

/// All that makeIntegrator knows.
inline constexpr std::array<const char*, 14> everyMethod{
    "DOPRI5", "MDOP5", "HEM5",  "BH3",    "BH5",    "PHEM56", "generalised-alpha",
    "Heun",   "BS3",   "RKF45", "Radau3", "Radau5", "Gauss2", "Gauss4"};
/// Those that evaluate forces at the ends of their steps.
inline constexpr std::array<const char*, 12> everyMethodWithEnds{
    "DOPRI5", "MDOP5", "HEM5",  "BH3",    "BH5",   "PHEM56", "generalised-alpha",
    "Heun",   "BS3",   "RKF45", "Radau3", "Radau5"};
/// Those that reach small tolerances by few steps, and generalised-alpha.
inline constexpr std::array<const char*, 12> accurateMethods{
    "DOPRI5", "MDOP5", "HEM5",   "BH3",    "BH5",   "PHEM56", "generalised-alpha",
    "BS3",    "RKF45", "Radau3", "Radau5", "Gauss4"};
/// Those whose steps are long enough, or whose form is good enough, to pass a line where constraints lose their rank.
inline constexpr std::array<const char*, 8> throughSingularLines{
    "DOPRI5", "MDOP5", "HEM5", "BH3", "BH5", "PHEM56", "generalised-alpha", "RKF45"};

inline std::unique_ptr<SmoothIntegrator> makeIntegrator(const std::string& name,
                                                        const SmoothOptions& options) {
  if (name == "DOPRI5") return std::make_unique<Dopri5>(options);
  if (name == "MDOP5") return std::make_unique<Mdop5>(options);
  if (name == "HEM5") return std::make_unique<Hem5>(options);
  if (name == "BH3") return std::make_unique<Bh3>(options);
  if (name == "BH5") return std::make_unique<Bh5>(options);
  if (name == "PHEM56") return std::make_unique<Phem56>(options);
  if (name == "Heun") return std::make_unique<Heun2>(options);
  if (name == "BS3") return std::make_unique<Bs3>(options);
  if (name == "RKF45") return std::make_unique<Rkf45>(options);
  if (name == "Gauss2") return std::make_unique<Gauss2>(options);
  if (name == "Gauss4") return std::make_unique<Gauss4>(options);
  if (name == "Radau3") return std::make_unique<RadauIIA3>(options);
  if (name == "Radau5") return std::make_unique<RadauIIA5>(options);
  if (name == "generalised-alpha") {
    GeneralizedAlphaOptions alpha;
    static_cast<SmoothOptions&>(alpha) = options;
    return std::make_unique<GeneralizedAlpha>(alpha);
  }
  throw std::invalid_argument(name);
}

/// Steps of equal length, no projections.
inline SmoothOptions fixedSteps(double length) {
  SmoothOptions options;
  options.fixedStep = length;
  options.positionViolation = options.velocityViolation = std::numeric_limits<double>::infinity();
  return options;
}

inline SmoothOptions tolerances(double tolerance) {
  SmoothOptions options;
  options.relativeTolerance = options.absoluteTolerance = tolerance;
  return options;
}

/// From a start to `end`.
inline void integrate(SmoothIntegrator& integrator, ConstrainedSystem& system, double t, VectorConstRef q,
                      VectorConstRef v, double end) {
  integrator.start(system, t, q, v);
  while (integrator.endTime() < end) integrator.step(end);
}

/// Largest |g| and |G v + g_t| at the end of the last step.
inline Violations violationsOf(ConstrainedSystem& system, const SmoothIntegrator& integrator) {
  return violations(system, integrator.endTime(), integrator.q(), integrator.v(),
                    Vector::Zero(system.dofs()));
}

inline double largest(VectorConstRef x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

}  // namespace nsds::test

// Integrators by name, and runs of them.
#pragma once

#include <memory>
#include <nsds/kernel.hpp>
#include <stdexcept>
#include <string>

namespace nsds::mechanisms {}

namespace nsds::test {

using namespace mechanisms;

inline std::unique_ptr<SmoothIntegrator> makeIntegrator(const std::string& name,
                                                        const SmoothOptions& options) {
  if (name == "DOPRI5") return std::make_unique<Dopri5>(options);
  if (name == "MDOP5") return std::make_unique<Mdop5>(options);
  if (name == "HEM5") return std::make_unique<Hem5>(options);
  if (name == "BH3") return std::make_unique<Bh3>(options);
  if (name == "BH5") return std::make_unique<Bh5>(options);
  if (name == "PHEM56") return std::make_unique<Phem56>(options);
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

inline double largest(VectorConstRef x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

}  // namespace nsds::test

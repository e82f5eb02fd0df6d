// The contacts of an impact as springs, what both kinds of micro-steps know of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "nsds/kernel/impacts/lzb_impact_law.hpp"

namespace nsds {

/// A spring with the force K δ^η that gives back e² of its energy.
struct ContactSpring {
  double e;
  double K;
  double eta;

  double force(double delta) const {
    if (!(delta > 0.0)) return 0.0;
    if (eta == 1.0) return K * delta;
    if (eta == 1.5) return K * delta * std::sqrt(delta);
    return K * std::pow(delta, eta);
  }
  double energy(double delta) const { return force(delta) * delta / (eta + 1.0); }
  /// The compression that has an energy ≥ 0.
  double compression(double energy) const { return std::pow((eta + 1.0) * energy / K, 1.0 / (eta + 1.0)); }
};

/// Borrowed by the integrations, which write what they found to impulses and report.
struct SpringImpact {
  const SparseMatrix& W;
  const Vector& uMinus;
  std::vector<ContactSpring> springs;  ///< (contacts)
  double fastest;                      ///< the largest velocity of approach [m/s], > 0
  const LZBOptions& options;
};

/// Located micro-steps; impulses: (contacts) out. Errors: Error after too many steps.
void integrateLocated(const SpringImpact& impact, VectorRef impulses, ImpactReport& report);
/// Fixed micro-steps, likewise.
void integrateFixed(const SpringImpact& impact, VectorRef impulses, ImpactReport& report);

/// Errors: Error if there are more micro-steps than the options allow.
void countMicroStep(const LZBOptions& options, ImpactReport& report);

}  // namespace nsds

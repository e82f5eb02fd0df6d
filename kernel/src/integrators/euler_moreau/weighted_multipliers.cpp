// What the multipliers of the last step do in the scheme that weighs them, and whether that is admissible.
#include <fmt/core.h>

#include "integrators/euler_moreau/implementation.hpp"
#include "linalg/orthogonal.hpp"

namespace nsds {

/// The model holds λ_k until the first update() of the step.
void EulerMoreauOSI::Implementation::takeLastMultipliers() {
  relations.lastInputs(systems, model.nsds->flat().multiplier(), g.data());
}

/// The input of the step becomes θ B λ + (1 - θ) B λ_k.
void EulerMoreauOSI::Implementation::addLastInputs() {
  double* const input = model.nsds->flat().input();
  const double* const weights = systems.inputWeights();
  for (const std::int32_t s : systems.numbers()) {
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(s)];
    for (std::int32_t i = system.dof; i < system.dof + system.n; ++i)
      input[i] = weights[i] * input[i] + g[static_cast<std::size_t>(i)];
  }
}

/// Where u D = 0 an output does not depend on its own multiplier, and the state follows the multiplier by M⁻¹B: what the
/// law fixes is θ λ_{k+1} + (1 - θ) λ_k, so that an error of λ is multiplied by -(1 - θ) / θ in each step.
void EulerMoreauOSI::Implementation::warnOfOscillation() {
  if (warned || theta == 1.0) return;
  const StateJump* const direct = jumpAt(step.t0, true);  // has C M⁻¹B
  if (direct == nullptr || direct->W.size() == 0) return;
  for (const StateJump::Block& block : direct->blocks) {
    // D D⁺ is the projection onto what D reaches.
    const Matrix identity = Matrix::Identity(block.rows, block.rows);
    const Matrix reached = block.D * leastNorm(block.D, identity, pivotRounding(block.D));
    for (Index row = 0; row < block.rows; ++row) {
      if (reached(row, row) > 1.0 - 1e-10 || direct->W.row(block.row + row).isZero(0.0)) continue;
      warned = true;
      model.nsds->log(
          LogLevel::warning,
          fmt::format("{}: D is singular in row {}, where C M⁻¹ B is not zero (relative degree 1): an error "
                      "of the weighted "
                      "multiplier is multiplied by {:.3g} in each step; EulerMoreauOSI({}) does not weigh it",
                      model.nsds->interactions()[static_cast<std::size_t>(block.interaction)]->name(), row,
                      -(1.0 - theta) / theta, theta));
      return;
    }
  }
}

}  // namespace nsds

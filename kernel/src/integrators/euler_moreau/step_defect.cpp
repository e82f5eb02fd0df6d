#include "integrators/euler_moreau/step_defect.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"

namespace nsds {

void StepDefect::resize(const FlatVectors& flat) {
  for (auto* vector : {&rows_, &terms_, &roundings_, &firstTerms_})
    vector->assign(static_cast<std::size_t>(flat.dofs()), 0.0);
  for (auto* vector : {&changes_, &sizes_}) vector->assign(static_cast<std::size_t>(flat.positions()), 0.0);
}

void StepDefect::beginStep() {
  std::fill(firstTerms_.begin(), firstTerms_.end(), 0.0);
}

double StepDefect::evaluate(const CompiledModel& model, const FirstOrderSystems& systems,
                            FirstOrderRelations& relations, const StepInterval& step, const double* f,
                            const double* mixed, const double* outputs) {
  merit_ = 0.0;
  double worst = 0.0;
  for (const std::int32_t s : systems.numbers()) {
    const auto index = static_cast<std::size_t>(s);
    worst = std::max(worst, ofMotion(model.systems[index], index, systems, model.nsds->flat(), step.h, f,
                                     relations.inputSizes().data()));
  }
  return std::max(worst, relations.outputDefect(mixed, outputs, changes_.data(), sizes_.data(), merit_));
}

/// M (x - x_k) - h θ f - h (1 - θ) f_k - h r
double StepDefect::ofMotion(const PlacedSystem& system, std::size_t index, const FirstOrderSystems& systems,
                            FlatVectors& flat, double h, const double* f, const double* inputSizes) {
  const double* const now = flat.position() + system.position;
  const double* const start = flat.startPosition() + system.position;
  const double* const fStart = flat.startForce() + system.dof;
  const double* const input = flat.input() + system.dof;
  double* const size = sizes_.data() + system.position;
  double* const change = changes_.data() + system.position;
  double* const row = rows_.data() + system.dof;
  double* const term = terms_.data() + system.dof;
  double* const round = roundings_.data() + system.dof;
  f += system.dof;
  inputSizes += system.dof;
  for (std::int32_t i = 0; i < system.n; ++i) {
    size[i] = std::max(std::abs(now[i]), std::abs(start[i]));
    change[i] = now[i] - start[i];
    row[i] = h * input[i];
    round[i] = 0.0;
    term[i] = h * (std::abs(f[i]) + std::abs(fStart[i]) + std::abs(input[i])) + inputSizes[i];
  }
  systems.addForces(index, h, f, fStart, row);
  systems.subtractInertia(index, change, row);
  for (std::int32_t i = 0; i < system.n; ++i) change[i] = std::abs(change[i]);
  systems.addSizes(index, h, change, term);
  systems.addSizes(index, h, size, round);
  return worstOf(system);
}

/// The largest defect of a system beyond rounding, relative to its terms.
double StepDefect::worstOf(const PlacedSystem& system) {
  double worst = 0.0;
  for (auto dof = static_cast<std::size_t>(system.dof); dof < static_cast<std::size_t>(system.dof + system.n);
       ++dof) {
    worst = std::max(worst, beyondRounding(rows_[dof], roundings_[dof] + terms_[dof], terms_[dof]));
    double& first = firstTerms_[dof];
    if (first == 0.0) first = terms_[dof];
    if (first > 0.0) merit_ = largerOrUndefined(merit_, std::abs(rows_[dof]) / first);
  }
  return worst;
}

}  // namespace nsds

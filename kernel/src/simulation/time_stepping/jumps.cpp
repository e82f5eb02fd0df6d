#include "simulation/time_stepping/jumps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formulations/jump_problem.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// The interactions whose outputs are not admissible: those with the largest output of the wrong sign come first in the
/// order of the model.
std::string culprit(const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  for (const StateJump::Block& block : jump.blocks) {
    for (Index r = 0; r < block.rows; ++r) {
      const double y = jump.output[block.row + r];
      if (std::abs(y) > 1e-10 * jump.sizes[block.row + r] && (y < 0.0 || block.D.row(r).isZero(0.0))) {
        return fmt::format("{} (row {}, output {})",
                           nsds.interactions()[static_cast<std::size_t>(block.interaction)]->name(), r, y);
      }
    }
  }
  return "an interaction";
}

bool solved(const JumpSolution& solution) {
  return solution.status == SolverStatus::ok || solution.status == SolverStatus::roundoffLimit;
}

}  // namespace

void Jumps::declare(double t) {
  check::finite("a declared jump", "its time", t);
  declared_.push_back(t);
}

bool Jumps::declaredAt(double t, double distance) const {
  return std::any_of(declared_.begin(), declared_.end(),
                     [=](double at) { return std::abs(at - t) <= distance; });
}

bool Jumps::at(double t, double after, Model& model, OneStepIntegrator& integrator) {
  const StateJump* const jump = integrator.jumpAt(after);
  if (jump == nullptr || !demandsJump(*jump, model.nsds())) return false;
  if (rule_ == JumpRule::accept) {
    check::that(integrator.takesJumps(),
                "the state at t = {} has to jump, by {}, and {} does not take a jump within a step: its "
                "outputs would "
                "bounce back; choose gamma = 1, or JumpRule::jump",
                t, culprit(*jump, model.nsds()), integrator.description());
    return false;
  }
  const JumpSolution first = solveJump(*jump, model.nsds());
  if (first.status == SolverStatus::notApplicable) {
    model.nsds().log(
        LogLevel::warning,
        fmt::format("outputs of {} at t = {} may demand a jump, which is not known: {}. The next step takes "
                    "them as they are.",
                    culprit(*jump, model.nsds()), t, first.message));
    return false;
  }
  if (solved(first) && first.none) return false;
  if (!solved(first)) {
    throw Error(fmt::format(
        "the outputs at t = {} demand a jump of the state, and no impulses make them admissible: {} ({}). {} "
        "Change the "
        "state, or the relations; where C M⁻¹ B = 0 the relative degree is above 1, and outputs cannot jump.",
        t, statusName(first.status), culprit(*jump, model.nsds()), first.message));
  }
  check::that(
      rule_ != JumpRule::refuse,
      "the state at t = {} has to jump, by {}; set a state whose outputs are admissible, or allow jumps with "
      "setJumps(JumpRule::jump)",
      t, culprit(*jump, model.nsds()));
  this->jump(t, after, model, integrator);
  return true;
}

/// Outputs that are not linear are made admissible by as many jumps as it takes. What is rounding beside the terms that
/// outputs had before the first stays rounding, where the state jumps to zero.
void Jumps::jump(double t, double after, Model& model, OneStepIntegrator& integrator) {
  constexpr int most = 50;
  NonSmoothDynamicalSystem& nsds = model.nsds();
  Vector total = Vector::Zero(nsds.flat().rows());
  Vector sizes;
  for (int k = 0; k < most; ++k) {
    StateJump jump = *integrator.jumpAt(after);
    sizes = k == 0 ? jump.sizes : Vector(sizes.cwiseMax(jump.sizes));
    jump.sizes = sizes;
    if (!demandsJump(jump, nsds)) break;
    const JumpSolution solution = solveJump(jump, nsds);
    if (solved(solution) && solution.none) break;
    if (!solved(solution) || k + 1 == most)
      throw Error(fmt::format("the jump of the state at t = {} was not found: {} ({})", t,
                              statusName(solution.status), culprit(jump, nsds)));
    integrator.jumpBy(solution.impulse);
    for (const StateJump::Block& block : jump.blocks) {
      const Index row = nsds.row(*nsds.interactions()[static_cast<std::size_t>(block.interaction)]);
      total.segment(row, block.rows) += solution.impulse.segment(block.row, block.rows);
    }
  }
  ++record_.count;
  record_.time = t;
  record_.impulse = total;
  nsds.log(LogLevel::info, fmt::format("the state jumps at t = {}", t));
}

}  // namespace nsds

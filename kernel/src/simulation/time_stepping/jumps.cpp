#include "simulation/time_stepping/jumps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "formulations/jumps/jump_problem.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// "the diode (row 0, output -1)"
std::string describe(Index row, const StateJump& jump, const NonSmoothDynamicalSystem& nsds) {
  const auto block = std::find_if(jump.blocks.begin(), jump.blocks.end(),
                                  [=](const auto& b) { return row < b.row + b.rows; });
  return fmt::format("{} (row {}, output {:.3g})",
                     nsds.interactions()[static_cast<std::size_t>(block->interaction)]->name(),
                     row - block->row, jump.output[row]);
}

bool solved(const JumpSolution& solution) {
  return solution.status == SolverStatus::ok || solution.status == SolverStatus::roundoffLimit;
}

[[noreturn]] void refuse(double t, Index row, const StateJump& jump, const NonSmoothDynamicalSystem& nsds,
                         const JumpSolution& solution) {
  const bool impossible = solution.status == SolverStatus::infeasible;
  throw Error(
      fmt::format("the outputs at t = {} demand a jump of the state, by {}, {}: {}. {} Change the state, or "
                  "the relations; where "
                  "C M⁻¹ B = 0 the relative degree is above 1, and outputs cannot jump",
                  t, describe(row, jump, nsds),
                  impossible ? "and no impulses make them admissible" : "which was not found",
                  statusName(solution.status), solution.message));
}

/// Puts the positions of a model back unless told that they are right.
class KeptPositions {
 public:
  explicit KeptPositions(FlatVectors& flat)
      : flat_(flat), kept_(flat.position(), flat.position() + flat.positions()) {}
  KeptPositions(const KeptPositions&) = delete;
  KeptPositions& operator=(const KeptPositions&) = delete;
  ~KeptPositions() {
    if (!accepted_) std::copy(kept_.begin(), kept_.end(), flat_.position());
  }
  void accept() { accepted_ = true; }

 private:
  FlatVectors& flat_;
  std::vector<double> kept_;
  bool accepted_ = false;
};

}  // namespace

void Jumps::declare(double t) {
  check::finite("a declared jump", "its time", t);
  declared_.push_back(t);
}

double Jumps::nextAfter(double t) const {
  const double rounding = 16.0 * epsilon * std::abs(t);
  double next = infinity;
  for (const double declared : declared_) {
    if (declared > t + rounding) next = std::min(next, declared);
  }
  return next;
}

bool Jumps::isDeclared(double t) const {
  const double distance = 16.0 * epsilon * std::abs(t);
  return std::any_of(declared_.begin(), declared_.end(),
                     [=](double at) { return std::abs(at - t) <= distance; });
}

Jumps::Outcome Jumps::at(double t, double after, Model& model, OneStepIntegrator& integrator) {
  const StateJump* jump = integrator.jumpAt(after, false);
  if (jump == nullptr || !offendingRow(*jump, model.nsds())) return Outcome::none;
  jump = integrator.jumpAt(after, true);
  const Outcome outcome = obey(*jump, t, model, integrator);
  if (outcome == Outcome::jumped) this->jump(t, after, model, integrator);
  return outcome;
}

/// What the rule makes of outputs that are not admissible.
Jumps::Outcome Jumps::obey(const StateJump& jump, double t, Model& model,
                           const OneStepIntegrator& integrator) const {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  const Index row = *offendingRow(jump, nsds);
  JumpSolution solution;
  if (jump.W.size() == 0) {
    solution.status = SolverStatus::notApplicable;
    solution.message = "a matrix M has no inverse";
  } else {
    solution = solveJump(jump, nsds);
  }
  if (solution.status == SolverStatus::notApplicable) {
    nsds.log(LogLevel::warning,
             fmt::format("the outputs at t = {} may demand a jump, by {}, which is not known: {}. An "
                         "implicit step takes them as they are",
                         t, describe(row, jump, nsds), solution.message));
    return Outcome::leftToTheStep;
  }
  if (solved(solution) && isNegligible(jump, solution.impulse)) return Outcome::none;
  check::that(
      rule_ != JumpRule::refuse,
      "the state at t = {} has to jump, by {}; set a state whose outputs are admissible, or allow jumps with "
      "setJumps(JumpRule::jump)",
      t, describe(row, jump, nsds));
  if (rule_ == JumpRule::jump) {
    if (!solved(solution)) refuse(t, row, jump, nsds, solution);
    return Outcome::jumped;
  }
  check::that(
      integrator.takesJumps(),
      "the state at t = {} has to jump, by {}, and {} does not take a jump within a step: its outputs would "
      "bounce back; choose gamma = 1, or JumpRule::jump",
      t, describe(row, jump, nsds), integrator.description());
  return Outcome::none;
}

/// Newton's method for the impulses: once for linear outputs, and once more to see that nothing is left. What is rounding
/// beside the terms that outputs had before the jump stays rounding, where the state jumps to zero.
void Jumps::jump(double t, double after, Model& model, OneStepIntegrator& integrator) {
  constexpr int most = 50;
  NonSmoothDynamicalSystem& nsds = model.nsds();
  KeptPositions kept(nsds.flat());
  Vector impulse;
  Vector sizes;
  for (int k = 0; k < most; ++k) {
    StateJump jump = *integrator.jumpAt(after, true);
    if (k == 0) {
      impulse.setZero(jump.output.size());
      sizes = jump.sizes;
    }
    sizes = sizes.cwiseMax(jump.sizes);
    jump.sizes = sizes;
    jump.output -= jump.W * impulse;
    const JumpSolution solution = solveJump(jump, nsds);
    if (!solved(solution)) refuse(t, offendingRow(jump, nsds).value_or(0), jump, nsds, solution);
    const Vector change = solution.impulse - impulse;
    if (isNegligible(jump, change)) {
      kept.accept();
      return keep(t, jump, impulse, model);
    }
    integrator.jumpBy(change);
    impulse = solution.impulse;
  }
  throw Error(fmt::format(
      "the jump of the state at t = {} was not found in {} iterations, since outputs are not linear", t,
      most));
}

void Jumps::keep(double t, const StateJump& jump, VectorConstRef impulse, const Model& model) {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  ++record_.count;
  record_.time = t;
  record_.impulse = Vector::Zero(nsds.flat().rows());
  for (const StateJump::Block& block : jump.blocks)
    record_.impulse.segment(nsds.row(*nsds.interactions()[static_cast<std::size_t>(block.interaction)]),
                            block.rows) = impulse.segment(block.row, block.rows);
}

}  // namespace nsds

// The levels of a step that come before the problem "time_stepping": each is linearised, solved and taken over, by as many
// iterates as it takes, or by one in every iterate of the step if levels depend on each other.
#include "modeling/checks.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

void TimeStepping::Implementation::makeEarlierLevels() {
  const auto names = integrator->levels();
  for (const std::string_view name : names.first(names.size() - 1)) earlier.emplace_back(name);
}

void TimeStepping::Implementation::chooseEarlierLevels() {
  check::that(earlier.empty() || projector == nullptr || !projector->combined(),
              "a combined projection repeats steps of one problem; {} solves several, take the projection "
              "direct",
              integrator->name());
  for (std::size_t k = 0; k < earlier.size(); ++k) {
    StepProblem& level = earlier[k].problem;
    if (integrator->normalsAlone(k)) {
      level.chooseForNormals(nsds);
    } else {
      level.choose(nsds);
    }
    level.setStructureChanged();
  }
}

void TimeStepping::Implementation::resizeEarlierLevels() {
  for (EarlierLevel& level : earlier) level.problem.resize(owner.all_.size(), nsds.flat().rows());
}

/// Takes the step to its last level. Of levels that are not coupled, the first iterate of the step does all.
void TimeStepping::Implementation::passEarlierLevels() {
  if (levelsPassed && !integrator->coupledLevels()) return;
  for (std::size_t k = 0; k < earlier.size(); ++k) {
    integrator->enterLevel(k);
    passLevel(earlier[k]);
    if (phase == StepPhase::abandoned) return;
  }
  integrator->enterLevel(earlier.size());
  integrator->activate(owner.all_, previousActive, owner.active_);
  levelsPassed = true;
}

void TimeStepping::Implementation::passLevel(EarlierLevel& level) {
  integrator->activate(owner.all_, previousActive, level.active);
  const bool once = integrator->coupledLevels() || integrator->linear();
  for (int iteration = 1;; ++iteration) {
    levelIterate(level);
    if (phase == StepPhase::abandoned || once) return;
    newtonResidual = integrator->residual(level.active);
    if (isSmallEnough(newtonResidual, iteration)) return;
    if (iteration < newton.maxIterations) continue;
    if (newton.throwOnFailure) throw notConverged();
    nsds.log(LogLevel::warning, notConverged().what());
    return;
  }
}

void TimeStepping::Implementation::levelIterate(EarlierLevel& level) {
  if (!integrator->constantOperator()) level.problem.setOperatorChanged();
  integrator->linearise(level.active);
  if (!level.active.empty()) {
    const PhaseTimer timer(owner, &PhaseTimes::problem);
    level.problem.begin(*integrator, level.active);
    judged(*level.problem.formulation(), level.name, [&] {
      return level.problem.solve(integrator->condensed(), level.active, integrator->startMultipliers());
    });
    if (phase == StepPhase::abandoned) return;
    phase = StepPhase::free;
  }
  integrator->update(level.active, level.problem.lambda());
  ++owner.statistics_.newtonIterations;
}

OneStepNSProblem& TimeStepping::nonSmoothProblem(std::string_view name) {
  const auto names = impl_->integrator->levels();
  if (name == names.back()) return nonSmoothProblem();
  std::string known;
  for (EarlierLevel& level : impl_->earlier) {
    if (level.name == name && level.problem.formulation() != nullptr) return *level.problem.formulation();
    if (level.name == name)
      throw Error("the one-step problem is chosen by initialize(), from the laws; call that first");
    known += fmt::format(R"("{}", )", level.name);
  }
  throw InvalidArgument(fmt::format("there is no one-step problem \"{}\"; {} has {}\"{}\"", name,
                                    impl_->integrator->name(), known, names.back()));
}

}  // namespace nsds

// Jumps of first-order systems at the instants where the user has set states or operators, or has declared one: a step of
// length zero, with impulses of its own, before the step that begins there.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/jump_record.hpp"

namespace nsds {

class NSDS_KERNEL_API Jumps {
 public:
  void setRule(JumpRule rule) { rule_ = rule; }
  void declare(double t);
  /// The last one that was declared is none.
  void withdraw() { declared_.pop_back(); }
  /// True if any was declared.
  bool declares() const { return !declared_.empty(); }
  /// True if a jump was declared at t, to rounding.
  bool declaredAt(double t) const { return declares() && isDeclared(t); }
  /// The first that was declared after t; infinity if there is none.
  double nextAfter(double t) const;
  const JumpRecord& record() const { return record_; }

  enum class Outcome { none, jumped, leftToTheStep };

  /// Looks for a jump at t, taking functions of time at `after`, and lets the state jump. Errors: InvalidArgument if a jump
  /// is refused by the rule; Error naming an interaction if none makes the outputs admissible. The state is then what it
  /// was.
  Outcome at(double t, double after, Model& model, OneStepIntegrator& integrator);

 private:
  bool isDeclared(double t) const;
  Outcome obey(const StateJump& jump, double t, Model& model, const OneStepIntegrator& integrator) const;
  void jump(double t, double after, Model& model, OneStepIntegrator& integrator);
  void keep(double t, const StateJump& jump, VectorConstRef impulse, const Model& model);

  JumpRule rule_ = JumpRule::jump;
  std::vector<double> declared_;
  JumpRecord record_;
};

}  // namespace nsds

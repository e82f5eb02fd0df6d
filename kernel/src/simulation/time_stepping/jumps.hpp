// Jumps of first-order systems at the instants where the user has set states or operators, or has declared one: a step of
// length zero, with impulses of its own, before the step that begins there.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/integrators/one_step_integrator.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/jump_record.hpp"

namespace nsds {

class Jumps {
 public:
  void setRule(JumpRule rule) { rule_ = rule; }
  void declare(double t);
  /// True if a jump was declared within `distance` of t.
  bool declaredAt(double t, double distance) const;
  const JumpRecord& record() const { return record_; }

  /// Looks for a jump at t, taking functions of time just after it, and lets the state jump. True if it has. Errors:
  /// InvalidArgument if a jump is refused by the rule; Error naming the interactions if there is none that makes the
  /// outputs admissible.
  bool at(double t, double after, Model& model, OneStepIntegrator& integrator);

 private:
  void refuse(const StateJump& jump, const Model& model, double t) const;
  void jump(double t, double after, Model& model, OneStepIntegrator& integrator);

  JumpRule rule_ = JumpRule::jump;
  std::vector<double> declared_;
  JumpRecord record_;
};

}  // namespace nsds

// A free output carries this much of the rounding of the motion that it was made of, summed over systems b:
//
//   10³ ε Σ_b ‖L_b‖ (‖v_b‖ + ‖v_free,b − v_b‖),   v_free − v = h M⁻¹ F,
//
// linear and angular velocities of bodies in space apart, whose units differ; of first-order systems the same of their states.
#pragma once

#include "nsds/kernel/compiled_model/condensed_operator.hpp"

namespace nsds {

struct CompiledModel;

class NSDS_KERNEL_API ModelRounding final : public OutputRounding {
 public:
  explicit ModelRounding(const CompiledModel& model) : model_(model) {}
  double of(const CondensedInteraction& interaction, std::int32_t row) const override;

 private:
  double ofTerm(const CondensedTerm& term, std::int32_t row) const;

  const CompiledModel& model_;
};

/// All outputs carry the same rounding, of which problems are told that are not solved without.
class NSDS_KERNEL_API UniformRounding final : public OutputRounding {
 public:
  double of(const CondensedInteraction&, std::int32_t) const override { return value; }
  bool isAskedAtOnce() const override { return false; }
  double value = 0.0;
};

}  // namespace nsds

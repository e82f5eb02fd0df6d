// Contacts and equalities at position level whose H follows q:
//
//   w = (1 + e) / h g(t_e, q_e),   q_e: q_k displaced by h (v - e v_k) / (1 + e),   t_e = t_k + h (1 - e) / (1 + e),
//
// which is (q_{k+1} + e q_{k-1}) / (1 + e) where displacements add up. It is linearised in v, with H of q_e. Impulses of
// contacts act along that H, those of equalities, whose e is 0, along H of q_k: with g(q_{k+1}) = 0 the step is then
// symmetric, as RATTLE's predecessor SHAKE is, and does not lose energy (Ryckaert, Ciccotti, Berendsen 1977).
#pragma once

#include <vector>

#include "integrators/moreau_jean/step_contacts.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class PositionContacts {
 public:
  PositionContacts(CompiledModel& model, const StepContacts& contacts) : model_(model), contacts_(contacts) {}

  /// restitution: (rows) e of the model. Errors: InvalidArgument naming a law with several e in one interaction.
  void compile(const Scales& scales, const std::vector<double>& restitution);
  bool empty() const { return list_.empty(); }
  /// Forgets the last step.
  void beginStep() { atStart_ = current_ = false; }
  /// The iterate has changed: outputs and H are to be evaluated anew.
  void forget() { current_ = false; }
  /// H and w of the present iterate, whose velocities are still in their place.
  void linearise(const StepInterval& step);
  /// W⁻¹Hᵀ, when the iteration matrices are there.
  void condense();
  /// w of a row at velocities v: (dofs), by the linearisation.
  double output(const UnitaryRelation& relation, std::int32_t row, const double* v) const;
  /// v += W⁻¹Hᵀλ, p += Hᵀλ of one relation.
  void addImpulses(const UnitaryRelation& relation, const double* lambda) const;
  /// The larger of what the linearisation has missed of w, relative to the scale of velocities, and of what the change of
  /// H since changes of the impulses, relative to the scale of momentum.
  double residual(const StepInterval& step);

 private:
  struct Entry {
    std::size_t contact;
    std::int32_t width;      // of H
    std::int32_t jacobian;   // into jacobians_: H of q_e, (rows x width) column-major
    std::int32_t direction;  // into jacobians_: H of q_k; -1: impulses act along H of q_e
    double e;
  };

  void evaluate(const StepInterval& step);
  void evaluateStart(const StepInterval& step);
  VectorView pointOf(const Entry& entry, double h);
  double outputDefect(const Entry& entry, double h) const;
  double impulseDefect(const Entry& entry) const;

  CompiledModel& model_;
  const StepContacts& contacts_;
  Scales scales_{1.0, 1.0, 1.0};
  bool atStart_ = false;  // H of q_k is there
  bool current_ = false;  // outputs and H are those of the present iterate
  std::vector<Entry> list_;
  std::vector<std::int32_t> entryOf_;  // (interactions) into list_; -1 of the affine
  std::vector<double> jacobians_;
  std::vector<double> output_;  // (rows) g(q_e)
  std::vector<double> offset_;  // (rows) w - H v
  std::vector<double> point_;   // q_e of one contact, stacked
  Vector displacement_;         // of one system
};

}  // namespace nsds

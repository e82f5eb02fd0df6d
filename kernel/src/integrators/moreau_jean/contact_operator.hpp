// What multipliers do to a step: H and W⁻¹Hᵀ of every contact at the present iterate, rates by the linearisation,
// impulses on the velocities.
#pragma once

#include <vector>

#include "integrators/moreau_jean/contact_outputs.hpp"
#include "integrators/moreau_jean/evaluation_point.hpp"
#include "integrators/moreau_jean/step_contacts.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class ContactOperator {
 public:
  /// theta: of the scheme, in [0, 1].
  ContactOperator(CompiledModel& model, const StepContacts& contacts, const EvaluationPoint& point,
                  double theta)
      : model_(model), contacts_(contacts), point_(point), theta_(theta) {}

  /// Computes W⁻¹Hᵀ and D that stay, and the flat rows of affine contacts. Jacobians that stay are in the model.
  /// velocityScale: of the model [m/s].
  void compile(double h, double velocityScale);
  /// Some impulses act along H of the middle of the step, which is not the evaluation point: where its coordinates go,
  /// (positions). Null: none do.
  double* middle() { return middle_.empty() ? nullptr : middle_.data(); }
  /// H and W⁻¹Hᵀ of the active contacts where the present iterate changes them.
  void linearise(const IndexSet& active, const StepInterval& step, const ContactOutputs& outputs);
  /// U of row `row` of a relation at velocities v, by the linearisation.
  double rate(const UnitaryRelation& relation, std::int32_t row, const double* v) const {
    return rateAlongH(relation, row, v) + rateOffset_[static_cast<std::size_t>(relation.row + row)];
  }
  /// v += W⁻¹Hᵀλ, p += Hᵀλ on the vectors of the model; lambda: over the active rows one after the other.
  void addImpulses(const IndexSet& active, const double* lambda) const;
  /// Keeps U of the active rows as the linearisation has it.
  void predictRates(const IndexSet& active);
  /// The largest change of U by the change of H since the linearisation, relative to the scale of velocities.
  double rateChange(const IndexSet& active, const StepInterval& step);
  /// Rates of v_k and of the present v as laws see them: `rates`, (rows), but along H of the evaluation point where the
  /// law holds there. The result is `rates` or a vector that the next call overwrites.
  const double* lawRatesBefore(const IndexSet& active, const double* rates);
  const double* lawRatesAfter(const IndexSet& active, const double* rates);

 private:
  double rateAlongH(const UnitaryRelation& relation, std::int32_t row, const double* v) const {
    const auto contact = static_cast<std::size_t>(relation.interactionIndex);
    if (contacts_.list[contact].affine) return model_.flat.dot(relation.row + row, v);
    return dotLeft(model_.condensed, model_.condensed.interactions[contact], relation.rowInInteraction + row,
                   v);
  }
  void lineariseContact(std::size_t contact, const StepInterval& step, const ContactOutputs& outputs);
  void checkKept(std::size_t contact, double t);
  void offsetCompliant(std::size_t contact, double h, const ContactOutputs& outputs);
  void condenseCentral(std::size_t contact, double t, const double* q);
  double rateChangeBetween(std::size_t contact, const StepInterval& step);
  const double* lawRates(const IndexSet& active, const double* rates, const double* v);
  void addTerms(const UnitaryRelation& relation, const double* lambda, double* v, double* p) const;
  void addCentral(const UnitaryRelation& relation, const double* lambda) const;

  CompiledModel& model_;
  const StepContacts& contacts_;
  const EvaluationPoint& point_;
  double theta_;
  double velocityScale_ = 1.0;
  std::vector<double> rateOffset_;  // (rows) what the rate has beyond H v: g_t of the rheonomous, y / (h θ)
                                    // of the compliant
  std::vector<double> predictedRate_;  // (rows) U by the linearisation, against which the new H is compared
  std::vector<double> middle_;         // (positions) q of the middle of the step
  std::vector<double> directions_;     // H of the middle of the step, like the left blocks
  std::vector<double> lawRate_;        // (rows) U along H of the evaluation point
  std::vector<double> moving_;         // (rows) g_t at the evaluation point of the present iterate
};

}  // namespace nsds

// Outputs y and rates U of the mechanical relations of a model at given states.
#pragma once

#include <vector>

#include "integrators/moreau_jean/step_contacts.hpp"

namespace nsds {

class ContactOutputs {
 public:
  ContactOutputs(CompiledModel& model, const StepContacts& contacts) : model_(model), contacts_(contacts) {}

  /// t: present time; h: step length [s]. Keeps the Jacobians that stay in a step, and b of y = H q + b.
  void compile(double t, double h);
  /// y and U of the present state, Jacobians that were placed since included: to those of the model.
  void evaluateState();
  /// t [s]; q: (positions), v: (dofs); y and u: (rows) out.
  void evaluate(double t, const double* q, const double* v, double* y, double* u);
  /// Evaluates at a state that the step may lead to, into vectors that are kept: (rows).
  void predict(double t, const double* q, const double* v) {
    evaluate(t, q, v, predictedGap_.data(), predictedRate_.data());
  }
  const double* predictedGap() const { return predictedGap_.data(); }
  const double* predictedRate() const { return predictedRate_.data(); }
  /// b of an affine contact by its row.
  double offset(std::int32_t row) const { return offset_[static_cast<std::size_t>(row)]; }

 private:
  void expect(std::size_t contact) const;
  void evaluate(std::size_t contact, double t, const double* q, const double* v, double* y, double* u);
  void evaluateRelation(std::size_t contact, double t, const double* q, const double* v, double* y,
                        double* u);
  void addCompliance(std::size_t contact, double* y) const;

  CompiledModel& model_;
  const StepContacts& contacts_;
  double h_ = 0.0;
  std::vector<double> offset_;         // (rows) b of affine contacts: y = H q + b
  std::vector<double> predictedGap_;   // (rows)
  std::vector<double> predictedRate_;  // (rows)
};

}  // namespace nsds

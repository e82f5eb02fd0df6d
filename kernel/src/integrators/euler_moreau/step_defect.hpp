// StepDefect measures by how much a state misses the equations of motion of first-order systems: it gives the residual of
// Newton's iterates, and the merit that decides how long their steps are.
#pragma once

#include <vector>

#include "integrators/euler_moreau/first_order_relations.hpp"
#include "integrators/euler_moreau/first_order_systems.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

class StepDefect {
 public:
  void resize(const FlatVectors& flat);
  /// Forgets how large the terms of the rows were in the last step.
  void beginStep();
  /// Takes the defects of the motion and of the outputs at the present state; f: (dofs) there, mixed: (positions) the mixed
  /// state, outputs: (rows). The result is beyond rounding, relative to what changes in the step.
  double evaluate(const CompiledModel& model, const FirstOrderSystems& systems,
                  FirstOrderRelations& relations, const StepInterval& step, const double* f,
                  const double* mixed, const double* outputs);
  /// (dofs) what the equations of motion were off by at the last evaluation, with the sign of the forces.
  const std::vector<double>& rows() const { return rows_; }
  /// The state is one at which a function of the user is not defined.
  void setUndefined() { merit_ = infinity; }
  /// The largest defect beside the terms that its row had in the first iterate: the same measure for all of a step.
  double merit() const { return merit_; }

 private:
  double ofMotion(const PlacedSystem& system, std::size_t index, const FirstOrderSystems& systems,
                  FlatVectors& flat, double h, const double* f, const double* inputSizes);
  double worstOf(const PlacedSystem& system);

  double merit_ = 0.0;
  std::vector<double> rows_;        // (dofs) the defects
  std::vector<double> terms_;       // (dofs) how large what changes in the step is in them
  std::vector<double> roundings_;   // (dofs) how large all of their terms are
  std::vector<double> firstTerms_;  // (dofs) terms_ of the first iterate
  std::vector<double> changes_;     // (positions) of states over the step
  std::vector<double> sizes_;       // (positions) of states
};

}  // namespace nsds

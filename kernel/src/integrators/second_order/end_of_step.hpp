// Masses, forces, Jacobians and outputs at the end of a step, whose coordinates are those of the model; and what multipliers do
// to velocities there.
#pragma once

#include <vector>

#include "integrators/second_order/gap_values.hpp"
#include "integrators/second_order/system_values.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class EndOfStep {
 public:
  explicit EndOfStep(const SchemeRelations& relations) : relations_(relations) {}

  /// Compiles the model, to be read before the relations are known.
  void compile(NonSmoothDynamicalSystem& nsds) { model_.compile(nsds); }
  /// Compiles what is kept of systems and relations.
  void compileOperators();
  CompiledModel& model() { return model_; }
  const CompiledModel& model() const { return model_; }
  const CondensedOperator& condensed() const { return model_.condensed; }

  /// F, y and U of the present state, to the vectors of the model.
  void evaluateState();
  /// F at t, to that of the model.
  void evaluateForces(double t);
  /// M and H of q_{k+1} at t.
  void evaluate(double t);
  /// H as another level has it at the same instant, in place of evaluate(): iteration matrices are the caller's.
  void takeJacobians(const EndOfStep& other);
  /// F: (dofs) out, at the coordinates of the model and v.
  void forces(double t, const double* v, double* force) const {
    systems_.forces(t, model_.nsds->flat().position(), v, force);
  }
  /// result: (positions) out, q displaced by v. Errors: Error naming the system that overflows.
  void displace(const double* q, const double* v, double* result) { systems_.displace(q, 1.0, v, result); }
  /// y: (rows of the model) out, the outputs at q.
  void outputs(double t, const double* q, double* y) { values_.outputs(t, q, y); }
  /// M and H of q_{k+1}, and velocity = from + M⁻¹ (h/2 F(t_{k+1}, q_{k+1}, v) − Hᵀ removed): (dofs) out; removed: (rows of the
  /// model), Nullable: nothing is.
  void accelerate(const StepInterval& step, const double* v, const double* from, const double* removed,
                  double* velocity);
  /// W⁻¹Hᵀ of the active relations that have no constant one, W being M, or the iteration matrices that the caller has assigned.
  void condense(const IndexSet& active);
  /// w: H v + g_t at t_{k+1} over the rows of a relation, out.
  void ratesOf(const UnitaryRelation& relation, const double* v, double* w);
  /// u: (rows of the model) out.
  void rates(const double* v, double* u);
  /// x += Hᵀ lambda of all rows, factor times.
  void addImpulse(double factor, const double* lambda, double* x) const {
    addLeft(model_.condensed, factor, lambda, x);
  }

 private:
  const SchemeRelations& relations_;
  CompiledModel model_;
  GapValues values_{model_, relations_};
  SystemValues systems_{model_};
  double t_ = 0.0;           // t_{k+1}
  std::vector<double> rhs_;  // (dofs)
};

}  // namespace nsds

// The first half of a step: the velocity v½ of its middle and the coordinates q_{k+1} at its end, by Newton's method on
//
//   M(q_k) (v½ − v_k) = h/2 F(t_k, q_k, v½) + H(q_k)ᵀ P1,   q_{k+1} = q_k displaced by h v½,
//
// with W = M − h/2 ∂F/∂v; or F(t_k, q_k, v_k) and W = M. Outputs are velocities:
//
//   joints, gaps:     (g(q) − c)/h + H(q) (v½_new − v½),   c = 0, or the gap at t_k where that is kept;
//   accelerations:    H(q_k) (v½ − v_k) + h/2 γ(q_k, v_k), which is h/2 times that of the gap, plus U_k/2 of a contact at rest that drifts;
//   tangents, rates:  H(q_k) v½ + g_t at the middle of the step; of slips that turn, if asked for, less what they have turned by since
//                     the start, so that friction acts against the slip there: a second solution with what the first has found.
#pragma once

#include <vector>

#include "integrators/curvature.hpp"
#include "integrators/second_order/gap_values.hpp"
#include "integrators/second_order/system_values.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

/// What the first half of a step says of contacts along their normals.
enum class NormalRow { closesGap, keepsGap, accelerates };

struct HalfStepRules {
  bool explicitForces = false;  // F(t_k, q_k, v_k)
  bool slipsAtStart = false;    // friction in space acts against the slip at t_k, while that lasts
  NormalRow normal = NormalRow::closesGap;
  double atRest = 0.0;  // [m/s] rates up to this are none
};

class HalfStep {
 public:
  HalfStep(const SchemeRelations& relations, const HalfStepRules& rules)
      : relations_(relations), rules_(rules) {}

  void compile(NonSmoothDynamicalSystem& nsds, const Scales& scales, double h);
  /// One iterate solves it.
  bool linear() const { return closesExactly() && !slides_; }
  bool constantOperator() const { return linear_ && relations_.constantOperators; }
  const CondensedOperator& condensed() const { return model_.condensed; }

  /// Takes v_k and q_k displaced by h v_k as the first iterate.
  void begin(const StepInterval& step);
  /// To be called when the active relations are known.
  void activate(const IndexSet& active);
  void linearise(const IndexSet& active);
  void freeOutput(const IndexSet& active, double* w);
  void update(const IndexSet& active, const double* lambda);
  /// The larger of the defect of the balance of momentum, relative to the momentum scale, and of what outputs have
  /// beyond their linearisation, relative to the way that the velocity scale makes in a step.
  double residual();

  const double* velocity() const { return half_.data(); }            // (dofs) v½
  const double* multipliers() const { return multipliers_.data(); }  // (rows) P1
  const double* impulse() const { return impulse_.data(); }          // (dofs) H(q_k)ᵀ P1
  const double* gaps() const { return gap_.data(); }                 // (rows) of q_{k+1}
  /// True of a contact that has been at rest and whose rate at the start is the error of the scheme, between begin() and activate().
  bool drifts(const UnitaryRelation& relation);
  /// gamma += U_k/h where active contacts drift: h times their acceleration takes the rate back. gamma: (rows of the model) their
  /// curvatures, in/out.
  void takeDriftBack(const IndexSet& active, double* gamma) const;

 private:
  void compileSystem(std::size_t system, double h);
  void explicitVelocities();
  void freeVelocity(std::size_t system);
  void lineariseRelation(std::size_t interaction);
  bool closesExactly() const { return (linear_ || rules_.explicitForces) && (relations_.affine || !closes_); }
  void measureClosing(const IndexSet& active);
  bool closes(const UnitaryRelation& relation, std::int32_t row) const;
  bool accelerates(const UnitaryRelation& relation, std::int32_t row) const;
  double compliance(const UnitaryRelation& relation);
  void takeTurns(const IndexSet& active);
  bool takeTurn(const UnitaryRelation& relation);
  double freeRow(const UnitaryRelation& relation, std::int32_t row);
  void gatherImpulse();
  double momentumDefect(std::size_t system);

  const SchemeRelations& relations_;
  const HalfStepRules& rules_;
  CompiledModel model_;
  UniformRounding rounding_;  // of gaps over h
  GapValues values_{model_, relations_};
  SystemValues systems_{model_};
  Curvature curvature_{model_};
  StepInterval step_{0.0, 0.0, 0.0};
  Scales scales_{1.0, 1.0, 1.0};
  bool linear_ = true;                     // all systems are
  bool closes_ = true;                     // an active row says something of the coordinates at the end
  double closingDefect_ = 0.0;             // of the outputs [m]
  std::vector<double> explicit_;           // (dofs) v½ without multipliers, where forces are explicit
  std::vector<double> half_;               // (dofs) v½, while an iterate is linearised without multipliers
  std::vector<double> change_;             // (dofs) v½ of the iterate to come less that of the last
  std::vector<double> force_;              // (dofs) F(t_k, q_k, v½)
  std::vector<double> impulse_;            // (dofs)
  std::vector<double> multipliers_, gap_;  // (rows)
  std::vector<double> predicted_;          // (rows) gaps by the linearisation
  bool slides_ = false;                    // an active contact has friction in space, and rules_.slipsAtStart
  bool turnsKnown_ = false;                // the first iterate has been made
  bool turnsTaken_ = false;            // the last iterate has found a turn, which the next takes into account
  std::vector<double> turn_;           // (rows) that of the slip until the middle of the step
  std::vector<unsigned char> drifts_;  // (rows) 1 at normal rows whose rate at the start is a drift
  std::vector<double> gamma_;          // (rows) at t_k, of active contacts whose accelerations are asked for
  std::vector<double> startH_;         // H(q_k), where L of the condensed operator is
  Matrix mass_, dq_, dv_;              // of one system
  Vector rhs_;
};

}  // namespace nsds

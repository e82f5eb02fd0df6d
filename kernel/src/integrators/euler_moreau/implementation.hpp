// What EulerMoreauOSI and ZeroOrderHoldOSI are made of. The course of a step stands in step.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <vector>

#include "integrators/euler_moreau/first_order_relations.hpp"
#include "integrators/euler_moreau/first_order_systems.hpp"
#include "integrators/euler_moreau/step_defect.hpp"
#include "integrators/missing_jacobians.hpp"
#include "nsds/kernel/integrators/euler_moreau_osi.hpp"

namespace nsds {

struct EulerMoreauOSI::Implementation {
  Implementation(FirstOrderScheme scheme, double theta, double gamma);

  // Compilation (compile.cpp)
  void compile(NonSmoothDynamicalSystem& nsds, double h);
  void checkParts(const NonSmoothDynamicalSystem& nsds) const;
  void compileLaws();
  void warnOfSteps(const NonSmoothDynamicalSystem& nsds, double h);
  const char* name() const;

  // The step (step.cpp)
  void evaluateState();
  void beginStep(const StepInterval& interval);
  void linearise();
  void freeOutput(const IndexSet& active, double* w);
  void update(const IndexSet& active, const double* lambda);
  double residual();
  bool shorten();
  void endStep(const IndexSet& active);

  bool linear() const { return isLinear; }
  bool weighted() const { return scheme == FirstOrderScheme::weighted; }
  bool semiImplicit() const { return scheme == FirstOrderScheme::semiImplicit; }
  bool constantOperator() const { return systems.constant() && relations.constant(); }

  // Sets that vary (law_point.cpp)
  void compileSets();
  void placeLaws();
  bool iteratesSets() const {
    return sets == SetDependence::state && setEvaluation == SetEvaluation::implicit;
  }
  double setDefect();
  double merit() const { return std::max(defect.merit(), setMerit); }

  // Jumps (jump.cpp)
  const StateJump* jumpAt(double t, bool impulses);
  void jumpBy(VectorConstRef mu);
  bool damp(bool damped);
  bool takesJumps() const { return givenGamma == 1.0 && !(weighted() && givenTheta < 1.0); }

  // The whole step (whole_step.cpp)
  bool guess();
  bool multiplierBounds(VectorRef lower, VectorRef upper) const;
  bool evaluateWhole(VectorConstRef z, VectorRef value);

  // Weighted multipliers (weighted_multipliers.cpp)
  void takeLastMultipliers();
  void addLastInputs();
  void warnOfOscillation();

  FirstOrderScheme scheme;
  double givenTheta;
  double givenGamma;
  double theta;  // as given, or 1 in a damped step
  double gamma;
  StepInterval step{0.0, 0.0, 0.0};
  bool isLinear = true;      // one iterate solves a step
  bool shared = false;       // the model may have mechanical systems, which another integrator steps
  bool plainOutputs = true;  // all relations are of first order, and no law shifts its output

  CompiledModel model;  // L = gamma C, R = h W⁻¹B, weighted, D; other systems are not of first order
  FirstOrderSystems systems;
  FirstOrderRelations relations;
  StateJump jump;
  Matrix jumpChange;  // (dofs x rows of the jump) M⁻¹ B
  MissingJacobians missing;
  bool warned = false;  // of multipliers that oscillate
  bool warnedOfSteps = false, warnedOfIndex = false;
  std::vector<unsigned char> callsLaw;  // (interactions) 1 where the shift at U- = 0 may differ from zero
  SetEvaluation setEvaluation = SetEvaluation::implicit;
  SetDependence sets = SetDependence::none;  // of all laws together
  std::vector<std::int32_t> setPositions;    // of the states that sets depend on
  std::vector<double> setState;              // (positions) where the laws were asked for their sets
  double setMerit = 0.0;                     // how far the state is from there, beside the change of the step
  Vector blockZero;
  Vector blockShift;

  // An iterate begins at a point: the state, the multipliers, and what the equations are there.
  bool atStart = true;            // the point is the start of the step
  bool evaluated = false;         // f, g and the outputs are those of the present state
  const double* point = nullptr;  // (positions) of the state: those of the start of the step, or x
  std::vector<double> x;          // (positions)
  std::vector<double>
      forceState;             // (positions) theta x + (1 - theta) x_k of the present state, semi-implicit
  std::vector<double> mixed;  // (positions) gamma x + (1 - gamma) x_k of the present state
  std::vector<double> f;      // (dofs) at the end of the step
  // (dofs) inputs of the relations that are evaluated, or those by the last multipliers
  std::vector<double> g;
  std::vector<double> outputs;      // (rows) likewise
  std::vector<double> change;       // (dofs) of the state, to where it is without multipliers
  std::vector<double> mixedFree;    // (dofs) the mixed state there, divided by gamma since L carries it
  std::vector<double> multipliers;  // (rows) of the point
  std::exception_ptr undefined;  // what a function of the user says of the present state; null: it is defined
  double fraction = 1.0;         // of the step of Newton's method that the iterate takes
  StepDefect defect;

 private:
  void evaluate(const double* state);
  double mixedTime() const;
  void mix(const double* state);
  InputPoint inputPoint() const;
  double forceTime() const { return semiImplicit() ? step.t0 : step.t1; }
  const double* forcePoint(const double* state);
  void freeChange();
  void mixFree();
  const double* callLaw(const UnitaryRelation& relation);
  void advance();
  void evaluateRelations();
  template <class Evaluation>
  void whereDefined(const Evaluation& evaluation);
  void placeJump();
  void jumpOutputs(double t);
  void jumpImpulses(double t);
};

}  // namespace nsds

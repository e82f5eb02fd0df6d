// The compiled form of a model under MoreauJeanOSI: flat records of systems and contacts, and the step over
// them.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "integrators/condensation.hpp"
#include "integrators/flat_rows.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

namespace nsds {

struct MoreauJeanOSI::Implementation {
  struct System {
    const LagrangianDS* ds;
    const LagrangianLinearTIDS* linear;  // null for nonlinear systems
    std::int32_t n;
    std::int32_t position;  // first entry in q
    std::int32_t dof;       // first entry in v
  };
  struct DofRange {
    std::int32_t first;
    std::int32_t last;
  };
  struct Contact {
    const LagrangianRelation* relation;
    const NonSmoothLaw* law;
    double* lawState;
    bool linear;            // H constant
    bool constantOperator;  // H and the iteration matrices of all its systems constant
    bool callsLaw;          // its shift is not a multiple of U-
    bool alwaysActive;      // its law admits multipliers of both signs: no gap to wait for
  };

  Implementation(double theta, Activation activation);

  // Compilation, moreau_jean_compile.cpp
  void compile(Model& model, double h);
  void compileSystems();
  void compileContacts();
  void sortSystems();
  void compileLaws();
  void condenseConstant(std::size_t contact);
  void reserve();

  // The step, moreau_jean_step.cpp
  void evaluateState();
  void beginStep(const StepInterval& interval);
  void activate(const IndexSet& all, IndexSet& active);
  void linearise(const IndexSet& active);
  void freeVelocities();
  void freeVelocity(std::size_t index);
  void freeVelocityNonlinear(std::size_t index);
  void condense(std::size_t contact);
  void freeOutput(const IndexSet& active, double* w);
  const double* withoutApproach(const UnitaryRelation& relation);
  const double* callLaw(const Contact& contact, const UnitaryRelation& relation, const double* minus);
  void update(const IndexSet& active, const double* lambda);
  void addImpulses(const IndexSet& active, const double* lambda) const;
  void advancePositions();
  void predictRates(const IndexSet& active);
  double residual(const IndexSet& active);
  void endStep(const IndexSet& active);

  // Pieces, moreau_jean_evaluate.cpp
  void evaluateForces(double t, double* force);
  void evaluateOutputs(const double* q, const double* v, double* y, double* u);
  void evaluateOutput(std::size_t contact, const double* q, const double* v, double* y, double* u);
  const double* evaluateJacobian(std::size_t contact, const double* q);
  const double* gather(std::size_t contact, const double* q);

  double theta;
  Activation activation;
  Scales scales{1.0, 1.0, 1.0};
  NonSmoothDynamicalSystem* nsds = nullptr;
  StepInterval step{0.0, 0.0, 0.0};
  bool linear = true;
  bool forceIsCurrent = false;

  std::unordered_set<std::uint64_t> told;  // ids of what the log knows to have no Jacobian
  std::vector<System> systems;
  std::vector<DofRange> plain;       // of linear systems with diagonal W and no K, C: stepped as one batch
  std::vector<std::size_t> driven;   // linear systems whose F_ext depends on time
  std::vector<std::size_t> coupled;  // linear systems that are not plain
  std::vector<std::size_t> nonlinear;
  std::vector<Contact> contacts;
  bool constantOperators = true;  // of all contacts
  std::vector<double> offset;     // (rows) b of constant Jacobians: y = H q + b
  IterationMatrices matrices;
  CondensedOperator condensed;
  FlatRows flat;  // its rows, for the loops of the step

  std::vector<double> correction;     // of the velocity of one system
  std::vector<double> forceNext;      // F at the end of the step
  std::vector<double> gap;            // (rows) what activation looks at
  std::vector<double> predictedRate;  // (rows) U of rule P
  const double* uMinus = nullptr;     // (rows) U_k of the laws
  std::vector<double>
      linearRate;  // (rows) U predicted by the linearisation, against which the new H is compared
  std::vector<double> gathered;  // stacked q of one interaction
  std::vector<double> jacobian;  // H of one interaction, column-major
  std::vector<double> slow;      // one block of U-, nothing of it to restitute
  std::vector<double> shift;
  std::vector<double> restitution;  // (rows) shift / U- where that is a constant
  Matrix massScratch;
  Matrix dqScratch;
  Matrix dvScratch;
};

/// A Map over part of a scratch matrix, or over contiguous numbers.
inline Eigen::Map<const Vector> view(const double* data, Index n) {
  return {data, n};
}
inline Eigen::Map<Vector> view(double* data, Index n) {
  return {data, n};
}

}  // namespace nsds

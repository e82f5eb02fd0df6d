// The compiled form of a model under MoreauJeanOSI: flat records of systems and contacts, and the step over
// them.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "integrators/condensation.hpp"
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
    bool constantFExt;
  };
  struct Contact {
    const LagrangianRelation* relation;
    const NonSmoothLaw* law;
    double* lawState;
    bool linear;            // H constant
    bool constantOperator;  // H and the iteration matrices of all its systems constant
    bool alwaysActive;      // its law admits multipliers of both signs: no gap to wait for
  };

  Implementation(double theta, Activation activation);

  // Compilation, moreau_jean_compile.cpp
  void compile(Model& model, double h);
  void compileSystems();
  void compileContacts();
  void condenseConstant(std::size_t contact);
  void reserve();

  // The step, moreau_jean_step.cpp
  void evaluateState();
  void beginStep(const StepInterval& interval);
  void activate(const IndexSet& all, IndexSet& active);
  void linearise(const IndexSet& active);
  void freeVelocity(std::size_t index);
  void freeVelocityNonlinear(std::size_t index);
  void condense(std::size_t contact);
  void freeOutput(const IndexSet& active, double* w);
  void update(const IndexSet& active, const double* lambda);
  double residual(const IndexSet& active);
  void endStep(const IndexSet& active);

  // Pieces, moreau_jean_evaluate.cpp
  void evaluateForces(double t, double* force);
  void evaluateOutputs(const double* q, const double* v, double* y, double* u);
  void evaluateOutput(std::size_t contact, const double* q, const double* v, double* y, double* u);
  const double* evaluateJacobian(std::size_t contact, const double* q);
  const double* gather(std::size_t contact, const double* q);
  bool isActive(const Contact& contact, double y, double u) const;

  double theta;
  Activation activation;
  Scales scales{1.0, 1.0, 1.0};
  NonSmoothDynamicalSystem* nsds = nullptr;
  StepInterval step{0.0, 0.0, 0.0};
  bool linear = true;
  bool forceIsCurrent = false;

  std::unordered_set<std::uint64_t> told;  // ids of what the log knows to have no Jacobian
  std::vector<System> systems;
  std::vector<Contact> contacts;
  std::vector<double> offset;  // (rows) b of constant Jacobians: y = H q + b
  IterationMatrices matrices;
  CondensedOperator condensed;

  std::vector<double> qStart;
  std::vector<double> vStart;
  std::vector<double> vFree;
  std::vector<double> forceNext;  // F at the end of the step
  std::vector<double> gap;        // (rows) what activation looks at
  std::vector<double> uMinus;     // (rows) U_k of the law
  std::vector<double>
      linearRate;  // (rows) U predicted by the linearisation, against which the new H is compared
  std::vector<double> gathered;  // stacked q of one interaction
  std::vector<double> jacobian;  // H of one interaction, column-major
  Vector blockMinus;             // one block of a law
  Vector blockShift;
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

// The compiled form of a model under EulerMoreauOSI.
#pragma once

#include <cstdint>
#include <vector>

#include "integrators/condensation.hpp"
#include "integrators/flat_rows.hpp"
#include "nsds/kernel/integrators/euler_moreau_osi.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"

namespace nsds {

struct EulerMoreauOSI::Implementation {
  struct System {
    const FirstOrderLinearDS* ds;  // null if another integrator steps the system
    std::int32_t n;
    std::int32_t position;  // first entry in x, which is where q of mechanical systems would be
    std::int32_t dof;       // first entry in the vectors over degrees of freedom
    std::int32_t matrices;  // into pool: M, then A at the end of the step, (n x n) column-major each
  };
  struct Contact {
    const FirstOrderLinearTIR* relation;  // null if it is one between systems of another integrator
    const NonSmoothLaw* law;
    double* lawState;
    bool callsLaw;  // its shift at U- = 0 may differ from zero
  };

  Implementation(double theta, double gamma);

  void compile(Model& model, double h);
  void compileSystems();
  void compileContacts();
  void compileIterationMatrix(std::size_t system);
  void condense();

  void evaluateState();
  void evaluateOutputs(const double* x);
  void beginStep(const StepInterval& interval);
  void linearise();
  void freeState(std::size_t system);
  void freeOutput(const IndexSet& active, double* w);
  const double* callLaw(const Contact& contact, const UnitaryRelation& relation);
  void update(const IndexSet& active, const double* lambda);
  void endStep(const IndexSet& active);

  double theta;
  double gamma;
  NonSmoothDynamicalSystem* nsds = nullptr;
  StepInterval step{0.0, 0.0, 0.0};
  bool constantA = true;
  bool plainOutputs = true;  // all relations are of first order, and no law shifts its output
  bool shared = false;       // the model may have mechanical systems, which another integrator steps

  std::vector<System> systems;
  std::vector<Contact> contacts;
  IterationMatrices iteration;
  CondensedOperator condensed;  // L = gamma C, R = h W^-1 B, D
  FlatRows flat;                // its L and R, for the loops of the step
  std::vector<double> pool;
  std::vector<double> xFree;
  std::vector<double> xMixed;  // gamma x_free + (1 - gamma) x_k, divided by gamma since L carries it
  std::vector<double> bNext;   // b at the end of the step
  std::vector<double> offset;  // (rows) e
  Vector blockZero;
  Vector blockShift;
  Matrix scratch;
};

}  // namespace nsds

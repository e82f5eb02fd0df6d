// The compiled form of a model under EulerMoreauOSI.
#pragma once

#include <cstdint>
#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "nsds/kernel/integrators/euler_moreau_osi.hpp"

namespace nsds {

struct EulerMoreauOSI::Implementation {
  Implementation(double theta, double gamma);

  void compile(NonSmoothDynamicalSystem& nsds, double h);
  void compileSystems();
  void compileRelations();
  void compileIterationMatrix(std::size_t system);
  double* storedM(std::size_t system) { return pool.data() + firstOfPool[system]; }
  double* storedA(std::size_t system) {
    return storedM(system) + std::ptrdiff_t{model.systems[system].n} * model.systems[system].n;
  }
  void condense();

  void evaluateState();
  void evaluateOutputs(const double* x);
  void beginStep(const StepInterval& interval);
  void linearise();
  void freeState(std::size_t system);
  void freeOutput(const IndexSet& active, double* w);
  const double* callLaw(const UnitaryRelation& relation);
  void update(const IndexSet& active, const double* lambda);
  void endStep(const IndexSet& active);

  double theta;
  double gamma;
  StepInterval step{0.0, 0.0, 0.0};
  bool constantA = true;
  bool plainOutputs = true;  // all relations are of first order, and no law shifts its output
  bool shared = false;       // the model may have mechanical systems, which another integrator steps

  CompiledModel model;                  // L = gamma C, R = h W⁻¹B, D; other systems are not of first order
  std::vector<unsigned char> callsLaw;  // (interactions) 1 where the shift at U- = 0 may differ from zero
  std::vector<std::int32_t> firstOfPool;  // (systems) into pool
  std::vector<double> pool;               // M, then A at the end of the step, (n x n) column-major each
  std::vector<double> xFree;
  std::vector<double> xMixed;  // gamma x_free + (1 - gamma) x_k, divided by gamma since L carries it
  std::vector<double> bNext;   // b at the end of the step
  std::vector<double> offset;  // (rows) e
  Vector blockZero;
  Vector blockShift;
  Matrix scratch;
};

}  // namespace nsds

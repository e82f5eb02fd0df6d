// The parts of a step of NonsmoothGeneralizedAlphaOSI: the means that it carries, and its three levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "integrators/curvature.hpp"
#include "integrators/missing_jacobians.hpp"
#include "integrators/second_order/end_of_step.hpp"
#include "integrators/second_order/law_shift.hpp"
#include "nsds/kernel/integrators/nonsmooth_generalized_alpha_osi.hpp"

namespace nsds {

enum class AlphaLevel : std::uint8_t { position, acceleration, velocity };

struct NonsmoothGeneralizedAlphaOSI::Implementation {
  /// Errors: InvalidArgument on rhoInfinity outside [0, 1].
  explicit Implementation(double rhoInfinity);
  Implementation(const Implementation&) = delete;  // the parts refer to each other
  Implementation& operator=(const Implementation&) = delete;

  void compile(Model& model, double h);
  void compileLinear();
  void compileLinear(EndOfStep& of, double displacementWeight, double rateWeight);
  void beginMemory();
  void begin(const StepInterval& interval);
  void chooseCoefficients(double last);
  void beginMeans();
  void activate(const IndexSet& all, IndexSet& active);

  void linearisePositions(const IndexSet& active);
  void updatePositions(const IndexSet& active, const double* multipliers);
  void decideTouching(std::size_t row);
  void lineariseAccelerations(const IndexSet& active);
  void freeAccelerations(const IndexSet& active, double* w);
  void lineariseVelocities(const IndexSet& active);
  void updateVelocities(const IndexSet& active, const double* multipliers);
  double residual() const;
  void end();

  void solveSystem(std::size_t system, double displacementWeight, double rateWeight, CompiledModel& at);
  void gatherPositionRows();
  double largest(const std::vector<double>& of, const double* coordinates = nullptr) const;
  FlatVectors& flat() { return ends.model().nsds->flat(); }
  const FlatVectors& flat() const { return ends.model().nsds->flat(); }

  // What is carried: a, ā, F over degrees of freedom, λ, λ̄ over rows, and the length of the last step, 0 before there is one.
  double* a() { return numbers.data(); }
  double* meanA() { return numbers.data() + flat().dofs(); }
  double* lastForce() { return numbers.data() + 2 * flat().dofs(); }
  double* lambda() { return numbers.data() + 3 * flat().dofs(); }
  double* meanLambda() { return lambda() + flat().rows(); }
  double& lastLength() { return numbers.back(); }

  double rhoInfinity;
  double alphaF;
  double late;  // (ρ∞ − 1)/(ρ∞ + 1): ā_k is a at t_k + late times the length of its step
  double alphaM = 0.0, gamma = 0.0, beta = 0.0;  // of the present step
  double share = 0.0;                            // (1 − α_f)/(1 − α_m), of a_{k+1} in ā_{k+1}
  double builtDisplacementWeight = -1.0,
         builtRateWeight = -1.0;  // that matrices of linear systems are made with
  AlphaLevel level = AlphaLevel::position;
  StepInterval step{0.0, 0.0, 0.0};
  Scales scales{1.0, 1.0, 1.0};
  double closed = 0.0;  // [m]
  SchemeRelations relations;
  EndOfStep ends{relations};        // M, of accelerations
  EndOfStep positions{relations};   // S = M − h² β c ∂F/∂q − h γ c ∂F/∂v
  EndOfStep velocities{relations};  // M − h γ c ∂F/∂v
  Curvature curvature{ends.model()};
  LawShift shift{relations};
  MissingJacobians missing;
  std::vector<double> numbers;                           // what is carried
  std::vector<double> startMeanA;                        // (dofs) ā_k, of the forces as they are now
  std::vector<double> knownA, knownLambda;               // ā_{k+1} − c a_{k+1}, (dofs), and of λ, (rows)
  std::vector<double> accelerationNow;                   // (dofs) a_{k+1}
  std::vector<double> lambdaNow, kappa;                  // (rows) λ_{k+1}, κ/h with what it is added to
  std::vector<double> displacement, velocity;            // (dofs) those of the last iterate
  std::vector<double> force, rhs, change;                // (dofs)
  std::vector<double> gap, predicted, rows, curvatures;  // (rows)
  std::vector<unsigned char> touching, pressed;          // (rows) at the first row of a contact
  std::vector<unsigned char> openings;  // (rows) how often it has opened in the iterates of the step
  bool pressedChanged = true;
  double closingDefect = 0.0;       // [m]
  double displacementChange = 0.0;  // [m]
  double velocityChange = 0.0;      // [m/s]
  Matrix mass, dq, dv;              // of one system
};

}  // namespace nsds

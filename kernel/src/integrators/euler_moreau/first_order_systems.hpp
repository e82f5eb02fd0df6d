// The first-order systems of a model in a step: M, A = df/dx and the iteration matrix W = M - h theta A - h gamma K of
// each, f, and what their equation is off by. Systems of other kinds keep their places and are left alone.
//
// The zero-order hold is the step of theta = 1 with another W: M⁻¹(A x + b + B lambda) with x, b and lambda held makes
//
//   x_{k+1} - x_k = ∫₀ʰ exp(M⁻¹A s) ds M⁻¹ (A x_k + b + B lambda) = h W⁻¹ (A x_k + b + B lambda),
//
// which is exact, since ∫₀ʰ exp(F s) ds F = exp(F h) - I. W⁻¹ may be singular, h M⁻¹A having an eigenvalue 2 π i.
#pragma once

#include <cstdint>
#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "linalg/vector_loops.hpp"
#include "nsds/kernel/integrators/one_step_integrator.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"

namespace nsds {

/// What the multipliers of a step act by.
enum class FirstOrderScheme : std::uint8_t {
  implicit,      // h B lambda_{k+1}
  weighted,      // h B (theta lambda_{k+1} + (1 - theta) lambda_k)
  semiImplicit,  // h B(t_k, x_k) lambda_{k+1}, with f at t_k and a mixed state
  zeroOrderHold  // ∫₀ʰ exp(M⁻¹A s) ds M⁻¹ B lambda_{k+1}
};

class FirstOrderSystems {
 public:
  FirstOrderSystems(double theta, FirstOrderScheme scheme) : theta_(theta), scheme_(scheme) {}

  /// Factorises W of the systems whose M and A are constants, as all are for the hold. coupled: (systems) 1 where a relation
  /// adds K to W. Errors: InvalidArgument if M has no inverse and the hold needs it.
  void compile(CompiledModel& model, const StepInterval& step, const std::vector<unsigned char>& coupled);
  /// A system with algebraic rows, rows of zeros of a constant M; null if there is none.
  const FirstOrderDS* algebraic() const { return algebraic_; }
  /// True if W of all systems is a constant.
  bool constant() const { return constant_; }
  /// True if W of this one is.
  bool constant(std::size_t system) const { return systems_[system].constant; }
  bool affine() const { return affine_; }
  const std::vector<std::int32_t>& numbers() const { return numbers_; }

  /// (dofs) the weight of the multipliers at the end of the step.
  const double* inputWeights() const { return inputWeights_.data(); }

  /// f(t, x) of a system: (n) out.
  void f(std::size_t system, double t, const double* x, double* value);
  bool autonomous(std::size_t system) const { return systems_[system].autonomous; }
  /// M, and A at t and x, of the systems whose W is no constant; W begins as M - h theta A.
  void evaluateOperators(const StepInterval& step, double t, const double* x);
  /// The W that evaluateOperators began: (n x n), to which a relation may add; null where W is a constant.
  double* varyingMatrix(std::size_t system);
  /// Factorises what varyingMatrix() gives.
  void factorise();

  /// rhs -= M change; change, rhs: (n).
  void subtractInertia(std::size_t system, const double* change, double* rhs) const;
  /// rhs = h (theta f + (1 - theta) f_k), theta being 1 on algebraic rows, and everywhere where f is at a mixed state: (n) out.
  void addForces(std::size_t system, double h, const double* f, const double* fStart, double* rhs) const {
    const double* const theta = forceWeights_.data() + systems_[system].dof;
    withSize(systems_[system].n, [=](auto n) {
      for (std::int32_t i = 0; i < n; ++i) rhs[i] += h * (theta[i] * f[i] + (1.0 - theta[i]) * fStart[i]);
    });
  }
  /// sizes += |M| x + h theta |A| x; x >= 0, sizes: (n).
  void addSizes(std::size_t system, double h, const double* x, double* sizes) const;

 private:
  struct System {
    const FirstOrderDS* ds = nullptr;
    const FirstOrderLinearDS* linear = nullptr;
    const SystemMatrix* M = nullptr;  // where they stay in the storage of the system
    const SystemMatrix* A = nullptr;
    std::int32_t n = 0;
    std::int32_t position = 0;
    std::int32_t dof = 0;
    std::int32_t pool =
        -1;  // M, A, and W where that varies, (n x n) column-major each; -1 where they stay there
    bool constant = false;  // W is a constant
    bool autonomous = false;
  };

  void place(std::size_t index, bool coupled);
  void weigh(const System& system);
  void compileConstant(std::size_t index, double h);
  void compileHold(std::size_t index, double h);
  double* M(const System& system) { return pool_.data() + system.pool; }
  const double* M(const System& system) const { return pool_.data() + system.pool; }
  std::ptrdiff_t area(const System& system) const { return std::ptrdiff_t{system.n} * system.n; }

  double theta_;
  FirstOrderScheme scheme_;
  CompiledModel* model_ = nullptr;
  std::vector<System> systems_;        // (systems of the model)
  std::vector<std::int32_t> numbers_;  // those that are of first order
  std::vector<double> pool_;
  std::vector<double> b_;             // (dofs) of linear systems whose b is a constant
  std::vector<double> thetas_;        // (dofs) 1 on algebraic rows, else theta
  std::vector<double> forceWeights_;  // (dofs) these, or 1
  std::vector<double> inputWeights_;  // (dofs) likewise
  const FirstOrderDS* algebraic_ = nullptr;
  bool constant_ = true;
  bool affine_ = true;
};

}  // namespace nsds

// The higher-order sweeping process: linear systems M x' = A x + b + r whose outputs y = C x + e have the uniform relative
// degree r. With F = M⁻¹A, the output and its derivatives z_i, i = 1 ... r, as far as multipliers do not act on them, are
//
//   z_1 = C x + e,   z_i = C F^{i-1} x + C F^{i-2} M⁻¹ b,   C F^i M⁻¹ B = 0 for i < r - 1,   H = C F^{r-1} M⁻¹ B regular.
//
// Each z_i may jump, by a measure of its own, towards where the output stays admissible:
//
//   dz_i = z_{i+1} dt + dμ_i,   i < r,      dz_r = (C F^r x + C F^{r-1} M⁻¹ b) dt + H dμ_r,
//   -dμ_i ∈ N_{T_i}(z_i⁺),   T_1 = ℝ₊,   T_i = ℝ where the first of z_1⁻ ... z_{i-1}⁻ that is not zero is positive, else ℝ₊.
//
// The scheme is implicit in z, with the sets of the beginning of the step, component by component of the output:
//
//   z_{i,k+1} = z_{i,k} + h z_{i+1,k+1} + μ_i,   z_{r,k+1} = z_{r,k} + h (C F^r x_{k+1} + ...) + H μ_r.
//
// r = 1 is Moreau's first sweeping process and r = 2 his second, with restitution zero and gaps that are projected; from
// r = 3 on implicit Euler alone diverges. Order one in h. Reference: Acary, Brogliato, Goeleven (2008), Higher order
// Moreau's sweeping process, Math. Program. 113; its scheme is written down here from the statements above, see
// docs/decisions/0047.
#pragma once

#include <vector>

#include "nsds/kernel/integrators/euler_moreau_osi.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_relation.hpp"

namespace nsds {

/// The relation between z_1 ... z_r of m outputs and μ_1 ... μ_r, r m rows: row (i - 1) m + j is z_i of output j. Its law is
/// ComplementarityConditionNSL. μ_i, i < r, moves z_i alone; μ_r acts by B. λ of the interaction is μ / h.
class NSDS_KERNEL_API HigherOrderTIR final : public FirstOrderRelation {
 public:
  /// C: (m x n), B: (n x m), e: (m). The matrices of the system are those of now: changed later, they are refused. Errors:
  /// InvalidArgument on functions for M, A or b, on sizes, on a relative degree that is 0 or not uniform, and where H is
  /// not a P-matrix.
  HigherOrderTIR(const FirstOrderLinearDS& system, MatrixConstRef C, MatrixConstRef B);
  HigherOrderTIR(const FirstOrderLinearDS& system, MatrixConstRef C, MatrixConstRef B, VectorConstRef e);

  Index degree() const { return degree_; }
  Index outputs() const { return rows() / degree_; }
  /// Row i m + j: 1 where T_{i+1} of output j is ℝ₊ at x, 0 where it is ℝ; x: (n). What moves z_i by less than a 1e-8 of what a
  /// step of length h does counts as zero.
  void activeRows(VectorConstRef x, double h, std::vector<unsigned char>& active) const;
  /// Errors: InvalidArgument if the system has not the matrices that the relation was made of.
  void checkUnchanged(const FirstOrderLinearDS& system) const;

  bool callsUser() const override { return false; }
  bool affine() const override { return true; }
  bool constantJacobians() const override { return true; }
  bool inputDependsOnState() const override { return false; }

 private:
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doCheckLaw(const NonSmoothLaw& law) const override;
  void doOutput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef y) const override;
  void doInput(double t, VectorConstRef x, VectorConstRef lambda, VectorRef r) const override;
  void doOutputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef C,
                         MatrixRef D) const override;
  void doInputJacobians(double t, VectorConstRef x, VectorConstRef lambda, MatrixRef K,
                        MatrixRef B) const override;
  bool doExactJacobians() const override { return true; }

  Index degree_;
  Matrix M_;
  Matrix A_;
  Vector b_;
  Matrix derivatives_;  // ((r + 1) m x n) C F^i
  Vector offsets_;      // ((r + 1) m) what e and b add to them
  Matrix inputs_;       // (n x r m) of the measures
};

/// Every interaction of the model is a HigherOrderTIR.
class NSDS_KERNEL_API HigherOrderMoreauOSI final : public OneStepIntegrator {
 public:
  HigherOrderMoreauOSI();
  ~HigherOrderMoreauOSI() override;
  HigherOrderMoreauOSI(HigherOrderMoreauOSI&&) noexcept;
  HigherOrderMoreauOSI& operator=(HigherOrderMoreauOSI&&) noexcept;

  std::string name() const override { return "HigherOrderMoreauOSI"; }
  std::unique_ptr<OneStepIntegrator> clone() const override {
    return std::make_unique<HigherOrderMoreauOSI>();
  }
  void compile(Model& model, double h) override;
  void evaluateState() override;
  void beginStep(const StepInterval& step) override;
  void activate(const IndexSet& all, const IndexSet& last, IndexSet& active) override;
  bool linear() const override;
  bool constantOperator() const override;
  void linearise(const IndexSet& active) override;
  const CondensedOperator& condensed() const override;
  void freeOutput(const IndexSet& active, double* w) override;
  void update(const IndexSet& active, const double* lambda) override;
  double residual(const IndexSet& active) override;
  void endStep(const IndexSet& active) override;

 private:
  EulerMoreauOSI euler_;
  double h_ = 0.0;
  IndexSet all_;
  std::vector<double> outputs_;            // (rows) free outputs of all rows
  std::vector<unsigned char> activeRows_;  // (rows) of an interaction
};

}  // namespace nsds

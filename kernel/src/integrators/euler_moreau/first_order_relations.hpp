// The first-order relations of a model in a step: L = gamma C, R = h W⁻¹B and D of each in the condensed operator, what
// the linearised outputs begin from, and the inputs. Those with constant matrices are read as flat rows; the others are
// evaluated at every iterate. Relations of other kinds keep their places and are left alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "integrators/euler_moreau/first_order_systems.hpp"
#include "linalg/entry_lists.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"

namespace nsds {

/// The larger of a merit and what is to count in it; infinity for NaN, which std::max would drop.
inline double largerOrUndefined(double merit, double value) {
  return value <= merit ? merit : std::isnan(value) ? infinity : value;
}

/// Where the outputs and the inputs of a step are taken.
struct OutputPoint {
  double t;
  const double* x;  // (positions)
};
struct InputPoint {
  double t;
  const double* x;  // (positions)
  bool moves;       // with the state: K counts
};

class FirstOrderRelations {
 public:
  explicit FirstOrderRelations(double gamma) : gamma_(gamma) {}

  void compile(CompiledModel& model);
  /// (systems of the model) 1 where an input depends on the state.
  const std::vector<unsigned char>& coupled() const { return coupled_; }
  /// R of the relations for which it is a constant, and the flat rows of all.
  void condense(const FirstOrderSystems& systems, double h);
  /// (1 - weight) B lambda of the weighted scheme, over the relations with constant matrices; lambda: (rows), g: (dofs) out.
  void lastInputs(const FirstOrderSystems& systems, const double* lambda, double* g) const;
  /// B lambda over the relations with constant matrices; lambda: (rows), input: (dofs) out.
  void inputs(const double* lambda, double* input) const;
  /// state += R lambda, input += B lambda, over the relations with constant matrices; of others the state alone. On systems
  /// with a support the state gets W⁻¹ h B lambda. lambda: (rows); state: (positions); input: (dofs), zero before.
  void addInputs(const FirstOrderSystems& systems, double h, const double* lambda, double* state,
                 double* input);
  bool affine() const { return affine_; }
  /// True if R, L and D are constants for all relations.
  bool constant() const { return renewed_.empty(); }
  /// True if every relation has constant matrices.
  bool allConstant() const { return evaluated_.empty(); }

  // At an iterate: x (positions) is the mixed state gamma x + (1 - gamma) x_k, multipliers are those of the model.

  /// L, D and h B; adds -h gamma K to the matrices of the systems, and -h B lambda to rhs: (dofs).
  void linearise(const StepInterval& step, const OutputPoint& outputs, const InputPoint& inputs,
                 FirstOrderSystems& systems, double* rhs);
  /// (dofs) the sums of |h B lambda| over the rows of the relations that were evaluated, at the last linearise(): inputs may cancel
  /// each other, as those of fields do on a surface that the state slides on, and are then rounding of these.
  const std::vector<double>& inputSizes() const { return inputSizes_; }
  /// R = W⁻¹ h B where it is no constant, once the matrices are factorised.
  void solveRight();
  /// Keeps what the linearised outputs begin from; y: (rows) the outputs. first: of the first iterate of a step.
  void keepOffsets(const double* x, const double* y, bool first);
  /// The next iterate begins at a point that no iterate has led to.
  void forgetGaps();
  /// A step that is shortened to `fraction`, half of what it was, keeps as much more of what outputs were off by.
  void shiftOffsets(double fraction);
  /// The linearised output of a row is L (mixed state) / gamma + D lambda + offset.
  double offset(std::int32_t row) const { return offset_[static_cast<std::size_t>(row)]; }
  double linearOutput(const CondensedInteraction& of, std::int32_t row, const double* x,
                      const double* lambda) const;

  /// The inputs g of the relations that are evaluated, summed: (dofs) out.
  void evaluateInputs(const InputPoint& at, double* g);
  /// The outputs of the relations that are evaluated: (rows) out.
  void evaluateOutputs(double t, const double* x, double* y);
  /// y = C x + D lambda + e of the others, for any state x: (rows) out.
  void constantOutputs(const double* x, double* y) const;
  /// Forgets how large the terms of the rows were in the last step.
  void beginStep();
  /// Keeps by how much the outputs y differ from the linearised ones, and gives the largest beyond rounding, relative to
  /// what changes in the step, of the relations that are evaluated; changes, sizes: (positions) of states. merit becomes at
  /// least the largest relative to the terms of the first iterate.
  double outputDefect(const double* x, const double* y, const double* changes, const double* sizes,
                      double& merit);

 private:
  struct Shape {
    std::int32_t rows;
    std::int32_t width;
  };

  void place(std::size_t c);
  void takeConstants(const FirstOrderLinearTIR& relation, std::size_t c);
  void writeRight(std::size_t c, double h, const double* weights, MatrixConstRef B);
  void writeRight(std::size_t c, double h, const double* weights, const SparseMatrix& B);
  void appendEntries(std::size_t c);
  std::int32_t sizeOf(const CondensedTerm& term) const {
    return model_->systems[static_cast<std::size_t>(term.system)].n;
  }
  void evaluateJacobians(std::size_t c, const StepInterval& step, const OutputPoint& outputs,
                         const InputPoint& inputs, FirstOrderSystems& systems);
  void addCoupling(std::size_t c, double factor, MatrixConstRef K, FirstOrderSystems& systems);
  void subtractInputs(std::size_t c, double* rhs);
  void solveRight(std::size_t c);
  const CondensedInteraction& record(std::size_t c) const { return model_->condensed.interactions[c]; }
  VectorView multipliers(std::size_t c) const;

  double gamma_;
  CompiledModel* model_ = nullptr;
  std::vector<const FirstOrderLinearTIR*>
      constants_;                       // (interactions) null unless the matrices are constants
  std::vector<Shape> shapes_;           // (interactions)
  std::vector<std::size_t> evaluated_;  // interactions whose relations are evaluated
  std::vector<std::size_t> renewed_;    // those whose R is no constant
  EntryLists inputs_;        // (rows) columns of B of those with constant matrices, over degrees of freedom
  EntryLists feedthroughs_;  // (rows) rows of D of those with constant matrices, over the rows of the model
  std::vector<unsigned char> coupled_;
  std::vector<double> offset_;      // (rows)
  std::vector<double> firstTerms_;  // (rows)
  std::vector<double> startGap_;    // (rows) of the point that the iterate begins at
  std::vector<double> gap_;         // (rows) by how much the outputs differed from the linearised ones
  bool affine_ = true;
  // These hold the Jacobians and the input of the relation that is evaluated; they are as large as the largest needs.
  std::vector<double> C_, D_, K_, B_;
  std::vector<double> r_;
  std::vector<double> column_;      // of the largest system
  std::vector<double> inputSizes_;  // (dofs)
};

}  // namespace nsds

// One-step nonsmooth problems: a formulation maps an index set and a condensed operator to a problem of
// numerics, solves it island by island, and gives the multipliers back.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "nsds/kernel/compiled_model/condensed_operator.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/formulations/solver.hpp"
#include "nsds/kernel/formulations/solver_outcome.hpp"
#include "nsds/kernel/modeling/index_set.hpp"

namespace nsds {

/// The part of a problem that has changed since its last solve.
enum class ProblemChange { vectors, values, structure };

class NSDS_KERNEL_API OneStepNSProblem {
 public:
  virtual ~OneStepNSProblem();

  /// The name of the formulation, such as "LCP".
  virtual std::string name() const = 0;
  /// Errors: InvalidArgument if the law's admissible set does not fit this class.
  virtual void checkLaw(const Interaction& interaction) const = 0;
  /// Errors: InvalidArgument if one of the laws does not fit this class, or they do not fit together.
  virtual void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const;
  /// The solver in use. Another one (or other options) may be set between steps or before a retry.
  virtual const Solver& solver() const = 0;
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  virtual void setSolver(const Solver& solver) = 0;

  /// True if solve reads the iteration matrices of the condensed operator.
  virtual bool needsMatrices() const { return false; }

  /// w: (active rows) the free output; lambda: (active rows) in: the last multipliers, out: the solution or
  /// the best iterate. Allocates only if `change` is structure.
  virtual SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active,
                              ProblemChange change, const double* w, double* lambda) = 0;
  /// Copies the problem of the island that the last outcome speaks of. Errors: Error before the first solve.
  virtual ProblemCopy copyProblem() const = 0;
  /// Forgets matrices, workspaces and symbolic analyses; the next solve gives the same bits without them.
  virtual void clearWorkspaces() = 0;

 protected:
  OneStepNSProblem() = default;
  OneStepNSProblem(const OneStepNSProblem&) = default;
  OneStepNSProblem& operator=(const OneStepNSProblem&) = default;
  OneStepNSProblem(OneStepNSProblem&&) = default;
  OneStepNSProblem& operator=(OneStepNSProblem&&) = default;
};

}  // namespace nsds

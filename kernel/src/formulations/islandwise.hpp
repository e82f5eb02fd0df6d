// The loop over islands that every formulation over the Delassus matrix shares. A formulation adds the one
// call of its class of numerics.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formulations/delassus.hpp"
#include "formulations/dependent/dependent_joints.hpp"
#include "formulations/law_rows.hpp"
#include "formulations/output_sets/output_pivot.hpp"
#include "formulations/row_solution.hpp"
#include "nsds/kernel/formulations/islandwise_problem.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/reuse.h"

namespace nsds {

class IslandwiseProblem::Implementation {
 public:
  using Island = Delassus::Island;

  /// name: of the formulation, as in the table of laws. Errors: as makeOptions.
  Implementation(const char* name, nsds_class problemClass, const Solver& solver);
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  virtual ~Implementation() = default;

  const char* name() const { return name_; }
  const Solver& solver() const { return solver_; }
  void setSolver(const Solver& solver);
  SolverOutcome solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                      const double* w, double* lambda);
  ProblemCopy copyProblem() const;
  void clearWorkspaces();

 protected:
  /// A call is what an island is given to numerics with.
  struct Call {
    const Island& island;
    const nsds_matrix& matrix;
    const double* q;      ///< (rows)
    const double* lower;  ///< (rows) bounds of z
    const double* upper;  ///< (rows)
    const double* floor;  ///< (rows) what of q is rounding; null: nothing is known
    const double* units;  ///< (rows) what one of z is, where outputs are among the unknowns; null: 1
    double* z;            ///< (rows) in/out
    const nsds_options* options;
    nsds_workspace* workspace;
    nsds_report* report;
  };

  const LawRows& laws() const { return laws_; }
  const Delassus& delassus() const { return delassus_; }

 private:
  /// A memory is what numerics keeps of the matrix of an island from one solve to the next.
  struct Memory {
    numerics::Workspace workspace;
    std::size_t island = 0;                  // that it has seen last
    nsds_reuse unchanged = NSDS_REUSE_NONE;  // of that island's matrix
  };
  /// Only so many islands have a memory of their own, and the last one serves all others too: the memory of
  /// thousands would push the rest out of the caches.
  static constexpr std::size_t memories = 8;

  /// Calls the solver of the class.
  virtual void solveIsland(const Call& call) = 0;
  /// Prepares what else depends on the active relations when they changed; laws() are read already.
  virtual void analyse() {}
  /// Prepares again what depends on the numbers of sets that vary; laws() have the present ones.
  virtual void takeMovedSets() {}
  /// True if each row of the island has its own interval.
  virtual bool rowByRow(const Island&) const { return true; }
  /// Adds what the problem has beside M and q.
  virtual void describe(const Island& island, ProblemCopy& copy) const = 0;

  void makePivots();
  OutputPivot* pivotOf(std::size_t island) {
    return pivots_.empty() || pivotOf_[island] < 0 ? nullptr
                                                   : &pivots_[static_cast<std::size_t>(pivotOf_[island])];
  }
  void assertReuse(nsds_reuse unchanged);
  void prepare(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change);
  bool solveAsRow(std::size_t index, SolverOutcome& outcome);
  void giveToNumerics(std::size_t index, SolverOutcome& outcome);
  void solvePivoted(std::size_t index, OutputPivot& pivot, SolverOutcome& outcome);
  bool solveAsOutputRow(std::size_t index, const OutputPivot& pivot, SolverOutcome& outcome);
  const double* floorsOf(const Island& island);
  void solveAgain(std::size_t index, Call call);
  void call(std::size_t index, const nsds_matrix& matrix, const double* q, double* z, OutputPivot* pivot,
            SolverOutcome& outcome);
  bool solveDependent(std::size_t index, Call call, bool again);
  void shareAmongJoints(const Call& call);
  void tellInClosedForm(std::size_t index, const RowSolution& solution, SolverOutcome& outcome);
  void describePivoted(std::size_t index, ProblemCopy& copy) const;
  bool speaksOf(std::size_t island, SolverStatus status, double residual, SolverOutcome& outcome);

  const char* name_;
  nsds_class class_;
  Solver solver_;
  numerics::Options options_;
  std::string_view solverName_;  // from the registry: outlives a change of the solver, as outcomes do
  std::array<Memory, memories> memories_;
  Delassus delassus_;
  LawRows laws_;
  std::vector<double> q_;  // island order
  std::vector<double> z_;
  DependentJoints dependent_;
  std::vector<double> start_;  // of one island whose joints depend on each other
  /// What solve was given last.
  struct Given {
    const CondensedOperator* condensed = nullptr;
    const IndexSet* active = nullptr;
  };
  Given given_;
  std::vector<double> floors_;         // of one island
  std::vector<OutputPivot> pivots_;    // of islands with rows whose set is one of the output
  std::vector<std::int32_t> pivotOf_;  // (islands) -1: there is none; empty if there are no pivots
  double tolerance_ = 0.0;
  numerics::Report report_;  // of the last island given to numerics
  std::string message_;      // of the island the outcome speaks of
  std::size_t worstIsland_ = 0;
  nsds_reuse claimed_ = NSDS_REUSE_NONE;  // what the options say is unchanged
  bool evaluated_ = false;
};

}  // namespace nsds

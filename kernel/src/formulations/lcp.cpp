#include "nsds/kernel/formulations/lcp.hpp"

#include <fmt/format.h>

#include <cstring>

#include "formulations/delassus.hpp"
#include "formulations/numerics_options.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds {

struct LCP::Implementation {
  explicit Implementation(const Solver& chosen)
      : solver(chosen),
        options(makeOptions(NSDS_CLASS_LCP, chosen)),
        solverName(nsds_solver_find(NSDS_CLASS_LCP, chosen.name().c_str())->name) {}

  nsds_lcp problem(const Delassus::Island& island, const nsds_matrix& matrix) const;
  void assertReuse(bool values);
  void solveIsland(std::size_t index, SolverOutcome& outcome);

  Solver solver;
  numerics::Options options;
  const char* solverName;  // from the registry: outlives a change of the solver, as outcomes do
  numerics::Workspace workspace;
  Delassus delassus;
  std::vector<double> q;  // island order
  std::vector<double> z;
  numerics::Report worst;  // of the island the outcome speaks of
  std::size_t worstIsland = 0;
  bool reusing = false;
  bool evaluated = false;
};

LCP::LCP() : LCP(Solver("lemke")) {}
LCP::LCP(const Solver& solver) : implementation_(std::make_unique<Implementation>(solver)) {}
LCP::~LCP() = default;
LCP::LCP(LCP&&) noexcept = default;
LCP& LCP::operator=(LCP&&) noexcept = default;

void LCP::checkLaw(const Interaction& interaction) const {
  if (std::holds_alternative<OrthantSet>(interaction.law().admissibleSet())) return;
  throw InvalidArgument(
      fmt::format("the LCP formulation takes laws whose multiplier lies in the orthant; {} of {} has "
                  "another admissible set",
                  interaction.law().name(), interaction.name()));
}

const Solver& LCP::solver() const {
  return implementation_->solver;
}

void LCP::setSolver(const Solver& solver) {
  numerics::Options options = makeOptions(NSDS_CLASS_LCP, solver);
  implementation_->solverName = nsds_solver_find(NSDS_CLASS_LCP, solver.name().c_str())->name;
  implementation_->options = std::move(options);
  implementation_->solver = solver;
  implementation_->reusing = false;
}

nsds_lcp LCP::Implementation::problem(const Delassus::Island& island, const nsds_matrix& matrix) const {
  nsds_lcp lcp;
  nsds_lcp_init(&lcp);
  lcp.size = island.rows;
  lcp.M = &matrix;
  lcp.q = q.data() + island.firstRow;
  return lcp;
}

void LCP::Implementation::assertReuse(bool values) {
  if (values == reusing) return;
  nsds_options_set_choice(options.get(), "reuse", values ? "values" : "none");
  reusing = values;
}

void LCP::Implementation::solveIsland(std::size_t index, SolverOutcome& outcome) {
  const Delassus::Island& island = delassus.islands()[index];
  const nsds_matrix matrix = delassus.matrix(island);
  const nsds_lcp lcp = problem(island, matrix);
  numerics::Report report;
  nsds_lcp_solve(&lcp, z.data() + island.firstRow, nullptr, options.get(), workspace.get(), &report);
  outcome.iterations += report.iterations;
  const bool worse = worst.status == NSDS_OK &&
                     (report.status != NSDS_OK || report.residual.value > worst.residual.value || index == 0);
  if (!worse) return;
  worst = report;
  worstIsland = index;
}

SolverOutcome LCP::solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                         const double* w, double* lambda) {
  Implementation& self = *implementation_;
  if (change == ProblemChange::structure || !self.evaluated) {
    self.delassus.analyse(condensed, active);
    self.q.resize(self.delassus.activeRows().size());
    self.z.resize(self.q.size());
  }
  if (change != ProblemChange::vectors || !self.evaluated) self.delassus.evaluate(condensed);
  // The workspace remembers one matrix: what it knows is of use only if there is one island.
  self.assertReuse(change == ProblemChange::vectors && self.evaluated && self.delassus.islands().size() == 1);
  self.evaluated = true;

  const std::vector<std::int32_t>& rows = self.delassus.activeRows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    self.q[i] = w[rows[i]];
    self.z[i] = lambda[rows[i]];
  }
  SolverOutcome outcome;
  self.worst = numerics::Report();
  self.worstIsland = 0;
  for (std::size_t t = 0; t < self.delassus.islands().size(); ++t) self.solveIsland(t, outcome);
  for (std::size_t i = 0; i < rows.size(); ++i) lambda[rows[i]] = self.z[i];

  outcome.status = static_cast<SolverStatus>(self.worst.status);
  outcome.solver = self.solverName;
  outcome.message = self.worst.message;
  outcome.residual = self.worst.residual.value;
  outcome.roundoffFloor = self.worst.residual.roundoff_floor;
  outcome.tolerance = self.worst.tolerance;
  outcome.islands = static_cast<int>(self.delassus.islands().size());
  return outcome;
}

ProblemCopy LCP::copyProblem() const {
  const Implementation& self = *implementation_;
  if (self.delassus.islands().empty()) throw Error("the LCP formulation was given no problem yet");
  const Delassus::Island& island = self.delassus.islands()[self.worstIsland];
  const nsds_matrix matrix = self.delassus.matrix(island);
  nsds_matrix* dense = nullptr;
  if (nsds_matrix_convert(&matrix, NSDS_DENSE, 0, &dense) != NSDS_OK) throw std::bad_alloc();
  const std::unique_ptr<nsds_matrix, void (*)(nsds_matrix*)> owner(dense, nsds_matrix_free);
  ProblemCopy copy{"lcp", Matrix(island.rows, island.rows), Vector(island.rows)};
  for (Index j = 0; j < island.rows; ++j) {
    const double* column = dense->as.dense.values + j * dense->as.dense.leading_dimension;
    std::copy_n(column, island.rows, copy.M.col(j).data());
  }
  std::copy_n(self.q.data() + island.firstRow, island.rows, copy.q.data());
  return copy;
}

void LCP::clearWorkspaces() {
  implementation_->workspace.clear();
  implementation_->evaluated = false;
}

}  // namespace nsds

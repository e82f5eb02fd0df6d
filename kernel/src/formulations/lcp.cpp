#include "nsds/kernel/formulations/lcp.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "formulations/delassus.hpp"
#include "formulations/numerics_options.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds {

namespace {

double toleranceOf(const numerics::Options& options) {
  double tolerance = 0.0;
  nsds_options_get_double(options.get(), "tolerance", &tolerance);
  return tolerance;
}

/// m z + q >= 0, z >= 0, z (m z + q) = 0 in closed form, and its class residual. NaN: no solution of finite
/// numbers.
struct RowSolution {
  double z;
  double residual;
};
RowSolution solveRow(double m, double q) {
  if (q >= 0.0) return {0.0, 0.0 * (q + m)};
  const double z = m > 0.0 ? -q / m : std::numeric_limits<double>::quiet_NaN();
  // In units of |q| and |q| / m: z is 1 and w is rounding.
  return {z, std::abs((m * z + q) / q)};
}

}  // namespace

struct LCP::Implementation {
  explicit Implementation(const Solver& chosen)
      : solver(chosen),
        options(makeOptions(NSDS_CLASS_LCP, chosen)),
        solverName(nsds_solver_find(NSDS_CLASS_LCP, chosen.name().c_str())->name),
        tolerance(toleranceOf(options)) {
    message.reserve(sizeof report.message);
  }

  nsds_lcp problem(const Delassus::Island& island, const nsds_matrix& matrix) const;
  void assertReuse(bool values);
  void prepare(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change);
  bool solveRow(std::size_t index, SolverOutcome& outcome);
  void solveIsland(std::size_t index, SolverOutcome& outcome);
  bool speaksOf(std::size_t island, SolverStatus status, double residual, SolverOutcome& outcome);

  Solver solver;
  numerics::Options options;
  const char* solverName;  // from the registry: outlives a change of the solver, as outcomes do
  numerics::Workspace workspace;
  Delassus delassus;
  std::vector<double> q;  // island order
  std::vector<double> z;
  double tolerance = 0.0;
  numerics::Report report;  // of the last island given to numerics
  std::string message;      // of the island the outcome speaks of
  std::size_t worstIsland = 0;
  bool reusing = false;     // the options claim that the matrix is unchanged
  bool remembered = false;  // it is: the workspace has seen the present one last
  bool evaluated = false;
};

LCP::LCP() : LCP(Solver("auto")) {}
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
  implementation_->tolerance = toleranceOf(implementation_->options);
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

/// Does the outcome speak of this island? Of the first that was not solved, else of the largest residual.
bool LCP::Implementation::speaksOf(std::size_t island, SolverStatus status, double residual,
                                   SolverOutcome& outcome) {
  const bool worse = outcome.status == SolverStatus::ok &&
                     (status != SolverStatus::ok || residual > outcome.residual || island == 0);
  if (!worse) return false;
  outcome.status = status;
  outcome.residual = residual;
  worstIsland = island;
  return true;
}

/// False if the row is left to the solver, which finds words for what is wrong with it.
bool LCP::Implementation::solveRow(std::size_t index, SolverOutcome& outcome) {
  const Delassus::Island& island = delassus.islands()[index];
  const auto row = static_cast<std::size_t>(island.firstRow);
  const RowSolution solution = nsds::solveRow(delassus.firstValue(island), q[row]);
  if (!(solution.residual <= tolerance)) return false;
  z[row] = solution.z;
  if (solution.z > 0.0) ++outcome.iterations;
  if (speaksOf(index, SolverStatus::ok, solution.residual, outcome)) {
    outcome.message = "Solved in closed form.";
    outcome.roundoffFloor = std::numeric_limits<double>::epsilon() * (solution.z > 0.0 ? 2.0 : 1.0);
  }
  return true;
}

void LCP::Implementation::solveIsland(std::size_t index, SolverOutcome& outcome) {
  const Delassus::Island& island = delassus.islands()[index];
  const nsds_matrix matrix = delassus.matrix(island);
  const nsds_lcp lcp = problem(island, matrix);
  nsds_lcp_solve(&lcp, z.data() + island.firstRow, nullptr, options.get(), workspace.get(), &report);
  // The workspace remembers one matrix: what it knows is of use only if there is one island.
  remembered = delassus.islands().size() == 1;
  outcome.iterations += report.iterations;
  if (!speaksOf(index, static_cast<SolverStatus>(report.status), report.residual.value, outcome)) return;
  outcome.message = report.message;
  if (!remembered) outcome.message = message = report.message;  // the report is that of the next island soon
  outcome.roundoffFloor = report.residual.roundoff_floor;
}

/// Brings structure and values of the Delassus matrix up to date.
void LCP::Implementation::prepare(const CondensedOperator& condensed, const IndexSet& active,
                                  ProblemChange change) {
  const bool structure = change == ProblemChange::structure || !evaluated;
  if (structure) {
    delassus.analyse(condensed, active);
    q.resize(delassus.activeRows().size());
    z.resize(q.size());
  }
  const bool values = structure || change == ProblemChange::values;
  if (values) delassus.evaluate(condensed);
  if (values) remembered = false;
  assertReuse(remembered);
  evaluated = true;
}

SolverOutcome LCP::solve(const CondensedOperator& condensed, const IndexSet& active, ProblemChange change,
                         const double* w, double* lambda) {
  Implementation& self = *implementation_;
  self.prepare(condensed, active, change);
  const std::vector<std::int32_t>& rows = self.delassus.activeRows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    self.q[i] = w[rows[i]];
    self.z[i] = lambda[rows[i]];
  }
  SolverOutcome outcome;
  outcome.solver = self.solverName;
  outcome.tolerance = self.tolerance;
  outcome.islands = static_cast<int>(self.delassus.islands().size());
  self.worstIsland = 0;
  for (std::size_t t = 0; t < self.delassus.islands().size(); ++t) {
    if (self.delassus.islands()[t].rows == 1 && self.solveRow(t, outcome)) continue;
    self.solveIsland(t, outcome);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) lambda[rows[i]] = self.z[i];
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
  implementation_->remembered = false;
  implementation_->evaluated = false;
}

}  // namespace nsds

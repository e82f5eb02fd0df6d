#include "formulations/islandwise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>

#include "formulations/numerics_options.hpp"
#include "formulations/row_solution.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/numerics/cpp/error.hpp"

namespace nsds {

namespace {

/// An output that decays from step to step to less than this, in whatever unit, is zero: the units that
/// numerics derives from it would leave the range of numbers.
constexpr double vanishing = 1e-200;

double toleranceOf(const numerics::Options& options) {
  double tolerance = 0.0;
  nsds_options_get_double(options.get(), "tolerance", &tolerance);
  return tolerance;
}

std::string_view registeredName(nsds_class problemClass, const Solver& solver) {
  return nsds_solver_find(problemClass, solver.name().c_str())->name;
}

}  // namespace

IslandwiseProblem::Implementation::Implementation(const char* name, nsds_class problemClass,
                                                  const Solver& solver)
    : name_(name),
      class_(problemClass),
      solver_(solver),
      options_(makeOptions(problemClass, solver)),
      solverName_(registeredName(problemClass, solver)),
      tolerance_(toleranceOf(options_)) {
  message_.reserve(sizeof report_.message);
}

void IslandwiseProblem::Implementation::setSolver(const Solver& solver) {
  numerics::Options options = makeOptions(class_, solver);
  solverName_ = registeredName(class_, solver);
  options_ = std::move(options);
  tolerance_ = toleranceOf(options_);
  solver_ = solver;
  claimed_ = NSDS_REUSE_NONE;
}

void IslandwiseProblem::Implementation::assertReuse(nsds_reuse unchanged) {
  if (unchanged == claimed_) return;
  constexpr std::array<const char*, 3> names{"none", "structure", "values"};
  nsds_options_set_choice(options_.get(), "reuse", names.at(unchanged));
  claimed_ = unchanged;
}

/// Does the outcome speak of this island? Of the first that was not solved, else of the largest residual.
bool IslandwiseProblem::Implementation::speaksOf(std::size_t island, SolverStatus status, double residual,
                                                 SolverOutcome& outcome) {
  const bool worse = outcome.status == SolverStatus::ok &&
                     (status != SolverStatus::ok || residual > outcome.residual || island == 0);
  if (!worse) return false;
  outcome.status = status;
  outcome.residual = residual;
  worstIsland_ = island;
  return true;
}

/// False if the row is left to the solver, which finds words for what is wrong with it.
bool IslandwiseProblem::Implementation::solveAsRow(std::size_t index, SolverOutcome& outcome) {
  const Island& island = delassus_.islands()[index];
  if (island.rows != 1 || !rowByRow(island)) return false;
  const auto row = static_cast<std::size_t>(island.firstRow);
  const RowSolution solution =
      solveRow(delassus_.firstValue(island), q_[row], laws_.lower[row], laws_.upper[row]);
  if (!(solution.residual <= tolerance_)) return false;
  z_[row] = solution.z;
  if (solution.z != 0.0) ++outcome.iterations;
  if (speaksOf(index, SolverStatus::ok, solution.residual, outcome)) {
    outcome.solver = "closed_form";
    outcome.message = "Solved in closed form.";
    outcome.roundoffFloor = solution.roundoffFloor;
  }
  return true;
}

void IslandwiseProblem::Implementation::giveToNumerics(std::size_t index, SolverOutcome& outcome) {
  const Island& island = delassus_.islands()[index];
  const nsds_matrix matrix = delassus_.matrix(island);
  Memory& memory = memories_.at(std::min(index, memories - 1));
  assertReuse(memory.island == index ? memory.unchanged : NSDS_REUSE_NONE);
  solveIsland({island, matrix, q_.data() + island.firstRow, z_.data() + island.firstRow, options_.get(),
               memory.workspace.get(), &report_});
  memory.island = index;
  memory.unchanged = NSDS_REUSE_VALUES;
  outcome.iterations += report_.iterations;
  if (!speaksOf(index, static_cast<SolverStatus>(report_.status), report_.residual.value, outcome)) return;
  outcome.solver = solverName_;
  outcome.message = report_.message;
  // The report is that of the next island soon.
  if (delassus_.islands().size() > 1) outcome.message = message_ = report_.message;
  outcome.roundoffFloor = report_.residual.roundoff_floor;
}

/// Brings structure and values of the Delassus matrix up to date.
void IslandwiseProblem::Implementation::prepare(const CondensedOperator& condensed, const IndexSet& active,
                                                ProblemChange change) {
  const bool structure = change == ProblemChange::structure || !evaluated_;
  if (structure) {
    delassus_.analyse(condensed, active);
    q_.resize(delassus_.activeRows().size());
    z_.resize(q_.size());
    laws_.read(delassus_, active);
    analyse();
  } else {
    laws_.refresh();
  }
  const bool values = structure || change == ProblemChange::values;
  if (values) {
    delassus_.evaluate(condensed);
    const nsds_reuse unchanged = structure ? NSDS_REUSE_NONE : NSDS_REUSE_STRUCTURE;
    for (Memory& memory : memories_) memory.unchanged = std::min(memory.unchanged, unchanged);
  }
  evaluated_ = true;
}

SolverOutcome IslandwiseProblem::Implementation::solve(const CondensedOperator& condensed,
                                                       const IndexSet& active, ProblemChange change,
                                                       const double* w, double* lambda) {
  prepare(condensed, active, change);
  const std::vector<std::int32_t>& rows = delassus_.activeRows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double output = w[rows[i]];
    q_[i] = std::abs(output) < vanishing ? 0.0 : output;
    z_[i] = lambda[rows[i]];
  }
  SolverOutcome outcome;
  outcome.solver = solverName_;
  outcome.tolerance = tolerance_;
  outcome.islands = static_cast<int>(delassus_.islands().size());
  worstIsland_ = 0;
  for (std::size_t t = 0; t < delassus_.islands().size(); ++t) {
    if (!solveAsRow(t, outcome)) giveToNumerics(t, outcome);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) lambda[rows[i]] = z_[i];
  return outcome;
}

ProblemCopy IslandwiseProblem::Implementation::copyProblem() const {
  if (delassus_.islands().empty())
    throw Error("the formulation " + std::string(name_) + " was given no problem yet");
  const Island& island = delassus_.islands()[worstIsland_];
  const nsds_matrix matrix = delassus_.matrix(island);
  nsds_matrix* dense = nullptr;
  if (nsds_matrix_convert(&matrix, NSDS_DENSE, 0, &dense) != NSDS_OK) throw std::bad_alloc();
  const std::unique_ptr<nsds_matrix, void (*)(nsds_matrix*)> owner(dense, nsds_matrix_free);
  ProblemCopy copy;
  copy.problemClass = nsds_class_name(class_);
  copy.interactions = namesOf(std::span(laws_.interactions)
                                  .subspan(static_cast<std::size_t>(island.firstRelation),
                                           static_cast<std::size_t>(island.relations)));
  copy.M.resize(island.rows, island.rows);
  for (Index j = 0; j < island.rows; ++j) {
    const double* column = dense->as.dense.values + j * dense->as.dense.leading_dimension;
    std::copy_n(column, island.rows, copy.M.col(j).data());
  }
  copy.q = VectorView(q_.data() + island.firstRow, island.rows);
  describe(island, copy);
  return copy;
}

void IslandwiseProblem::Implementation::clearWorkspaces() {
  for (Memory& memory : memories_) {
    memory.workspace.clear();
    memory.unchanged = NSDS_REUSE_NONE;
  }
  evaluated_ = false;
}

}  // namespace nsds

#include "formulations/islandwise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <new>

#include "formulations/numerics_options.hpp"
#include "formulations/row_solution.hpp"
#include "linalg/numbers.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/numerics/cpp/error.hpp"

namespace nsds {

namespace {

/// An output that decays from step to step to less than this, in whatever unit, is zero: the units that
/// numerics derives from it would leave the range of numbers.
constexpr double vanishing = 1e-200;

constexpr std::int32_t rowsAtSight = 4;  // that are solved without a word of their rounding unless that fails

double toleranceOf(const numerics::Options& options) {
  double tolerance = 0.0;
  nsds_options_get_double(options.get(), "tolerance", &tolerance);
  return tolerance;
}

/// Contact problems that are judged otherwise than by the contract have no floors.
bool isByContract(const numerics::Options& options) {
  const char* norm = nullptr;
  return nsds_options_get_choice(options.get(), "norm", &norm) != NSDS_OK ||
         std::string_view(norm) == "contract";
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
  tellInClosedForm(index, solution, outcome);
  return true;
}

void IslandwiseProblem::Implementation::tellInClosedForm(std::size_t index, const RowSolution& solution,
                                                         SolverOutcome& outcome) {
  if (solution.z != 0.0) ++outcome.iterations;
  if (speaksOf(index, SolverStatus::ok, solution.residual, outcome)) {
    outcome.solver = "closed_form";
    outcome.message = "Solved in closed form.";
    outcome.roundoffFloor = solution.roundoffFloor;
  }
}

void IslandwiseProblem::Implementation::giveToNumerics(std::size_t index, SolverOutcome& outcome) {
  const Island& island = delassus_.islands()[index];
  call(index, delassus_.matrix(island), q_.data() + island.firstRow, z_.data() + island.firstRow, nullptr,
       outcome);
}

/// The row in closed form: λ = (w - q) / W, with w in the interval. False as solveAsRow.
bool IslandwiseProblem::Implementation::solveAsOutputRow(std::size_t index, const OutputPivot& pivot,
                                                         SolverOutcome& outcome) {
  const Island& island = delassus_.islands()[index];
  if (!pivot.regular() || island.rows != 1 || !rowByRow(island)) return false;
  const auto row = static_cast<std::size_t>(island.firstRow);
  const double W = delassus_.firstValue(island);
  const RowSolution solution = solveRow(1.0 / W, -q_[row] / W, laws_.lower[row], laws_.upper[row]);
  if (!(solution.residual <= tolerance_)) return false;
  z_[row] = (solution.z - q_[row]) / W;
  tellInClosedForm(index, solution, outcome);
  return true;
}

/// Outputs take the places of multipliers among the unknowns.
void IslandwiseProblem::Implementation::solvePivoted(std::size_t index, OutputPivot& pivot,
                                                     SolverOutcome& outcome) {
  if (solveAsOutputRow(index, pivot, outcome)) return;
  if (!pivot.regular()) {
    if (!speaksOf(index, SolverStatus::singular, infinity, outcome)) return;
    outcome.message =
        "Outputs that are to stay in sets depend on each other, or on no multiplier: their part of the "
        "matrix "
        "C W⁻¹ B + D is singular. State sets of one output as one law, an intersection or a polyhedron.";
    return;
  }
  const Island& island = delassus_.islands()[index];
  const Vector& p = pivot.begin(q_.data() + island.firstRow, laws_.lower.data() + island.firstRow,
                                laws_.upper.data() + island.firstRow);
  Vector& z = pivot.unknowns(z_.data() + island.firstRow);
  const nsds_matrix S = nsds_matrix_dense(island.rows, island.rows, pivot.S().data(), island.rows);
  call(index, S, p.data(), z.data(), &pivot, outcome);
  pivot.multipliers(z_.data() + island.firstRow);
}

/// Solves an island whose joints depend on each other. again: it was not solved as it is. False where it is not one, or not
/// solved either; the report is then that of before.
bool IslandwiseProblem::Implementation::solveDependent(std::size_t index, Call call, bool again) {
  if (class_ != NSDS_CLASS_EQUALITY && class_ != NSDS_CLASS_MLCP) return false;
  const auto rows = static_cast<std::size_t>(call.island.rows);
  if (!dependent_.apply(
          {index, call.matrix, call.q, call.floor, {call.lower, rows}, {call.upper, rows}, tolerance_},
          again))
    return false;
  start_.assign(call.z, call.z + rows);
  const numerics::Report before = report_;
  dependent_.start(call.z);
  call.q = dependent_.q();
  call.floor = dependent_.floor();
  solveIsland(call);
  if (report_.status != NSDS_OK) {
    std::copy(start_.begin(), start_.end(), call.z);
    report_ = before;
    return false;
  }
  // The start of joints alone is their share already.
  if (!dependent_.areAllJoints() || report_.iterations > 0) shareAmongJoints(call);
  std::snprintf(report_.message, sizeof report_.message,
                "Solved; %td of the rows of joints say what others say, and share their multipliers.",
                dependent_.dependent());
  return true;
}

/// Gives joints that depend on each other their share, where that solves the island as well: it is judged again, and a start that is a
/// solution is returned as it is. If not, the solution stays that was found.
void IslandwiseProblem::Implementation::shareAmongJoints(const Call& call) {
  const auto rows = static_cast<std::size_t>(call.island.rows);
  start_.assign(call.z, call.z + rows);
  const numerics::Report found = report_;
  dependent_.share(call.z);
  solveIsland(call);
  const bool stays = report_.status == NSDS_OK && report_.iterations == 0;
  if (!stays) {
    std::copy(start_.begin(), start_.end(), call.z);
    report_ = found;
  }
  report_.iterations = found.iterations;
}

/// Asks what was not asked before: the rounding of few rows, and whether joints depend on each other.
void IslandwiseProblem::Implementation::solveAgain(std::size_t index, Call call) {
  if (call.floor == nullptr && (call.floor = floorsOf(call.island)) != nullptr) solveIsland(call);
  if (report_.status != NSDS_OK) solveDependent(index, call, true);
}

/// Gives the problem of an island to the solver of the class. pivot: null unless outputs are among the unknowns.
void IslandwiseProblem::Implementation::call(std::size_t index, const nsds_matrix& matrix, const double* q,
                                             double* z, OutputPivot* pivot, SolverOutcome& outcome) {
  const Island& island = delassus_.islands()[index];
  const double* lower = laws_.lower.data() + island.firstRow;
  const double* upper = laws_.upper.data() + island.firstRow;
  const double* units = nullptr;
  if (pivot != nullptr) {
    lower = pivot->lower().data();
    upper = pivot->upper().data();
    units = pivot->units().data();
  }
  Memory& memory = memories_.at(std::min(index, memories - 1));
  assertReuse(memory.island == index ? memory.unchanged : NSDS_REUSE_NONE);
  Call given{island,  matrix, q, lower, upper, nullptr, units, z, options_.get(), memory.workspace.get(),
             &report_};
  const OutputRounding* const rounding = given_.condensed->rounding;
  const bool isContact =
      class_ == NSDS_CLASS_FRICTION_CONTACT || class_ == NSDS_CLASS_ROLLING_FRICTION_CONTACT;
  const bool atOnce =
      island.rows > rowsAtSight && !isContact && rounding != nullptr && rounding->isAskedAtOnce();
  if (pivot == nullptr && atOnce) given.floor = floorsOf(island);
  if (pivot != nullptr || !solveDependent(index, given, false)) solveIsland(given);
  if (pivot == nullptr && report_.status != NSDS_OK) solveAgain(index, given);
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

/// Islands with rows whose set is one of the output have those exchanged for their multipliers.
void IslandwiseProblem::Implementation::makePivots() {
  pivots_.clear();
  pivotOf_.clear();
  if (laws_.outputs.empty()) return;
  auto next = laws_.outputs.begin();
  for (const Island& island : delassus_.islands()) {
    std::vector<Index> outputs;
    for (; next != laws_.outputs.end() && *next < island.firstRow + island.rows; ++next)
      outputs.push_back(*next - island.firstRow);
    pivotOf_.push_back(outputs.empty() ? -1 : static_cast<std::int32_t>(pivots_.size()));
    if (outputs.empty()) continue;
    const auto sizes = laws_.rows.begin() + island.firstRelation;
    pivots_.emplace_back(std::move(outputs), std::vector<Index>(sizes, sizes + island.relations));
  }
}

/// Brings structure and values of the Delassus matrix up to date.
void IslandwiseProblem::Implementation::prepare(const CondensedOperator& condensed, const IndexSet& active,
                                                ProblemChange change) {
  const bool structure = change == ProblemChange::structure || !evaluated_;
  if (structure) {
    delassus_.analyse(condensed, active);
    q_.resize(delassus_.activeRows().size());
    floors_.reserve(q_.size());
    z_.resize(q_.size());
    laws_.read(delassus_, active, condensed);
    dependent_.reset(delassus_.islands().size());
    makePivots();
    analyse();
  } else if (laws_.refresh(condensed)) {
    takeMovedSets();
    // Matrices of polyhedra are matrices of the problem.
    for (Memory& memory : memories_)
      if (!laws_.polyhedra.empty()) memory.unchanged = NSDS_REUSE_NONE;
  }
  const bool values = structure || change == ProblemChange::values;
  if (values) {
    delassus_.evaluate(condensed);
    laws_.unknowns.scale(delassus_);
    const nsds_reuse unchanged = structure ? NSDS_REUSE_NONE : NSDS_REUSE_STRUCTURE;
    for (Memory& memory : memories_) memory.unchanged = std::min(memory.unchanged, unchanged);
    for (std::size_t t = 0; t < pivotOf_.size(); ++t)
      if (OutputPivot* const pivot = pivotOf(t)) pivot->evaluate(delassus_.matrix(delassus_.islands()[t]));
  }
  evaluated_ = true;
}

/// Tells what of the free output of an island is rounding. Null where that is not known, or the class does not ask.
const double* IslandwiseProblem::Implementation::floorsOf(const Island& island) {
  const OutputRounding* const rounding = given_.condensed->rounding;
  const bool isContact =
      class_ == NSDS_CLASS_FRICTION_CONTACT || class_ == NSDS_CLASS_ROLLING_FRICTION_CONTACT;
  const bool asks = class_ == NSDS_CLASS_LCP || class_ == NSDS_CLASS_MLCP || class_ == NSDS_CLASS_RELAY ||
                    class_ == NSDS_CLASS_EQUALITY || (isContact && isByContract(options_));
  if (!asks || rounding == nullptr) return nullptr;
  floors_.clear();
  for (std::int32_t k = island.firstRelation; k < island.firstRelation + island.relations; ++k) {
    const UnitaryRelation& relation =
        (*given_.active)[static_cast<std::size_t>(delassus_.order()[static_cast<std::size_t>(k)])];
    const CondensedInteraction& interaction =
        given_.condensed->interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r)
      floors_.push_back(rounding->of(interaction, relation.rowInInteraction + r));
  }
  return floors_.data();
}

SolverOutcome IslandwiseProblem::Implementation::solve(const CondensedOperator& condensed,
                                                       const IndexSet& active, ProblemChange change,
                                                       const double* w, double* lambda) {
  given_ = {&condensed, &active};
  prepare(condensed, active, change);
  const std::vector<std::int32_t>& rows = delassus_.activeRows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double output = w[rows[i]];
    q_[i] = std::abs(output) < vanishing ? 0.0 : output;
    z_[i] = lambda[rows[i]];
  }
  if (!laws_.unknowns.empty()) laws_.unknowns.enter(delassus_, q_, z_);
  SolverOutcome outcome;
  outcome.solver = solverName_;
  outcome.tolerance = tolerance_;
  outcome.islands = static_cast<int>(delassus_.islands().size());
  worstIsland_ = 0;
  for (std::size_t t = 0; t < delassus_.islands().size(); ++t) {
    if (OutputPivot* const pivot = pivotOf(t)) {
      solvePivoted(t, *pivot, outcome);
    } else if (!solveAsRow(t, outcome)) {
      giveToNumerics(t, outcome);
    }
  }
  if (!laws_.unknowns.empty()) laws_.unknowns.leave(z_);
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
  describePivoted(worstIsland_, copy);
  return copy;
}

/// Where outputs are among the unknowns the problem is the one in their units.
void IslandwiseProblem::Implementation::describePivoted(std::size_t index, ProblemCopy& copy) const {
  if (pivots_.empty() || pivotOf_[index] < 0) return;
  const OutputPivot& pivot = pivots_[static_cast<std::size_t>(pivotOf_[index])];
  if (!pivot.regular()) return;
  copy.M = pivot.S();
  copy.q = pivot.offset();
  if (copy.lower.size() > 0) copy.lower = pivot.lower();
  if (copy.upper.size() > 0) copy.upper = pivot.upper();
  if (copy.A.rows() > 0) copy.A = copy.A * pivot.units().asDiagonal();
}

void IslandwiseProblem::Implementation::clearWorkspaces() {
  for (Memory& memory : memories_) {
    memory.workspace.clear();
    memory.unchanged = NSDS_REUSE_NONE;
  }
  evaluated_ = false;
}

}  // namespace nsds

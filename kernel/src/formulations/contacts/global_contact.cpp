#include "formulations/contacts/global_contact.hpp"

#include <algorithm>

#include "compiled_model/condensation.hpp"
#include "formulations/law_rows.hpp"
#include "formulations/numerics_options.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

void GlobalContactProblem::Implementation::Columns::clear() {
  starts.assign(1, 0);
  rows.clear();
  values.clear();
}

void GlobalContactProblem::Implementation::Columns::add(std::int32_t row, double value) {
  rows.push_back(row);
  values.push_back(value);
}

nsds_matrix GlobalContactProblem::Implementation::Columns::view(std::int32_t rowCount) const {
  return nsds_matrix_csc(rowCount, static_cast<std::int32_t>(starts.size()) - 1, starts.data(), rows.data(),
                         values.data());
}

Matrix GlobalContactProblem::Implementation::Columns::dense(Index rowCount) const {
  Matrix result = Matrix::Zero(rowCount, std::ssize(starts) - 1);
  for (Index j = 0; j < result.cols(); ++j) {
    const auto column = static_cast<std::size_t>(j);
    for (auto k = static_cast<std::size_t>(starts[column]); k < static_cast<std::size_t>(starts[column + 1]);
         ++k)
      result(rows[k], j) = values[k];
  }
  return result;
}

/// Transposes a matrix: the equalities are appended as columns of Gᵀ, and the solver reads G.
GlobalContactProblem::Implementation::Columns GlobalContactProblem::Implementation::transposed(
    const Columns& columns, std::int32_t rowCount) {
  Columns result;
  result.starts.assign(static_cast<std::size_t>(rowCount) + 1, 0);
  for (const std::int32_t row : columns.rows) ++result.starts[static_cast<std::size_t>(row) + 1];
  for (std::size_t i = 1; i < result.starts.size(); ++i) result.starts[i] += result.starts[i - 1];
  std::vector<std::int32_t> next(result.starts.begin(), result.starts.end() - 1);
  result.rows.resize(columns.rows.size());
  result.values.resize(columns.rows.size());
  for (std::size_t column = 0; column + 1 < columns.starts.size(); ++column) {
    for (std::int32_t k = columns.starts[column]; k < columns.starts[column + 1]; ++k) {
      const auto at = static_cast<std::size_t>(
          next[static_cast<std::size_t>(columns.rows[static_cast<std::size_t>(k)])]++);
      result.rows[at] = static_cast<std::int32_t>(column);
      result.values[at] = columns.values[static_cast<std::size_t>(k)];
    }
  }
  return result;
}

GlobalContactProblem::Implementation::Implementation(const char* name, nsds_class problemClass,
                                                     const Solver& solver)
    : name_(name),
      class_(problemClass),
      solver_(solver),
      options_(makeOptions(problemClass, solver)),
      solverName_(nsds_solver_find(problemClass, solver.name().c_str())->name) {}

void GlobalContactProblem::Implementation::setSolver(const Solver& solver) {
  numerics::Options options = makeOptions(class_, solver);
  solverName_ = nsds_solver_find(class_, solver.name().c_str())->name;
  options_ = std::move(options);
  solver_ = solver;
}

bool GlobalContactProblem::Implementation::isContact(const UnitaryRelation& relation) const {
  return isContact(relation.interaction->law().admissibleSet());
}

void GlobalContactProblem::Implementation::addRelation(const CondensedOperator& condensed,
                                                       const UnitaryRelation& relation,
                                                       Columns& columns) const {
  const CondensedInteraction& record =
      condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
  for (std::int32_t k = 0; k < relation.rows; ++k) {
    for (const CondensedTerm& term : termsOf(condensed, record)) {
      const double* const left = leftOf(condensed, term, relation.rowInInteraction + k);
      const std::int32_t row = first_[static_cast<std::size_t>(term.system)];
      for (std::int32_t i = 0; i < term.size; ++i) {
        if (left[i] != 0.0 && condensed.held[static_cast<std::size_t>(term.dof + i)] == 0)
          columns.add(row + i, left[i]);
      }
    }
    columns.endColumn();
  }
}

/// Assembles M, H and G of the systems that active relations touch.
void GlobalContactProblem::Implementation::assemble(const CondensedOperator& condensed,
                                                    const IndexSet& active) {
  // Systems that no active relation touches stay out of the problem: their velocities do not change.
  first_.assign(condensed.systems.size(), -1);
  for (const UnitaryRelation& relation : active) {
    const auto& record = condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (const CondensedTerm& term : termsOf(condensed, record))
      first_[static_cast<std::size_t>(term.system)] = 0;
  }
  // M is block diagonal with the iteration matrices of the systems, without their zeros beside the diagonal.
  for (Columns* columns : {&M_, &H_, &Gt_}) columns->clear();
  size_ = 0;
  for (std::size_t s = 0; s < first_.size(); ++s) {
    if (first_[s] < 0) continue;
    const CondensedSystem& system = condensed.systems[s];
    first_[s] = size_;
    const double* value = condensed.pool.data() + system.matrix;
    for (std::int32_t j = 0; j < system.size; ++j) {
      for (std::int32_t i = 0; i < system.size; ++i, ++value) {
        if (*value != 0.0 || i == j) M_.add(size_ + i, *value);
      }
      M_.endColumn();
    }
    size_ += system.size;
  }
  // Contacts give columns of H, equalities columns of Gᵀ.
  interactions_.clear();
  for (const UnitaryRelation& relation : active) {
    interactions_.push_back(relation.interaction);
    const bool contact = isContact(relation);
    if (contact) dimension_ = relation.rows;
    addRelation(condensed, relation, contact ? H_ : Gt_);
  }
  G_ = transposed(Gt_, size_);
  q_.assign(static_cast<std::size_t>(size_), 0.0);
  dv_.assign(static_cast<std::size_t>(size_), 0.0);
}

/// Divides the active rows into contacts, with u = Hᵀ dv + b, and equalities, with G dv = d = −w_free.
void GlobalContactProblem::Implementation::gather(const IndexSet& active, const double* w,
                                                  const double* lambda) {
  for (auto* vector : {&b_, &d_, &r_, &lambda_}) vector->clear();
  clearCoefficients();
  std::size_t row = 0;
  for (const UnitaryRelation& relation : active) {
    const AdmissibleSet set = relation.interaction->law().admissibleSet();
    const bool contact = isContact(set);
    if (contact) addCoefficients(set);
    for (std::int32_t k = 0; k < relation.rows; ++k, ++row) {
      (contact ? b_ : d_).push_back(contact ? w[row] : -w[row]);
      (contact ? r_ : lambda_).push_back(lambda[row]);
    }
  }
  // Only the multipliers are known from the last solve; the solver starts from them and from dv = 0.
  std::fill(dv_.begin(), dv_.end(), 0.0);
}

/// Gives reactions and multipliers back in the order of the active rows.
void GlobalContactProblem::Implementation::scatter(const IndexSet& active, double* lambda) const {
  auto reaction = r_.begin();
  auto equality = lambda_.begin();
  for (const UnitaryRelation& relation : active) {
    const bool contact = isContact(relation);
    for (std::int32_t k = 0; k < relation.rows; ++k) *lambda++ = contact ? *reaction++ : *equality++;
  }
}

SolverOutcome GlobalContactProblem::Implementation::solve(const CondensedOperator& condensed,
                                                          const IndexSet& active, ProblemChange change,
                                                          const double* w, double* lambda) {
  // M, H and G depend on the active set and on the matrices alone.
  if (change != ProblemChange::vectors || size_ == 0) assemble(condensed, active);
  gather(active, w, lambda);
  // The problem is M dv = q + H r + Gᵀ λ with q = 0, since dv is the change by the multipliers alone.
  solveContacts({M_.view(size_), H_.view(size_), G_.view(static_cast<std::int32_t>(d_.size()))});
  scatter(active, lambda);
  SolverOutcome outcome;
  outcome.status = static_cast<SolverStatus>(report_.status);
  outcome.solver = solverName_;
  outcome.message = report_.message;
  outcome.residual = report_.residual.value;
  outcome.roundoffFloor = report_.residual.roundoff_floor;
  nsds_options_get_double(options_.get(), "tolerance", &outcome.tolerance);
  outcome.iterations = report_.iterations;
  outcome.islands = 1;
  return outcome;
}

ProblemCopy GlobalContactProblem::Implementation::copyProblem() const {
  if (size_ == 0) throw Error("the formulation " + std::string(name_) + " was given no problem yet");
  const auto copy = [](const std::vector<double>& values) {
    return Vector(VectorView(values.data(), std::ssize(values)));
  };
  // A copy owns dense matrices, whatever the solver was given; there the equalities are A v = b, and w is the free velocity
  // of the contacts.
  ProblemCopy problem;
  problem.problemClass = nsds_class_name(class_);
  problem.interactions = namesOf(interactions_);
  problem.M = M_.dense(size_);
  problem.q = copy(q_);
  problem.H = H_.dense(size_);
  problem.w = copy(b_);
  problem.A = G_.dense(std::ssize(d_));
  problem.b = copy(d_);
  describe(problem);
  return problem;
}

void GlobalContactProblem::Implementation::clearWorkspaces() {
  workspace_.clear();
  size_ = 0;
}

}  // namespace nsds

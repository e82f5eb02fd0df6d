#include "nsds/kernel/formulations/global_friction_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "compiled_model/condensation.hpp"
#include "formulations/law_rows.hpp"
#include "formulations/law_table.hpp"
#include "formulations/numerics_options.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/global_friction_contact.h"

namespace nsds {

namespace {

/// A sparse matrix is appended to by columns.
struct Columns {
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;

  void clear() {
    starts.assign(1, 0);
    rows.clear();
    values.clear();
  }
  void add(std::int32_t row, double value) {
    rows.push_back(row);
    values.push_back(value);
  }
  void endColumn() { starts.push_back(static_cast<std::int32_t>(rows.size())); }
  nsds_matrix view(std::int32_t rowCount) const {
    return nsds_matrix_csc(rowCount, static_cast<std::int32_t>(starts.size()) - 1, starts.data(), rows.data(),
                           values.data());
  }
};

/// Transposes a matrix: the equalities are appended as columns of Gᵀ, and the solver reads G.
Columns transposed(const Columns& columns, std::int32_t rowCount) {
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

bool isContact(const UnitaryRelation& relation) {
  return std::holds_alternative<CoulombSet>(relation.interaction->law().admissibleSet());
}

}  // namespace

struct GlobalFrictionContact::Implementation {
  explicit Implementation(const Solver& chosen)
      : solver(chosen),
        options(makeOptions(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, chosen)),
        solverName(nsds_solver_find(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, chosen.name().c_str())->name) {}

  void assemble(const CondensedOperator& condensed, const IndexSet& active);
  void addRelation(const CondensedOperator& condensed, const UnitaryRelation& relation,
                   Columns& columns) const;

  Solver solver;
  numerics::Options options;
  const char* solverName;
  numerics::Workspace workspace;
  numerics::Report report;

  std::int32_t dimension = 3;
  std::vector<std::int32_t> first;  // (systems) of the condensed operator: first row in M, -1 if untouched
  std::int32_t size = 0;            // of M
  Columns M;
  Columns H;
  Columns Gt;
  Columns G;
  std::vector<const Interaction*> interactions;  // of the active relations
  std::vector<double> mu;
  std::vector<double> q;  // zero
  std::vector<double> b;  // free output of the contacts
  std::vector<double> d;  // minus that of the equalities
  std::vector<double> dv;
  std::vector<double> r;
  std::vector<double> lambda;
};

void GlobalFrictionContact::Implementation::addRelation(const CondensedOperator& condensed,
                                                        const UnitaryRelation& relation,
                                                        Columns& columns) const {
  const CondensedInteraction& record =
      condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
  for (std::int32_t k = 0; k < relation.rows; ++k) {
    for (const CondensedTerm& term : termsOf(condensed, record)) {
      const double* const left = leftOf(condensed, term, relation.rowInInteraction + k);
      const std::int32_t row = first[static_cast<std::size_t>(term.system)];
      for (std::int32_t i = 0; i < term.size; ++i) {
        if (left[i] != 0.0 && condensed.held[static_cast<std::size_t>(term.dof + i)] == 0)
          columns.add(row + i, left[i]);
      }
    }
    columns.endColumn();
  }
}

/// Assembles M, H and G of the systems that active relations touch.
void GlobalFrictionContact::Implementation::assemble(const CondensedOperator& condensed,
                                                     const IndexSet& active) {
  // Systems that no active relation touches stay out of the problem: their velocities do not change.
  first.assign(condensed.systems.size(), -1);
  for (const UnitaryRelation& relation : active) {
    const auto& record = condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (const CondensedTerm& term : termsOf(condensed, record))
      first[static_cast<std::size_t>(term.system)] = 0;
  }
  // M is block diagonal with the iteration matrices of the systems, without their zeros beside the diagonal.
  for (Columns* columns : {&M, &H, &Gt}) columns->clear();
  size = 0;
  for (std::size_t s = 0; s < first.size(); ++s) {
    if (first[s] < 0) continue;
    const CondensedSystem& system = condensed.systems[s];
    first[s] = size;
    const double* value = condensed.pool.data() + system.matrix;
    for (std::int32_t j = 0; j < system.size; ++j) {
      for (std::int32_t i = 0; i < system.size; ++i, ++value) {
        if (*value != 0.0 || i == j) M.add(size + i, *value);
      }
      M.endColumn();
    }
    size += system.size;
  }
  // Contacts give columns of H, equalities columns of Gᵀ.
  interactions.clear();
  for (const UnitaryRelation& relation : active) {
    interactions.push_back(relation.interaction);
    const bool contact = isContact(relation);
    if (contact) dimension = relation.rows;
    addRelation(condensed, relation, contact ? H : Gt);
  }
  G = transposed(Gt, size);
  q.assign(static_cast<std::size_t>(size), 0.0);
  dv.assign(static_cast<std::size_t>(size), 0.0);
}

GlobalFrictionContact::GlobalFrictionContact() : GlobalFrictionContact(Solver("auto")) {}
GlobalFrictionContact::GlobalFrictionContact(const Solver& solver)
    : implementation_(std::make_unique<Implementation>(solver)) {}
GlobalFrictionContact::~GlobalFrictionContact() = default;
GlobalFrictionContact::GlobalFrictionContact(GlobalFrictionContact&&) noexcept = default;
GlobalFrictionContact& GlobalFrictionContact::operator=(GlobalFrictionContact&&) noexcept = default;

void GlobalFrictionContact::checkLaw(const Interaction& interaction) const {
  requireLaw("GlobalFrictionContact", interaction);
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  if (relation == nullptr || relation->compliance().size() == 0) return;
  throw InvalidArgument(
      fmt::format("the formulation GlobalFrictionContact takes rigid relations; {} of {} is compliant",
                  relation->name(), interaction.name()));
}

void GlobalFrictionContact::checkLaws(std::span<const std::unique_ptr<Interaction>> interactions) const {
  const Interaction* contact = nullptr;
  for (const auto& interaction : interactions) {
    checkLaw(*interaction);
    if (!std::holds_alternative<CoulombSet>(interaction->law().admissibleSet())) continue;
    if (contact != nullptr && contact->law().blockSize() != interaction->law().blockSize()) {
      throw InvalidArgument(fmt::format(
          "the formulation GlobalFrictionContact takes contacts of one dimension: {} has {}, {} has {}",
          contact->name(), contact->law().blockSize(), interaction->name(), interaction->law().blockSize()));
    }
    contact = interaction.get();
  }
}

const Solver& GlobalFrictionContact::solver() const {
  return implementation_->solver;
}

void GlobalFrictionContact::setSolver(const Solver& solver) {
  numerics::Options options = makeOptions(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver);
  implementation_->solverName =
      nsds_solver_find(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver.name().c_str())->name;
  implementation_->options = std::move(options);
  implementation_->solver = solver;
}

SolverOutcome GlobalFrictionContact::solve(const CondensedOperator& condensed, const IndexSet& active,
                                           ProblemChange change, const double* w, double* lambda) {
  Implementation& self = *implementation_;
  // M, H and G depend on the active set and on the matrices alone.
  if (change != ProblemChange::vectors || self.size == 0) self.assemble(condensed, active);
  // The active rows are divided into contacts, with u = Hᵀ dv + b, and equalities, with G dv = d = −w_free.
  for (auto* vector : {&self.b, &self.d, &self.r, &self.lambda, &self.mu}) vector->clear();
  std::size_t row = 0;
  for (const UnitaryRelation& relation : active) {
    const bool contact = isContact(relation);
    if (contact) self.mu.push_back(std::get<CoulombSet>(relation.interaction->law().admissibleSet()).mu);
    for (std::int32_t k = 0; k < relation.rows; ++k, ++row) {
      (contact ? self.b : self.d).push_back(contact ? w[row] : -w[row]);
      (contact ? self.r : self.lambda).push_back(lambda[row]);
    }
  }
  // The problem is M dv = q + H r + Gᵀ λ with q = 0, since dv is the change by the multipliers alone.
  const nsds_matrix M = self.M.view(self.size);
  const nsds_matrix H = self.H.view(self.size);
  const nsds_matrix G = self.G.view(static_cast<std::int32_t>(self.d.size()));
  nsds_global_friction_contact problem;
  nsds_global_friction_contact_init(&problem);
  problem.dimension = self.dimension;
  problem.contacts = static_cast<std::int32_t>(self.mu.size());
  problem.size = self.size;
  problem.constraints = static_cast<std::int32_t>(self.d.size());
  problem.M = &M;
  problem.H = &H;
  problem.G = self.d.empty() ? nullptr : &G;
  problem.q = self.q.data();
  problem.b = self.b.data();
  problem.d = self.d.empty() ? nullptr : self.d.data();
  problem.mu = self.mu.data();
  // Only the multipliers are known from the last solve; the solver starts from them and from dv = 0.
  std::fill(self.dv.begin(), self.dv.end(), 0.0);
  nsds_global_friction_contact_solve(&problem, self.dv.data(), self.r.data(), nullptr,
                                     self.d.empty() ? nullptr : self.lambda.data(), self.options.get(),
                                     self.workspace.get(), &self.report);
  // Reactions and multipliers go back to the order of the active rows.
  auto reaction = self.r.begin();
  auto equality = self.lambda.begin();
  for (const UnitaryRelation& relation : active) {
    const bool contact = isContact(relation);
    for (std::int32_t k = 0; k < relation.rows; ++k) *lambda++ = contact ? *reaction++ : *equality++;
  }
  SolverOutcome outcome;
  outcome.status = static_cast<SolverStatus>(self.report.status);
  outcome.solver = self.solverName;
  outcome.message = self.report.message;
  outcome.residual = self.report.residual.value;
  outcome.roundoffFloor = self.report.residual.roundoff_floor;
  nsds_options_get_double(self.options.get(), "tolerance", &outcome.tolerance);
  outcome.iterations = self.report.iterations;
  outcome.islands = 1;
  return outcome;
}

ProblemCopy GlobalFrictionContact::copyProblem() const {
  const Implementation& self = *implementation_;
  if (self.size == 0) throw Error("the formulation GlobalFrictionContact was given no problem yet");
  // A copy owns dense matrices, whatever the solver was given.
  const auto dense = [](const Columns& columns, std::int32_t rows) {
    Matrix result = Matrix::Zero(rows, static_cast<Index>(columns.starts.size()) - 1);
    for (Index j = 0; j < result.cols(); ++j) {
      for (std::int32_t k = columns.starts[static_cast<std::size_t>(j)];
           k < columns.starts[static_cast<std::size_t>(j) + 1]; ++k)
        result(columns.rows[static_cast<std::size_t>(k)], j) = columns.values[static_cast<std::size_t>(k)];
    }
    return result;
  };
  const auto copy = [](const std::vector<double>& values) {
    return Vector(VectorView(values.data(), static_cast<Index>(values.size())));
  };
  // In a copy the equalities are A v = b, and w is the free velocity of the contacts.
  ProblemCopy problem;
  problem.problemClass = nsds_class_name(NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
  problem.interactions = namesOf(self.interactions);
  problem.M = dense(self.M, self.size);
  problem.q = copy(self.q);
  problem.mu = copy(self.mu);
  problem.H = dense(self.H, self.size);
  problem.w = copy(self.b);
  problem.A = dense(self.G, static_cast<std::int32_t>(self.d.size()));
  problem.b = copy(self.d);
  return problem;
}

void GlobalFrictionContact::clearWorkspaces() {
  implementation_->workspace.clear();
  implementation_->size = 0;
}

}  // namespace nsds

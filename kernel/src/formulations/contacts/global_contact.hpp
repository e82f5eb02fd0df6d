// What the formulations of contacts in global form share. A formulation adds its law and the one call of its class of numerics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nsds/kernel/formulations/global_contact_problem.hpp"
#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

class GlobalContactProblem::Implementation {
 public:
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
  /// True if the law with this set is that of the contacts.
  virtual bool isContact(const AdmissibleSet& set) const = 0;

 protected:
  /// The matrices of a call, which look at columns of the implementation.
  struct Matrices {
    nsds_matrix M, H, G;
  };
  /// Fills what the problems of both classes have.
  template <class Problem>
  void state(const Matrices& matrices, Problem& problem) {
    problem.dimension = dimension_;
    problem.contacts = static_cast<std::int32_t>(r_.size()) / dimension_;
    problem.size = size_;
    problem.constraints = static_cast<std::int32_t>(d_.size());
    problem.M = &matrices.M;
    problem.H = &matrices.H;
    problem.G = d_.empty() ? nullptr : &matrices.G;
    problem.q = q_.data();
    problem.b = b_.data();
    problem.d = d_.empty() ? nullptr : d_.data();
  }
  /// Calls the solver of the class, nsds_..._solve, from the last multipliers.
  template <class Problem, class Solve>
  void call(const Problem& problem, const Solve& solve) {
    solve(&problem, dv_.data(), r_.data(), nullptr, d_.empty() ? nullptr : lambda_.data(), options_.get(),
          workspace_.get(), &report_);
  }

 private:
  /// A sparse matrix is appended to by columns.
  struct Columns {
    std::vector<std::int32_t> starts{0};
    std::vector<std::int32_t> rows;
    std::vector<double> values;

    void clear();
    void add(std::int32_t row, double value);
    void endColumn() { starts.push_back(static_cast<std::int32_t>(rows.size())); }
    nsds_matrix view(std::int32_t rowCount) const;
    Matrix dense(Index rowCount) const;
  };

  virtual void clearCoefficients() = 0;
  /// Adds those of one contact.
  virtual void addCoefficients(const AdmissibleSet& set) = 0;
  virtual void solveContacts(const Matrices& matrices) = 0;
  /// Adds the coefficients.
  virtual void describe(ProblemCopy& copy) const = 0;

  static Columns transposed(const Columns& columns, std::int32_t rowCount);
  bool isContact(const UnitaryRelation& relation) const;
  void assemble(const CondensedOperator& condensed, const IndexSet& active);
  void addRelation(const CondensedOperator& condensed, const UnitaryRelation& relation,
                   Columns& columns) const;
  void gather(const IndexSet& active, const double* w, const double* lambda);
  void scatter(const IndexSet& active, double* lambda) const;

  const char* name_;
  nsds_class class_;
  Solver solver_;
  numerics::Options options_;
  const char* solverName_;  // from the registry
  numerics::Workspace workspace_;
  numerics::Report report_;

  std::int32_t dimension_ = 3;
  std::vector<std::int32_t> first_;  // (systems) of the condensed operator: first row in M, -1 if untouched
  std::int32_t size_ = 0;            // of M
  Columns M_;
  Columns H_;
  Columns Gt_;
  Columns G_;
  std::vector<const Interaction*> interactions_;  // of the active relations
  std::vector<double> q_;                         // zero
  std::vector<double> b_;                         // free output of the contacts
  std::vector<double> d_;                         // minus that of the equalities
  std::vector<double> dv_;
  std::vector<double> r_;
  std::vector<double> lambda_;
};

}  // namespace nsds

// A program of program_families.hpp as the library takes it.
#pragma once

#include <optional>

#include "nsds/numerics/cpp/avi.hpp"
#include "nsds/numerics/cpp/qp.hpp"
#include "support/program_families.hpp"

namespace nsds::test {

// Views of its matrices, in their own storage or converted. Borrows the program.
class ProgramViews {
 public:
  explicit ProgramViews(const Program& program) : ProgramViews(program, natural(program)) {}
  ProgramViews(const Program& program, nsds_storage storage)
      : p(program.p),
        Q_(program.sparse ? numerics::view(program.sQ) : numerics::view(program.Q)),
        A_(program.sparse ? numerics::view(program.sA) : numerics::view(program.A)),
        C_(program.sparse ? numerics::view(program.sC) : numerics::view(program.C)) {
    if (storage != natural(program)) {
      Q_ = converted_Q_.emplace(Q_, storage).get();
      if (program.inequalities() > 0) A_ = converted_A_.emplace(A_, storage).get();
      if (program.equalities() > 0) C_ = converted_C_.emplace(C_, storage).get();
    }
    constraints.b = program.b;
    constraints.d = program.d;
    constraints.lower = program.lower;
    constraints.upper = program.upper;
    if (program.inequalities() > 0) constraints.A = A_;
    if (program.equalities() > 0) constraints.C = C_;
  }
  ProgramViews(const ProgramViews&) = delete;
  ProgramViews& operator=(const ProgramViews&) = delete;

  static nsds_storage natural(const Program& program) { return program.sparse ? NSDS_CSC : NSDS_DENSE; }

  const nsds_matrix& Q() const { return Q_; }
  const Eigen::VectorXd& p;
  numerics::Constraints constraints;

 private:
  nsds_matrix Q_, A_, C_;
  std::optional<numerics::Matrix> converted_Q_, converted_A_, converted_C_;
};

// Calls function with the program as a problem of its class, NSDS_CLASS_QP or NSDS_CLASS_AVI.
template <class Function>
auto with_problem(const ProgramViews& views, nsds_class problem_class, const Function& function) {
  return problem_class == NSDS_CLASS_QP
             ? function(numerics::qp::Problem(views.Q(), views.p, views.constraints))
             : function(numerics::avi::Problem(views.Q(), views.p, views.constraints));
}

inline numerics::PolyhedronSolution solve(const ProgramViews& views, nsds_class problem_class,
                                          const numerics::Options& options,
                                          numerics::Workspace* workspace = nullptr) {
  return with_problem(views, problem_class,
                      [&](const auto& problem) { return problem.solve(options, workspace); });
}

inline double residual(const ProgramViews& views, nsds_class problem_class,
                       const Eigen::Ref<const Eigen::VectorXd>& z,
                       const Eigen::Ref<const Eigen::VectorXd>& multipliers) {
  return with_problem(views, problem_class,
                      [&](const auto& problem) { return problem.residual(z, multipliers).value; });
}

}  // namespace nsds::test

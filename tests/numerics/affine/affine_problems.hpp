// One form for the problems of the classes lcp, mlcp, relay, equality, qp and avi, so that a property can be
// stated once and tried on all of them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/matrix.h"
#include "support/draws.hpp"

namespace nsds::test {

// w = M z + q over lower <= z <= upper (lcp: z >= 0; mlcp: z_i >= 0 or free), and for qp and avi also A z >= b, C z = d.
struct AffineProblem {
  nsds_class problem_class;
  Eigen::MatrixXd M;             // (n x n)
  Eigen::VectorXd q;             // (n)
  Eigen::VectorXd lower, upper;  // (n), may be infinite
  Eigen::MatrixXd A;             // (m x n)
  Eigen::VectorXd b;             // (m)
  Eigen::MatrixXd C;             // (e x n)
  Eigen::VectorXd d;             // (e)

  // n unknowns in no box, no constraints.
  AffineProblem(nsds_class given_class, Eigen::Index n);
  bool is_program() const { return problem_class == NSDS_CLASS_QP || problem_class == NSDS_CLASS_AVI; }
  bool is_free(Eigen::Index i) const;
  Eigen::Index size() const { return q.size(); }
  Eigen::Index rows() const { return b.size() + d.size(); }
};

struct Outcome {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd w;            // (n), lcp, mlcp and relay
  Eigen::VectorXd multipliers;  // (m + e), qp and avi
  Eigen::VectorXd certificate;  // (n + m + e), where the status is infeasible
  nsds_status status = NSDS_OK;
  numerics::Report report;

  bool ok() const { return status == NSDS_OK; }
  bool is_finite() const { return z.allFinite() && w.allFinite() && multipliers.allFinite(); }
};

// Zero in every unknown.
Outcome zero_start(const AffineProblem& problem);

// In place, from what outcome holds with the option warm_start.
void solve(const AffineProblem& problem, const numerics::Options& options, Outcome& outcome,
           numerics::Workspace* workspace = nullptr, nsds_storage storage = NSDS_DENSE);
// From zero.
Outcome solve(const AffineProblem& problem, const numerics::Options& options,
              numerics::Workspace* workspace = nullptr, nsds_storage storage = NSDS_DENSE);

// By the library.
nsds_residual residual(const AffineProblem& problem, const Outcome& point);
// By the formulas of the headers, written without looking at the library.
double naive_residual(const AffineProblem& problem, const Outcome& point);
// That of the option residual = class.
double naive_class_residual(const AffineProblem& problem, const Outcome& point);

// One row of the tables of these classes.
struct ClassSolver {
  nsds_class problem_class;
  std::string solver;

  numerics::Options options(double tolerance = 1e-9) const;
  std::string name() const;  // "relay_pgs"
};
const std::vector<nsds_class>& affine_classes();
std::vector<ClassSolver> solvers_of(const std::vector<nsds_class>& classes);

// A problem of the class with n unknowns that every solver of it solves: M symmetric with a dominant diagonal
// and couplings of both signs, boxes of every kind that the class has, n/3 inequalities and n/6 equations
// where there are any. It has one solution, also in the multipliers, and zero is not near it.
AffineProblem easy_problem(nsds_class problem_class, Eigen::Index n, std::uint64_t seed);

// The same problem with its unknowns and its constraints in another order: new place of each old one.
struct Order {
  Eigen::PermutationMatrix<Eigen::Dynamic> unknowns, inequalities, equalities;
};
Order random_order(const AffineProblem& problem, std::uint64_t seed);
AffineProblem reordered(const AffineProblem& problem, const Order& order);
Outcome reordered(const AffineProblem& problem, const Outcome& point, const Order& order);

// The same problem in other units: of z, of w (qp: of the objective over that of z), of each constraint.
struct Units {
  double z, w;
  Eigen::VectorXd inequalities, equalities;  // (m), (e): what each row is multiplied by, > 0
};
// Powers of two, which do not round, or anything.
Units random_units(const AffineProblem& problem, bool binary, Draws& draws);
AffineProblem measured_in(const AffineProblem& problem, const Units& units);
Outcome measured_in(const AffineProblem& problem, const Outcome& point, const Units& units);

}  // namespace nsds::test

// The dual active-set method of Goldfarb and Idnani for min 1/2 x'(Q + shift I) x + p'x under the constraints
// of a program, dense [Goldfarb, Idnani 1983, Math. Program. 27].
//
// From the minimum without constraints one violated constraint after the other is made active, with steps in
// primal and dual space that keep the dual feasible; a constraint whose multiplier would change its sign is
// dropped. Kept up to date are J = L^-T U, L L' = Q + shift I, U orthogonal, and R, with J'N = [R; 0] for the
// normals N of the active constraints.
#pragma once

#include <span>

#include "box/problem.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::polyhedron {

class DualActiveSet {
 public:
  // kkt: with rows in their units, see kkt.hpp.
  DualActiveSet(const box::Problem& kkt, Arena& arena);

  // Cholesky of Q + shift I. False where it is not positive definite.
  bool factorise(double shift);

  // Minimises with p in place of that of the program; constraints that preferred (see active()) come first.
  // x: (n + m + e) out. iterations: is added to. NSDS_INFEASIBLE: certificate() is a candidate for a proof.
  nsds_status solve(std::span<const double> p, std::span<double> x, double tolerance,
                    const SolveContext& context, std::int64_t& iterations);

  // Constraints by number: rows of A and C, then lower bounds, then upper bounds; 1 for those to try first.
  std::span<signed char> preferred() { return preferred_; }
  // Makes the active constraints of the last solve the preferred ones.
  void prefer_active();

  // (n + m + e): the multipliers of the constraints that contradict each other.
  std::span<const double> certificate() const { return certificate_; }

 private:
  struct Normal {  // of a constraint: a row, or a unit vector
    const double* row;
    std::size_t unknown;
    double sign;
  };

  bool is_row(std::size_t k) const { return k < rows_; }
  bool is_equality(std::size_t k) const;
  Normal normal(std::size_t k) const;
  double slack(std::size_t k, std::span<const double> x) const;
  void start(std::span<const double> p, std::span<double> x);
  std::size_t most_violated(std::span<const double> x, double tolerance) const;
  nsds_status activate(std::size_t k, std::span<double> x, double tolerance);
  void project(const Normal& n);
  void append(std::size_t k, double multiplier, double sign);
  void drop(std::size_t position);
  void write_certificate(std::size_t k, double sign);
  void write_multipliers(std::span<double> x) const;

  const box::Problem& kkt_;
  Arena& arena_;
  std::size_t n_, rows_;             // unknowns; rows of A and C
  std::size_t count_;                // constraints
  std::span<double> Q_, L_, J_, R_;  // (n x n) column-major
  std::span<double> A_;              // (rows x n), row after row
  std::span<std::size_t> active_;    // (n) constraints by number
  std::span<double> multipliers_;    // (n) of the active ones
  std::span<double> signs_;          // (n) with which an equality has become active
  std::size_t active_count_ = 0;
  std::span<signed char> preferred_;  // (count)
  std::span<signed char> is_active_;  // (count)
  std::span<double> d_, step_, r_;    // J'n; primal step; dual step
  std::span<double> certificate_;
};

}  // namespace nsds::numerics::polyhedron

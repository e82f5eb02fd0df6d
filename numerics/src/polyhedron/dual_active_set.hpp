// The dual active-set method of Goldfarb and Idnani for min 1/2 x'(Q + shift I) x + p'x under the constraints
// of a program, dense [Goldfarb, Idnani 1983, Math. Program. 27].
//
// From the minimum on a guess of the active set, less what has a negative multiplier there, one violated constraint
// after the other is made active, with steps in primal and dual space that keep the dual feasible; a constraint
// whose multiplier would change its sign is dropped. The factors of active_factors.hpp stay from one solve to the next.
#pragma once

#include <span>

#include "box/problem.hpp"
#include "core/solve_context.hpp"
#include "polyhedron/active_factors.hpp"

namespace nsds::numerics::polyhedron {

class DualActiveSet {
 public:
  // kkt: with rows in their units, see kkt.hpp.
  DualActiveSet(const box::Problem& kkt, Arena& arena);

  // Tells whether a problem has the matrices of this one, up to the rounding of units.
  bool has_matrices_of(const box::Problem& kkt) const;
  // Goes on with the vectors of a problem that has the same matrices.
  void move_to(const box::Problem& kkt) { kkt_ = &kkt; }

  // Cholesky of Q + shift I, after which no constraint is active; nothing where it is there already. False where
  // the matrix is not positive definite.
  bool factorise(double shift);
  bool is_factorised() const { return factors_.is_factorised(); }
  // Forgets the factors and with them the active set.
  void forget() { factors_.forget(); }

  // Constraints by number: rows of A and C, then lower bounds, then upper bounds; 1 for those that the next solve
  // is to start with, 0 for others. A solve leaves the active ones.
  std::span<signed char> guess() { return guess_; }

  // Minimises with p in place of that of the program. x: (n + m + e) out. iterations: is added to.
  // NSDS_INFEASIBLE: certificate() is a candidate for a proof.
  nsds_status solve(std::span<const double> p, std::span<double> x, double tolerance,
                    const SolveContext& context, std::int64_t& iterations);

  // (n + m + e): the multipliers of the constraints that contradict each other.
  std::span<const double> certificate() const { return certificate_; }

 private:
  std::size_t active_count() const { return factors_.count(); }
  bool is_row(std::size_t k) const { return k < rows_; }
  bool is_equality(std::size_t k) const { return is_row(k) && is_free_[k] != 0; }
  Normal normal(std::size_t k) const;
  double slack(std::size_t k, std::span<const double> x) const;
  double right_hand_side(std::size_t k) const;
  nsds_status adopt_guess(const SolveContext& context, std::int64_t iterations);
  void forget_active();
  nsds_status start(std::span<const double> p, std::span<double> x, const SolveContext& context,
                    std::int64_t& iterations);
  void minimise_on_active(std::span<const double> p, std::span<double> x);
  std::size_t most_negative() const;
  std::size_t most_violated(std::span<const double> x, double tolerance) const;
  nsds_status activate(std::size_t k, std::span<double> x, double tolerance);
  void find_steps();
  void append(std::size_t k, double multiplier, double sign);
  void drop(std::size_t position);
  void write_certificate(std::size_t k, double sign);
  void write_multipliers(std::span<double> x) const;

  const box::Problem* kkt_;
  std::size_t n_, rows_;     // unknowns; rows of A and C
  std::size_t count_;        // constraints
  std::size_t entries_ = 0;  // of Q and A that are not zero
  ActiveFactors factors_;
  std::span<double> Q_;                       // (n x n) column-major
  std::span<double> A_;                       // (rows x n), row after row
  std::span<std::size_t> active_;             // (n) constraints by number
  std::span<double> multipliers_;             // (n) of the active ones
  std::span<double> signs_;                   // (n) with which an equality has become active
  std::span<signed char> guess_, is_active_;  // (count)
  std::span<signed char> is_free_;            // (rows) 1 where the multiplier has no sign: equalities
  std::span<double> step_, r_;                // primal and dual step
  std::span<double> certificate_;
};

}  // namespace nsds::numerics::polyhedron

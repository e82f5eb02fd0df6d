// The factors of a dual active-set method [Goldfarb, Idnani 1983, Math. Program. 27]: J = L^-T U with L L' = Q + shift I and U
// orthogonal, and R with J'N = [R; 0] for the normals N of the active constraints. They are updated as constraints come and go.
#pragma once

#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::polyhedron {

// The normal of a constraint: a row, or a unit vector.
struct Normal {
  const double* row;  // (n), Nullable: the unit vector
  std::size_t unknown;
  double sign;
};

class ActiveFactors {
 public:
  // arena: must outlive it.
  ActiveFactors(std::size_t n, Arena& arena);

  // Q: (n x n) column-major, its lower triangle. No constraint is active then; nothing where that shift is factorised
  // already. False where Q + shift I is not positive definite.
  bool factorise(std::span<const double> Q, double shift);
  bool keeps(double shift) const { return shift == shift_; }
  bool is_factorised() const { return shift_ != not_factorised; }
  void forget() { shift_ = not_factorised; }
  // No constraint is active any more.
  void reset();

  std::size_t count() const { return count_; }  // of active constraints, in the order in which they came

  // d = J'n, of which the first count() entries are of the active constraints.
  void transform(const Normal& normal);
  std::span<double> d() { return d_; }
  // |J2'n|^2, by which a step along J2 d2 changes the slack of the constraint, and |J'n|^2.
  double curvature() const;
  double whole() const;

  // Makes the constraint active whose normal was transformed last. It must not depend on the active ones.
  void append();
  // Takes out the constraint that stands there; later ones move up.
  void drop(std::size_t position);

  // The column j of J.
  const double* column(std::size_t j) const { return J_.data() + j * n_; }
  // x = R^-1 x and x = R'^-1 x. x: (count).
  void solve(std::span<double> x) const;
  void solve_transposed(std::span<double> x) const;

 private:
  static constexpr double not_factorised = -1.0;

  std::size_t n_, count_ = 0;
  double shift_ = not_factorised;
  Arena& arena_;
  std::span<double> L_, J_, R_;  // (n x n) column-major
  std::span<double> d_;          // (n)
};

}  // namespace nsds::numerics::polyhedron

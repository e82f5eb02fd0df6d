// Makes the Hessian of the Lagrangian positive definite with as little as the constraints that are expected to hold leave to do.
//
// With N the normals of those, Z an orthonormal basis of their null space and Y one of their span, the reduced Hessian Z'H Z
// has its eigenvalues that are not positive turned round, and σ Y Y' is added, σ as large as it must be. Where the constraints do hold
// the second changes nothing: σ/2 |Y'd - y|², y the step that takes them to zero, vanishes with its gradient there. So a quadratic
// program with this matrix has the steps of Newton's method near a minimum, and a convex objective everywhere.
#pragma once

#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::nlp {

class Convexification {
 public:
  Convexification(std::size_t n, Arena& arena);

  // The normals that are expected to hold: forgotten, and added one by one. value: what the constraint has there, to be taken to zero.
  void forget_normals();
  void add_normal(std::span<const double> normal, double value);
  void add_unit_normal(std::size_t j, double value);

  // H: (n x n) in/out, symmetric. p: (n) in/out, the linear term that belongs to it. least: eigenvalues on the null space
  // are at least this. False where LAPACK fails.
  bool convexify(std::span<double> H, std::span<double> p, double least);

  // Whether the last Hessian had an eigenvalue on the null space that was negative.
  bool was_indefinite() const { return was_indefinite_; }
  // The direction of its lowest eigenvalue there, of length one. (n).
  std::span<const double> lowest_direction() const { return turned_.first(n_); }
  // Whether it was changed at all, so that the normals mattered.
  bool has_changed() const { return has_changed_; }

 private:
  bool eigenvalues(std::span<double> S, std::size_t n, std::span<double> values);
  void rotate(std::span<const double> H, std::span<const double> Q, std::span<double> out);
  bool raise_null_space(std::size_t null, double least);
  double range_weight(std::size_t null);

  std::size_t n_;
  std::span<double> N_, Nc_;  // N'N (n x n) and N'c (n), of normals of length one
  std::span<double> Q_, rotated_, small_, turned_, scratch_;  // (n x n)
  std::span<double> values_, range_values_;                   // (n)
  std::span<double> work_;
  std::span<int> integer_work_;
  bool was_indefinite_ = false, has_changed_ = false;
};

}  // namespace nsds::numerics::nlp

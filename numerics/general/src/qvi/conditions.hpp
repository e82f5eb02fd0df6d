// The conditions of a quasi-variational inequality as an inequality over a set that does not depend on z, in units:
//
//   x = (p, z, lambda),   x -> (F(z) - ∇_y g(z, z) lambda,   z - c(z) - p,   g(z, z) + r),   p in K, z free, lambda ≥ 0,
//
// without the second block where K stays, z being p then. Frozen at ζ the set is K(ζ), and the problem an ordinary one:
//
//   x = (p, lambda), y = c(ζ) + p,   x -> (F(y) - ∇_y g(y, ζ) lambda,   g(y, ζ)).
//
// The augmented Lagrangian has a penalty ρ and estimates u of the multipliers: r = (lambda - u) / ρ, so that
// lambda = max(0, u - ρ g); else r = 0.
#pragma once

#include <optional>
#include <span>

#include "nonlinear/assembly.hpp"
#include "qvi/curvature.hpp"
#include "qvi/fixed_set.hpp"
#include "qvi/functions.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::qvi {

// Selects the problem itself, a frozen set or a penalty. What the spans point at must outlive the conditions, and stay.
struct Variant {
  std::span<const double> frozen = {};  // ζ: (n); empty: z is free
  std::span<const double> shift = {};   // c(ζ): (n), where K moves and is frozen
  double penalty = infinity;
  std::span<const double> estimates = {};  // u: (m), where the penalty is finite
};

class Conditions {
 public:
  // The object stays where it is. functions must outlive it.
  Conditions(Functions& functions, double s_z, const Variant& variant, Arena& arena);
  Conditions(const Conditions&) = delete;
  Conditions& operator=(const Conditions&) = delete;
  ~Conditions() = default;

  const Blocks& blocks() const { return blocks_; }
  vi::Inequality& inequality() { return *inequality_; }
  const vi::Inequality& inequality() const { return *inequality_; }
  const nsds_vi& as_given() const { return as_given_; }

  // Values at any x: (blocks().total()), also where its p is not in K. False: outside the domain.
  bool evaluate(std::span<const double> x, std::span<double> values);

 private:
  static int call_evaluate(void* user, const double* x, double* values);
  static int call_jacobian(void* user, const double* x, double* values);
  bool differentiate(std::span<const double> x, std::span<double> values);
  // Leaves y in y_, and gives the points of which g is a function.
  Pair pair_at(std::span<const double> x);
  // Calls visit(row, column, value) for all entries of the Jacobian as they were made last.
  template <class Visit>
  void walk(const Visit& visit) const;

  Functions& functions_;
  Variant variant_;
  Blocks blocks_;
  std::span<double> y_, b_;  // (n)
  Curvature curvature_;
  std::optional<nonlinear::Assembly> assembly_;
  nsds_vi as_given_{};
  std::optional<vi::Inequality> inequality_;
};

}  // namespace nsds::numerics::qvi

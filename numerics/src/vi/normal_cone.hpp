// The normal cone of K as the operator T of monotone/: its resolvent is the projection onto K.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "monotone/backward.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::vi {

class NormalCone : public monotone::Backward {
 public:
  NormalCone(Inequality& problem, SolveContext& context);

  bool resolve(double rho, std::span<const double> x, std::span<double> out) override;
  double residual(std::span<const double> a, std::span<const double> b) override;
  void keep() override;

  // The multipliers that go with the best point: (m + e), empty but for a polyhedron.
  std::span<const double> multipliers() const { return best_; }

 private:
  // Leaves the projection of x onto the polyhedron and its multipliers in pair_, from those that are there.
  bool project_onto_polyhedron(std::span<const double> x);

  Inequality& problem_;
  SolveContext& context_;
  // of a polyhedron
  nsds_matrix M_{};
  std::span<double> q_, pair_, measured_, values_, moved_, best_;
};

// The projection of x: (n), finite, onto the polyhedron, with its multipliers: pair: (n + m + e) in: where to start, out.
// False: it was not found, or there is none.
bool project_onto_polyhedron(Inequality& problem, const nsds_matrix& M, std::span<const double> x,
                             std::span<double> q, std::span<double> pair, SolveContext& context);

}  // namespace nsds::numerics::vi

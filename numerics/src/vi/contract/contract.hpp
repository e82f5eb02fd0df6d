// Says whether a point solves a variational inequality, by the contract of docs/ok.md: over a box or a polyhedron as the conditions of optimality, over
// cones part by part, behind a projector as one part.
#pragma once

#include <optional>

#include "nonlinear/contract.hpp"
#include "vi/contract/inclusion.hpp"
#include "vi/contract/over_cones.hpp"
#include "vi/problem.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::vi {

// The projection onto a set in units.
class Projecting : public monotone::Backward {
 public:
  explicit Projecting(ConvexSet& set) : set_(set) {}
  bool resolve(double /*rho*/, std::span<const double> x, std::span<double> out) override {
    set_.project(x, out);
    return true;
  }
  double residual(std::span<const double> a, std::span<const double> b) override {
    return set_.natural_map(a, b);
  }

 private:
  ConvexSet& set_;
};

class NSDS_NUMERICS_API InequalityContract {
 public:
  // problem, given, arena: must outlive it.
  InequalityContract(Inequality& problem, const nsds_vi& given, double tolerance, Arena& arena);
  InequalityContract(const InequalityContract&) = delete;
  InequalityContract& operator=(const InequalityContract&) = delete;
  ~InequalityContract() = default;

  // x: (unknowns) within the bounds, b: F there. worst, over a polyhedron: n + i for row i of A and n + m + i of C.
  nsds_residual judge(std::span<const double> x, std::span<const double> b);

  // Finds a point beside one that is nearly a solution, with which the contract is content. x: (unknowns) in/out, in only where there is none.
  bool settle(std::span<double> x, const SolveContext& context);

  // Runs the solver until the contract is content, or it knows no better. x: (unknowns) in/out.
  SolverClaim solve(const Solver& solver, std::span<double> x, SolveContext& context);

 private:
  bool is_inside(std::span<const double> x) const;

  Inequality& problem_;
  Arena& arena_;
  std::span<double> values_;  // (unknowns)
  std::optional<nonlinear::MapContract> box_;
  std::optional<OverCones> cones_;
  Projecting projecting_;
  std::optional<Inclusion> inclusion_;
};

}  // namespace nsds::numerics::vi

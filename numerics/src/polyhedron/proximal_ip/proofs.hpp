// Proofs that a program has no solution, brought from the reduced program to that of the caller and checked there.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "polyhedron/proximal_ip/equilibration.hpp"
#include "polyhedron/proximal_ip/presolve/presolve.hpp"

namespace nsds::numerics::polyhedron::proximal {

class Proofs {
 public:
  // units: of the reduced program; all must outlive it.
  Proofs(const box::Problem& kkt, const Presolve& presolve, const Equilibration& units,
         SolveContext& context);

  // y: (m) of the reduced program. True where its constraints contradict each other by these multipliers, which are then
  // the certificate of the context.
  bool empty(std::span<const double> y) const;
  // v: (n). True where its objective falls for ever along v.
  bool unbounded(std::span<const double> v) const;

 private:
  const box::Problem& kkt_;
  const Presolve& presolve_;
  const Equilibration& units_;
  SolveContext& context_;
  std::span<double> scaled_;
};

// The candidate in the certificate of the context, (0, y) or (v, 0), is believed only once it is checked.
bool certificate_is_empty_proof(const box::Problem& kkt, SolveContext& context);
bool certificate_is_unbounded_proof(const box::Problem& kkt, SolveContext& context);

}  // namespace nsds::numerics::polyhedron::proximal

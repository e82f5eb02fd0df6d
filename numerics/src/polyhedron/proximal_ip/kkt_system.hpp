// Linear equations with the matrix of kkt_factor.hpp, solved to the accuracy of their rows: what a factorisation has
// lost comes back by GMRES, for which the factors are the preconditioner [Saad 1993, SIAM J. Sci. Comput. 14; Arioli,
// Duff 2009, ETNA 33].
#pragma once

#include <array>
#include <span>

#include "polyhedron/proximal_ip/kkt_factor.hpp"

namespace nsds::numerics::polyhedron::proximal {

class KktSystem {
 public:
  // kept: Nullable, as in KktFactor.
  KktSystem(const Program& program, EliminationOrder* kept, Arena& arena);

  const KktFactor& factor() const { return factor_; }

  // diagonal: (n + m), held: (n + m) or empty, as in KktFactor; both must stay as they are while systems are solved.
  KktFactor::Outcome factorise(std::span<const double> diagonal, std::span<const unsigned char> held,
                               const SolveContext& context);

  // Factorises with a D and E that are only there for the signs of pivots, as small as these let it be: for equations,
  // which are refined until nothing of them is left.
  bool factorise_equations(std::span<const unsigned char> held, const SolveContext& context);

  // x: (n + m) in: the right-hand side; out: the solution. Returns the defect that is left, relative to the right-hand
  // side, both in the norm that divides each row by the root of its diagonal entry, where that is above one.
  double solve(std::span<double> x);

 private:
  static constexpr std::size_t directions = 8;  // of GMRES

  double defect(std::span<const double> b, std::span<const double> x);
  void multiply(std::span<const double> x, std::span<double> product) const;
  double norm(std::span<const double> r) const;
  void clear_held(std::span<double> x) const;
  void solve_by_directions(std::span<double> x, double size);

  const Program& program_;
  KktFactor factor_;
  std::span<const double> diagonal_;
  std::span<const unsigned char> held_;
  std::span<double> small_;  // (n + m)
  std::span<double> b_, residual_, previous_;
  std::span<double> weight_;                             // (n + m) of the norm
  std::array<std::span<double>, directions + 1> basis_;  // of the residuals, orthonormal
  std::array<std::span<double>, directions> steps_;      // what the factors make of them
};

}  // namespace nsds::numerics::polyhedron::proximal

// The last digits: equations instead of inequalities, on the active set that an iterate points at.
#pragma once

#include <span>

#include "polyhedron/proximal_ip/interior.hpp"

namespace nsds::numerics::polyhedron::proximal {

class CleanUp {
 public:
  CleanUp(const Program& program, KktSystem& system, Arena& arena);

  // Goes from an iterate to the point that solves the conditions of optimality as equations: unknowns at a bound whose
  // multiplier outweighs the slack stand there, rows likewise are met exactly, all others have no multiplier. Signs that
  // turn out wrong change the set, a few times. False where a factorisation failed.
  bool run(const Interior& interior, const SolveContext& context);

  // The same from any point (x, y), near a solution: unknowns and rows are where x - g and A x - y point.
  bool run(std::span<const double> x, std::span<const double> y, const SolveContext& context);

  std::span<const double> x() const { return x_; }  // (n) within the bounds
  std::span<const double> y() const { return y_; }  // (m) with signs that the sides allow

 private:
  using Wide = long double;
  enum State : signed char { at_upper = -1, inside = 0, at_lower = 1 };

  bool solve(const SolveContext& context);
  void guess(const Interior& interior);
  void guess();
  void hold();
  bool solve_equations();
  double evaluate();
  void sum_gradient();
  void sum_rows();
  bool correct_guess();
  void project();

  const Program& program_;
  KktSystem& system_;
  std::span<double> x_, y_;
  std::span<Wide> wide_;                // (n)
  std::span<double> gradient_, value_;  // Q x + p - A'y (n), A x (m)
  std::span<double> rest_, before_;     // (n + m)
  std::span<signed char> state_;        // (n + m)
  std::span<unsigned char> held_;       // (n + m)
};

}  // namespace nsds::numerics::polyhedron::proximal

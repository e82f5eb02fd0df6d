// The quadratic programs of a sequential method,
//
//   min 1/2 d'B d + p'd   subject to   J d + c ≥ 0 or = 0,   lower ≤ x + d ≤ upper,
//
// and the elastic ones, in which violations v ≥ 0 of the rows are allowed for a price each.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "nlp/program.hpp"

namespace nsds::numerics::nlp {

class Subproblem {
 public:
  Subproblem(const Program& program, Arena& arena);

  // B: (n x n) positive definite; J: (rows x n); both column-major. p, x: (n), c: (rows).
  struct Data {
    std::span<const double> B, p, J, c, x;
  };
  // d: (n) out, multipliers: (rows) in/out, a guess and those found, with the sign of their rows. False: none was found.
  bool solve(const Data& data, std::span<double> d, std::span<double> multipliers, SolveContext& context);
  // Solves the program in which rows may be violated at a price; what is left of them along d are the violations.
  bool solve_elastic(const Data& data, double price, std::span<double> d, std::span<double> multipliers,
                     SolveContext& context);

 private:
  // A program with its arrays in place: n unknowns, of which the first are d.
  bool run(std::size_t n, std::span<const double> Q, std::span<const double> p, std::span<const double> J,
           std::span<double> z, std::span<double> multipliers, SolveContext& context);
  void set_box(std::span<const double> x);

  const Program& program_;
  std::size_t n_, rows_, inequalities_;
  std::size_t elastic_;                      // unknowns with violations
  std::span<double> b_, lower_, upper_, z_;  // (rows), (elastic)
  std::span<double> Q_, p_, J_;              // of the elastic program; taken where it is first used
  Arena& arena_;
};

}  // namespace nsds::numerics::nlp

// Units in which the lines of [Q, A'; A, 0] are of size one.
#pragma once

#include "polyhedron/proximal_ip/program.hpp"

namespace nsds::numerics::polyhedron::proximal {

// The program as given has x_j = unknown_j times that of the equilibrated one, y_i = row_i / cost times and reduced
// costs 1 / (unknown_j cost) times. All are powers of two, so that nothing is rounded.
struct Equilibration {
  std::span<double> unknown, row;
  double cost = 1.0;
};

// Changes the units of the program [Ruiz 2001, RAL-TR-2001-034].
Equilibration equilibrate(Program& program, Arena& arena);

}  // namespace nsds::numerics::polyhedron::proximal

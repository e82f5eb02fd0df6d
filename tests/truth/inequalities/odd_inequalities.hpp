// Variational inequalities and generalised equations that a measure of solutions is fooled by, if anything fools it: maps M z + q + s z³, row by row,
// over the odd boxes, polyhedra and cones of the other rooms, over boxes that move by c(z) = rate z, and behind projections and resolvents.
#pragma once

#include <cstdint>

#include "truth/cones/odd_cones.hpp"
#include "truth/convex/odd_convex.hpp"
#include "truth/odd_problems.hpp"

namespace nsds::test {

enum class InequalityKind { box, polyhedron, cones, projector, equation, moving };

struct CubicMap {
  Eigen::MatrixXd M;
  Eigen::VectorXd q, s;
};

struct OddInequality {
  InequalityKind kind;
  CubicMap F;
  AffineProblem over{NSDS_CLASS_AVI, 0};  // box, polyhedron: its bounds and rows
  std::vector<ConeBlock> cones;
  ConvexProjection project;  // projector
  double rate = 0.0;         // moving
  Eigen::VectorXd start;     // zero unless warm
  bool warm;
};

// The same for the same seed on every machine.
OddInequality odd_inequality(InequalityKind kind, std::uint64_t seed);

// The resolvent of the subdifferential of the sum of |x_i|, which generalised equations are made with.
void shrink(double rho, const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> out);

}  // namespace nsds::test

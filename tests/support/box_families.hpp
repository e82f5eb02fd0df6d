// Families of affine variational inequalities over boxes, each instance named by a text: family:size[:third].
//
//   w = M z + q,  lower <= z <= upper,  w_i >= 0 where z_i = lower_i, w_i <= 0 where z_i = upper_i, else 0
//
// Mixed linear complementarity problems (every box is [0, inf) or the whole line):
//
//   obstacle:n:kind     membrane over an obstacle, 5-point Laplacian on s x s inner points, s = [sqrt n]:
//                       1 under unit load over sin 3.2x sin 3.3y [More, Toraldo 1991, obstacle A]
//                       2 over the unit ball, no obstacle beside it: equality rows there [Majava, Tai 2004]
//                       3 pressed on a plane by the load -2: u = r^2/2 - ln r - 1/2 for r >= 1
//   bearing:n:ecc       pressure of a finite journal bearing, Reynolds' equation by finite differences on
//                       s x s inner points, eccentricity ecc in (0, 1) [Cryer 1971; More, Toraldo 1991]
//   nash:n:markets      Nash-Cournot equilibrium of n firms with affine marginal costs, prices as free
//                       unknowns [Harker 1984; Facchinei, Pang 2003, 1.4.3]; for one market the solution
//                       is known
//   diodes:n:seed       n/4 bridges of ideal diodes, each with its source and load, between two rails:
//                       voltages (free) and diode currents [Acary, Bonnefon, Brogliato 2011, ch. 1]
//   floating:n:seed     the same without leakage: the voltage of a blocked bridge is not determined, and the
//                       rows of the free unknowns alone are singular
//   monotone:n:seed     dense, positive definite, not symmetric; half the rows free
//   sparse:n:seed       sparse, positive definite, not symmetric; a third of the rows free
//   degenerate:n:seed   dense, positive semidefinite of half rank with entries in the integers; most
//                       complementary rows have z_i = w_i = 0; half the rows free
//   qp:n:seed           optimality conditions of a strictly convex sparse quadratic program with n/8 equality
//                       and 3n/8 inequality rows
//   redundant:n:seed    the same dense and with every equality row twice: multipliers not unique
//
// Relay problems (boxes of any kind):
//
//   twosided:n          membrane between two obstacles [More, Toraldo 1991, obstacle B]
//   torsion:n:c         elastic-plastic torsion of a square bar, |u| <= distance to the boundary, angle c
//                       [Glowinski 1984, II.3; More, Toraldo 1991]
//   sliding:n:seed      implicit Euler step of n sliding-mode controllers: M = h C (I - h A)^-1 B, bounds +-1
//                       [Acary, Brogliato, Orlov 2012]
//   relay:n:seed        dense, positive definite, not symmetric; finite boxes
//   boxes:n:seed        sparse, positive definite, not symmetric; boxes finite, half-lines, lines and points
//
// Random families from monotone on, relay and boxes have a planted solution.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <optional>
#include <string>
#include <vector>

namespace nsds::test {

struct BoxProblem {
  using Marks = Eigen::Matrix<unsigned char, Eigen::Dynamic, 1>;

  std::string spec;
  std::string family;                  // "obstacle", ...
  Eigen::MatrixXd M;                   // (n x n); empty for a sparse problem of more than 2000 rows
  Eigen::SparseMatrix<double> sparse;  // (n x n) the same matrix where the family is sparse, else (0 x 0)
  Eigen::VectorXd q;                   // (n)
  Eigen::VectorXd lower, upper;        // (n) may be infinite
  bool symmetric = false;
  bool unique = false;                      // there is one solution and no other
  std::optional<Eigen::VectorXd> solution;  // (n) where one is known

  int size() const { return static_cast<int>(q.size()); }
  bool is_sparse() const { return sparse.rows() > 0; }
  // Is it a mixed linear complementarity problem?
  bool is_mixed() const;
  // (n) 1: complementary row, 0: equality row, of a mixed problem.
  Marks complementary() const;
};

// Throws std::invalid_argument, with the families that there are, where the text names none.
BoxProblem make_box(const std::string& spec);

// "obstacle:n[:kind]", ...: how each family is asked for. mixed_only: without the relay problems.
std::vector<std::string> box_spec_forms(bool mixed_only = false);

}  // namespace nsds::test

// Families of quadratic programs and affine variational inequalities over polyhedra, each instance named by a
// text: family:size[:seed].
//
//   min 1/2 z'Q z + p'z   or   (Q z + p)'(y - z) >= 0 for all feasible y,
//   subject to   A z >= b,   C z = d,   lower <= z <= upper
//
// Quadratic programs (Q symmetric positive semidefinite), n unknowns unless something else is said:
//
//   hs:k               number k of Hock, Schittkowski 1981: 21, 28, 35, 48, 51, 52, 53, 76
//   dense:n:seed       strictly convex, n/2 inequality and n/8 equality rows, bounds; planted
//   semidefinite:n     Q of half rank, n inequality rows, bounds; planted
//   redundant:n:seed   as dense, a quarter of the rows repeated, scaled; planted
//   sparse:n:seed      strictly convex, narrow; n/2 inequality and n/8 equality rows of four entries; planted
//   linear:n:seed      the same with Q = 0, a linear program; planted
//   degenerate:n:seed  as sparse, but most active rows and bounds have multiplier zero; planted
//   portfolio:n:seed   n assets, k = n/100 (2 to 30) factors: min x'D x + y'y - r'x, y = F'x, 1'x = 1, x >= 0
//                      [Markowitz 1952; Stellato et al. 2020, Math. Program. Comput. 12, A.4]
//   svm:n:seed         dual of the support vector machine with Gaussian kernel on two clouds of points:
//                      min a'(K o yy')a/2 - 1'a, y'a = 0, 0 <= a <= 1 [Cortes, Vapnik 1995]
//   lasso:n:seed       min |S x - c|^2 + t |x|_1 as a program in x, |x| and the misfit, S a blur of 9 points:
//                      n/3 of each [Tibshirani 1996]
//   control:n:seed     model predictive control, 8 states and 4 inputs, n/12 stages, disturbed dynamics,
//                      bounds on all: block banded [Rawlings, Mayne 2009, 1; Stellato et al. 2020, A.3]
//   isotonic:n:seed    min |z - y|^2/2, z increasing [Barlow et al. 1972]; solution by pooling neighbours
//   contact:n:seed     velocities of n/3 discs in a pile after a frictionless collision: mass matrix, and a
//                      row of A for each contact, about n of them [Moreau 1988; Anitescu, Potra 1997]
//   obstacle, torsion  of box_families.hpp: bounds alone
//
// Variational inequalities (M = Q not symmetric):
//
//   monotone:n:seed    dense, positive definite, rows as dense; planted
//   skew:n:seed        sparse, positive definite, rows as sparse; planted
//   cournot:n:seed     5 firms with differentiated goods on n/5 markets, which have capacities that the firms
//                      share, as have the plants: the variational equilibrium [Harker 1991; Facchinei,
//                      Fischer, Piccialli 2007]
//   traffic:n:seed     two commodities on a street grid with n/2 links, link costs affine and not symmetric,
//                      flows by node balance, of which one a commodity is redundant [Dafermos 1980]
//   game:n:seed        value of a matrix game with n/2 pure strategies each, entries in the integers: M is
//                      skew, the set two simplices [von Neumann 1928; Facchinei, Pang 2003, 1.4]
//   relay, boxes       of box_families.hpp: bounds alone
//
// Planted: a solution is drawn, and p, b and d made to fit.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <optional>
#include <string>
#include <vector>

namespace nsds::test {

struct Program {
  std::string spec;
  std::string family;
  bool sparse = false;                      // which of the two is filled in
  Eigen::MatrixXd Q, A, C;                  // (n x n), (m x n), (e x n)
  Eigen::SparseMatrix<double> sQ, sA, sC;   // the same by columns
  Eigen::VectorXd p, b, d;                  // (n), (m), (e)
  Eigen::VectorXd lower, upper;             // (n) may be infinite
  bool symmetric = true;                    // a quadratic program, else a variational inequality alone
  bool unique = false;                      // there is one solution and no other
  std::optional<Eigen::VectorXd> solution;  // (n) where one is known

  int size() const { return static_cast<int>(p.size()); }
  int inequalities() const { return static_cast<int>(b.size()); }
  int equalities() const { return static_cast<int>(d.size()); }
  // Dense copies, for whoever knows no sparse matrices.
  Eigen::MatrixXd dense_Q() const { return sparse ? Eigen::MatrixXd(sQ) : Q; }
  Eigen::MatrixXd dense_A() const { return sparse ? Eigen::MatrixXd(sA) : A; }
  Eigen::MatrixXd dense_C() const { return sparse ? Eigen::MatrixXd(sC) : C; }
};

// Throws std::invalid_argument, with the families that there are, where the text names none.
Program make_program(const std::string& spec);

// "hs:k", "dense:n[:seed]", ...: how each family is asked for. symmetric_only: the quadratic programs.
std::vector<std::string> program_spec_forms(bool symmetric_only = false);

}  // namespace nsds::test

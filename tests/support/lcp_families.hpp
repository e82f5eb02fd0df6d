// Families of linear complementarity problems, each instance named by a text: family:size[:third number].
//
//   w = M z + q,  0 <= w _|_ z >= 0,  M (n x n)
//
//   spd:n:seed       A'A/n + 1e-3 I, A and q standard normal: symmetric positive definite
//   pd:n:seed        the same plus a skew part with entries of size 1/sqrt(n): positive definite
//   hp:n:seed        A'A + B + D, A in (-5, 5), B skew in (-5, 5), D diagonal in (0, 0.3), q in (-500, 0)
//                    [Harker, Pang 1990]: positive definite
//   murty:n          ones on the diagonal, twos below, q = -e [Murty 1978; CPS 6.1]: a P-matrix, exponential
//                    for least-index pivoting; the solution is e_1
//   murtyexp:n       the same matrix, q_i = -(2^n + 2^(n-1) + ... + 2^(n-i+1)), n <= 50: 2^n - 1 pivots of
//                    Lemke's method [Murty 1988, ch. 6]; the solution is 2^n e_1
//   fathi:n          L L' of Murty's matrix, q = -e [Fathi 1979]: symmetric positive definite, exponential
//                    for Lemke's method; the solution is e_1
//   cop:n:seed       entries in (0, 1), 0.1 more on the diagonal: strictly copositive, indefinite
//   bim:n:seed       bimatrix game [0 A; B 0] with A, B in (1, 2), q = -e: solvable [Lemke, Howson 1964]
//   column:n:ratio   n beads stacked on the ground, masses from 1 (bottom) to ratio (top), the topmost
//                    falling faster: symmetric positive definite, tridiagonal; the solution is known
//   grain:s:seed     s^3 spheres on a jittered lattice with diagonal contacts: symmetric positive
//                    semidefinite, sparse, singular from s = 4; solvable, as q lies in the range of M's H
//   psd:n:seed       B'B with integers in B (n/2 x n): rank at most n/2; a solution with z_i = w_i = 0 for a
//                    third of the rows is known and exact
//   kkt:n:seed       [H -A'; A 0], H semidefinite of half rank: optimality conditions of a convex quadratic
//                    program with n/2 inequalities; a solution is known up to rounding
//   friction:n:seed  n/4 frictional contacts of discs in the plane, rows (normal, two facets, multiplier)
//                    of each contact together: copositive, solvable [Stewart, Trinkle 1996]
//
// murty, murtyexp and fathi take a third number, the seed of a permutation (0 for none): P M P', P q. Rows
// and columns are permuted alike, for with different permutations of rows and columns the pairs (w_i, z_i)
// would not be complementary and the problem no LCP of the same solution.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <optional>
#include <string>
#include <vector>

namespace nsds::test {

struct LcpProblem {
  std::string spec;
  std::string family;                  // "spd", ...
  Eigen::MatrixXd M;                   // (n x n); empty for a sparse problem of more than 4000 rows
  Eigen::SparseMatrix<double> sparse;  // (n x n) the same matrix: grain, column; (0 x 0) for the others
  Eigen::VectorXd q;                   // (n)
  bool symmetric = false;
  std::optional<Eigen::VectorXd> solution;  // (n) where one is known by construction

  int size() const { return static_cast<int>(q.size()); }
};

// Throws std::invalid_argument, with the families that there are, where the text names none.
LcpProblem make_lcp(const std::string& spec);

// "spd:n:seed", ...: how each family is asked for.
const std::vector<std::string>& lcp_spec_forms();

}  // namespace nsds::test

// Linear complementarity problems written from formulas, with what is known about them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

namespace nsds::test {

// What theory says of a family; the solvers' requirements are stated in the same terms.
struct Knowledge {
  bool p_matrix = false;            // then every q has exactly one solution
  bool symmetric_definite = false;  // then projected Gauss-Seidel converges
  bool lemke_ends =
      false;  // Lemke ends with a solution (P, strictly copositive, feasible and copositive-plus)
  bool two_block = false;   // M = [0 A; B' 0] in some order of the rows, A, B > 0, q < 0
  bool infeasible = false;  // no z >= 0 has M z + q >= 0
};

struct Instance {
  Eigen::MatrixXd M;  // (n x n)
  Eigen::VectorXd q;  // (n)
};

struct Family {
  const char* name;
  Knowledge known;
  Instance (*make)(int n, std::uint64_t seed);
};

// spd, pd, murty, fathi, harker_pang, copositive, kkt, degenerate, friction, column, network, game,
// infeasible.
const std::vector<Family>& lcp_families();
const Family& lcp_family(const std::string& name);

// Rows and columns in another order: the same problem with its unknowns renamed.
Instance permuted(const Instance& lcp, std::uint64_t seed);

// The same M with q = w - M z for z, w >= 0, z'w = 0 drawn at random: a third of the rows each with z > 0, w
// > 0 and both zero. z: out, Nullable, that solution.
Instance with_known_solution(const Instance& lcp, std::uint64_t seed, Eigen::VectorXd* z = nullptr);

// Uniform numbers that are the same on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  double uniform(double low, double high);
  int integer(int low, int high);  // both ends included
  Eigen::MatrixXd matrix(int rows, int cols, double low, double high);
  Eigen::VectorXd vector(int n, double low, double high) { return matrix(n, 1, low, high); }

 private:
  std::uint64_t next();
  std::uint64_t state_;
};

// By the judge, who has not looked at the library.
double naive_lcp_residual(const Instance& lcp, const Eigen::VectorXd& z, double tolerance = 1e-9);

// y >= 0, M'y <= 0 up to rounding, q'y < 0. What counts as rounding is a fraction of the same sum with
// absolute values, entry by entry: M -> A M B, q -> A q, y -> A^-1 y for positive diagonal A, B (other units
// of w and z) scales both sides of every comparison alike, so that the verdict depends on no unit.
bool is_farkas_vector(const Instance& lcp, const Eigen::VectorXd& y);

}  // namespace nsds::test

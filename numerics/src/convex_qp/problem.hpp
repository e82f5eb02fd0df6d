// A convex QP after it has been checked, with the units of its residual; see nsds/numerics/convex_qp.h.
#pragma once

#include <span>

#include "convex_qp/set.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {

struct ConvexQp {
  std::int32_t n = 0;
  std::int32_t m = 0;
  const nsds_matrix& M;
  const double* q = nullptr;
  const nsds_matrix* A = nullptr;  // Nullable: the identity
  const double* b = nullptr;       // Nullable: zero
  ConvexSet set{};
  double s_z = 1.0, s_w = 1.0;    // units of z and of M z + q
  double s_u = 1.0, s_xi = 1.0;   // units of A z + b and of xi
  bool by_blocks = false;         // each block is measured against its own terms, not in these units
  const double* floor = nullptr;  // (n + m), Nullable

  double offset(std::size_t i) const noexcept { return b == nullptr ? 0.0 : b[i]; }
};

// The unknowns of a solve.
struct Point {
  std::span<double> z;   // (n)
  std::span<double> xi;  // (m)
};

// visit(i, j, value) for the entries of A, of the identity too.
template <class Visit>
void for_each_entry_of_map(const ConvexQp& problem, Visit&& visit) {
  if (problem.A != nullptr) {
    for_each_entry(*problem.A, visit);
    return;
  }
  for (std::int32_t i = 0; i < problem.m; ++i) visit(i, i, 1.0);
}

// w = M z + q.
void gradient(const ConvexQp& problem, const double* z, double* w);

// y = A x and y = A'x, of the identity too.
void multiply_A(const ConvexQp& problem, const double* x, double* y);
void multiply_A_transposed(const ConvexQp& problem, const double* x, double* y);

// The point z of A z + b in C nearest to x, where A is the identity. z: (n) out, may be x. scratch: (n).
void project_unknowns(const ConvexQp& problem, const double* x, double* z, double* scratch);

// The norm of a vector of u's space in which the natural map is measured: the largest entry over a box, else
// the Euclidean norm.
double set_norm(const ConvexSet& set, std::span<const double> x);

}  // namespace nsds::numerics::convex_qp

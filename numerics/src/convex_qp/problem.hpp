// A convex QP after it has been checked, with the units of its residual; see nsds/numerics/convex_qp.h.
#pragma once

#include <span>

#include "convex_qp/set.hpp"
#include "core/arena.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::convex_qp {

struct ConvexQp {
  std::int32_t n;
  std::int32_t m;
  const nsds_matrix& M;
  const double* q;
  const nsds_matrix* A;  // Nullable: the identity
  const double* b;       // Nullable: zero
  ConvexSet set;
  double s_z, s_w;         // units of z and of M z + q
  double s_u, s_xi;        // units of A z + b and of xi
  bool by_blocks = false;  // each block is measured against its own terms, not in these units

  double offset(std::size_t i) const noexcept { return b == nullptr ? 0.0 : b[i]; }
};

// The unknowns of a solve.
struct Point {
  std::span<double> z;   // (n)
  std::span<double> xi;  // (m)
};

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

// The residual with what it was made of.
class Evaluation {
 public:
  Evaluation(const ConvexQp& problem, Arena& arena);

  nsds_residual operator()(const double* z, const double* xi);

  // The products belong to the last evaluation.
  std::span<const double> w() const { return w_; }          // M z + q
  std::span<const double> force() const { return force_; }  // A'xi
  std::span<const double> u() const { return u_; }          // A z + b

 private:
  void measure_stationarity(const double* z, const double* xi, nsds_residual& residual);
  void evaluate_u(const double* z);
  void measure_natural_map(const double* xi, nsds_residual& residual);
  void measure_by_blocks(const double* z, const double* xi, nsds_residual& residual);
  void evaluate_sums(const double* z, const double* xi);
  void measure_sizes(double z_size, double xi_size);
  void choose_terms(const double* z, const double* xi);
  void measure_stationarity_by_rows(nsds_residual& residual);
  void measure_reach();
  void measure_box_by_rows(const double* xi, nsds_residual& residual);
  void measure_block(const double* xi, nsds_residual& residual);
  double nearest_bound(std::size_t i) const;
  double data_of_rows() const;
  // How far a block is outside, what it sees of rounding, and the sizes of its terms and of the data in its units.
  struct Reach {
    double outside, rounding, size, data;
  };
  void note_ray(const Reach& reach, std::int32_t where, nsds_residual& residual) const;
  void note(double value, std::int32_t where, nsds_residual& residual) const;

  const ConvexQp& problem_;
  std::span<double> w_, force_, u_;
  std::span<double> magnitude_z_;                // (n) rounding in the rows of w
  std::span<double> magnitude_u_, moved_, map_;  // (m)
  // The measure by blocks keeps here what rows are measured against and what that might be, the size of xi that the rows of w see, and the largest
  // entries of rows of A.
  std::span<double> terms_z_, possible_;          // (n)
  std::span<double> terms_u_, unit_xi_, size_A_;  // (m)
};

}  // namespace nsds::numerics::convex_qp

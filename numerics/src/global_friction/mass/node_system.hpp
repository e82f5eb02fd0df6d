// Factorises M with the bilateral rows by nodes of three velocities, in fronts.
//
// In units in which the diagonal of M and the rows of G are about one, what is factorised is
//
//   K = M + rho G' G,
//
// the matrix of an augmented Lagrangian [Fortin, Glowinski 1983, Augmented Lagrangian Methods]: definite
// however many rows of G repeat others, and with the pattern of the bodies and their joints. The multipliers
// take a few steps, each of which is one of refinement too and leaves 1 / (1 + rho s) of the error in the
// rows, s being the least eigenvalue of G M^-1 G'.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/arena.hpp"
#include "core/deadline.hpp"
#include "friction/factors/block_lu.hpp"
#include "friction/islands/velocity_blocks.hpp"
#include "global_friction/mass/coupled_nodes.hpp"

namespace nsds::numerics::global_friction {

class NodeSystem {
 public:
  // Tells whether the diagonal of M is there, and positive.
  static bool takes(const Problem& problem);

  // The bilateral rows may be left out. Orders and analyses.
  enum class Rows : bool { left_out, kept };
  NodeSystem(const Problem& problem, Rows rows, Arena& arena);
  NodeSystem(const NodeSystem&) = delete;
  NodeSystem& operator=(const NodeSystem&) = delete;

  bool fits() const { return lu_ && lu_->fits(); }
  // Blocks of the factors, and what a factorisation takes, about.
  std::int64_t factor_blocks() const { return plan_.fronts.factor_blocks; }
  double seconds() const;

  // Factorises where it fits. NSDS_OK; NSDS_TIME_LIMIT: it would take longer, and is not begun;
  // NSDS_SINGULAR: solutions would have no digits, or be wrong, as K needs pivots beside the diagonal.
  nsds_status factorise(const Deadline& deadline);

  // M v = f + G' lambda, G v = g, refined. v: in f, out v; lambda: in g, out lambda.
  void solve(std::span<double> v, std::span<double> lambda) const;
  // v = K^-1 v, about the same where g = 0.
  void solve_roughly(std::span<double> v) const;

  std::size_t velocities() const { return scale_.size(); }       // n
  std::size_t constraints() const { return row_scale_.size(); }  // m, 0 where the rows are left out
  const Columns& columns() const { return columns_; }
  const CoupledNodes& nodes() const { return nodes_; }
  const friction::NodeMatrix& matrix() const { return matrix_; }  // K
  std::span<const double> scale() const { return scale_; }        // (n): 1 / sqrt(M_ii)

 private:
  void set_scales(const Problem& problem);
  void fill();
  double* block(std::int32_t row, std::int32_t column);
  bool is_regular() const;
  bool is_definite() const;
  bool joints_hold() const;
  double largest(std::span<const double> v) const;
  double norm() const;
  void find_defect(std::span<const double> v, std::span<const double> lambda) const;
  double size_of_defect() const;
  void solve_once() const;

  Arena& arena_;
  Columns columns_;
  CoupledNodes nodes_;
  std::span<double> scale_, row_scale_;  // row_scale: (m), 1 over the norm of a row of G in units of scale
  friction::FactorPlan plan_;
  friction::NodeMatrix matrix_{};
  std::span<double> blocks_, diagonal_;
  friction::Island<friction::node_size> island_;  // K as BlockLu reads it
  std::optional<friction::BlockLu<friction::node_size>> lu_;
  std::span<friction::NewtonRow<friction::node_size>> sticking_;  // (nodes)
  // f and g, and the defect: what of them is left.
  mutable std::span<double> momentum_given_, rows_given_, momentum_left_, rows_left_;
  mutable std::span<double> change_;      // (n): of v, in a step
  mutable std::span<double> x_;           // (pad x nodes)
  mutable std::span<long double> exact_;  // (n)
};

}  // namespace nsds::numerics::global_friction

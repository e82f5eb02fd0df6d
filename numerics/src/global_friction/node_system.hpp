// M with the bilateral rows by nodes of three velocities, factorised in fronts: what W does where it is not
// formed, because bodies deform or are joined.
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
#include "friction/block_lu.hpp"
#include "friction/contact_response.hpp"
#include "friction/velocity_blocks.hpp"
#include "global_friction/packed.hpp"
#include "global_friction/problem.hpp"

namespace nsds::numerics {

class NodeSystem final : public ContactResponse {
 public:
  // Is the diagonal of M positive?
  static bool takes(const GlobalProblem& problem);

  // The bilateral rows may be left out. Orders and analyses.
  enum class Rows : bool { left_out, kept };
  NodeSystem(const GlobalProblem& problem, Rows rows, Arena& arena);
  NodeSystem(const NodeSystem&) = delete;
  NodeSystem& operator=(const NodeSystem&) = delete;

  bool fits() const { return lu_->fits(); }
  // Products of two blocks of nodes in one factorisation, blocks of the factors, and what it takes, about.
  double work() const { return lu_->work(); }
  std::int64_t factor_blocks() const { return plan_.fronts.factor_blocks; }
  double seconds() const;
  // Where it fits. False where a pivot is singular.
  bool factorise();
  // Is K far enough from singular for solutions to have digits, and are they accurate? Costs a few of them.
  bool is_regular() const;

  std::size_t size() const { return scale_.size(); }  // n
  std::size_t rows() const { return penalty_.size(); }

  // The contacts in nodes, in the order of the problem, and K.
  const VelocityBlocks& velocities() const { return velocities_; }
  // W in units of s_u and s_r.
  void add(std::span<const double> r, std::span<double> u) const override;
  // About trace(W_cc) / dim in those units: (contacts) out. Costs a few solutions.
  void find_weights(std::span<double> weights) const;
  // M v = f + G' lambda, G v = g, refined. v: in f, out v; lambda: in g, out lambda.
  void solve(std::span<double> v, std::span<double> lambda) const;

 private:
  void set_scales();
  void touch_contacts();
  void couple();
  void take_contact_blocks();
  void fill();
  double* block(std::int32_t row, std::int32_t column);
  double defect() const;
  void find_defect(std::span<const double> v, std::span<const double> lambda) const;
  void solve_once(std::span<const double> momentum, std::span<const double> rows) const;
  double norm() const;
  // Returns what is left at most, relative to what was given.
  double solve_in_steps(int steps, std::span<double> v, std::span<double> lambda) const;

  const GlobalProblem& problem_;
  Arena& arena_;
  ColumnView M_, H_, G_;                  // G by rows
  std::span<double> scale_;               // (n): 1 / sqrt(M_ii)
  std::span<double> penalty_;             // (m): rho in the caller's units
  std::span<std::int32_t> node_, place_;  // (n): of a row of M
  std::int32_t nodes_ = 0;
  std::span<std::int32_t> touch_starts_, touched_;  // of contacts, rows of G, and pairs of nodes in M
  NodeMatrix matrix_{};
  FactorPlan plan_;
  std::span<double> blocks_, diagonal_;
  Island<node_size> island_;  // K alone
  std::optional<BlockLu<node_size>> lu_;
  std::span<NewtonRow<node_size>> rows_;
  VelocityBlocks velocities_{};
  mutable std::span<long double> exact_;                       // (n)
  mutable std::span<double> x_;                                // (pad x nodes)
  mutable std::span<double> momentum_, change_, given_;        // (n)
  mutable std::span<double> rows_left_, lambda_, rows_given_;  // (m)
};

}  // namespace nsds::numerics

// The symmetric quasidefinite matrix [Q + D, A'; A, -E], D and E diagonal and positive, factorised as L D L' again and
// again: its pattern is permuted once, by AMD, and a factorisation allocates nothing. Every order of pivots is
// stable as far as D and E are not small [Vanderbei 1995, SIAM J. Optim. 5; Gill, Saunders, Shinnerl 1996, SIAM J.
// Matrix Anal. 17].
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "polyhedron/proximal_ip/block_factor.hpp"
#include "polyhedron/proximal_ip/elimination_order.hpp"
#include "polyhedron/proximal_ip/program.hpp"

namespace nsds::numerics::polyhedron::proximal {

class KktFactor {
 public:
  // program: must outlive it. Its values may change between factorisations, its pattern may not. kept: Nullable;
  // where it knows the pattern nothing is ordered.
  KktFactor(const Program& program, EliminationOrder* kept, Arena& arena);

  enum class Outcome { done, wrong_sign, out_of_time };

  // Tells whether memory holds the factor, and the time that is left a factorisation, as far as that can be
  // predicted.
  bool fits_memory() const { return entries_ <= most_entries; }
  bool fits(const SolveContext& context) const;
  std::int64_t entries() const { return entries_; }

  // diagonal: (n + m), D and then E. held: (n + m), 1 for unknowns that do not move and rows without a
  // multiplier, whose lines become those of the identity. Nullable: none is.
  Outcome factorise(std::span<const double> diagonal, std::span<const unsigned char> held,
                    const SolveContext& context);
  // x: (n + m) in: the right-hand side; out: the solution.
  void solve(std::span<double> x);

 private:
  static constexpr std::int64_t most_entries = 250'000'000;  // of L, 3 GB

  void find_order(EliminationOrder* kept, Arena& arena);
  void order_by_degree(Arena& arena);
  void put_in_postorder(Arena& arena);
  void lay_out_pattern();
  void analyse();
  void fill(std::span<const double> diagonal, std::span<const unsigned char> held);
  bool eliminate(std::size_t k, double& operations);
  void substitute();

  const Program& program_;
  std::size_t size_;
  std::span<std::int32_t> order_, place_;      // place_[order_[k]] = k
  Lines K_;                                    // the upper triangle, permuted; the diagonal is apart
  std::span<signed char> signs_;               // of the pivots, permuted
  std::span<double> diagonal_;                 // permuted
  std::span<std::int32_t> Q_place_, A_place_;  // where in K_ the entries of Q and of the rows of A are
  std::span<std::int32_t> parent_;             // in the elimination tree
  std::span<std::int64_t> L_starts_;
  std::span<std::int32_t> L_rows_, L_count_;
  std::span<double> L_, pivots_;
  std::span<double> scratch_;
  std::span<std::int32_t> pattern_, flags_;
  std::int64_t entries_ = 0;
  double operations_ = 0.0;
  bool by_blocks_ = false;  // where there is much fill
  BlockFactor blocks_;
};

}  // namespace nsds::numerics::polyhedron::proximal

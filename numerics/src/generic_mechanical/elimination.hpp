// Solves for the equality rows of an island, E, by a complete orthogonal factorisation of W_EE, of whatever
// rank: reduction.hpp states the algebra.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "generic_mechanical/island.hpp"

namespace nsds::numerics::generic_mechanical {

class Elimination {
 public:
  // start: (size): multipliers that are not determined stay near to it. count: of equality rows.
  Elimination(const Island& island, std::span<const double> start, std::size_t count, Arena& arena);

  // False where LAPACK fails.
  bool factorise();

  std::size_t count() const { return count_; }

  // S += W_RR - W_RE W_EE^+ W_ER. place: (size): of the rows R, -1 for others; S: (n x n), column-major.
  void fill(std::span<const std::int32_t> place, std::size_t n, std::span<double> S) const;
  // The vector that goes with it: q(place) = q_R + W_RE lambda_E where lambda_R = 0.
  void fill_vector(std::span<const std::int32_t> place, std::span<double> q) const;
  // lambda: (size) in: lambda_R, out: with lambda_E, refined once.
  void recover(std::span<double> lambda) const;

 private:
  // x: (count): W_EE^+ x.
  bool solve(std::span<double> x) const;

  const Island& island_;
  std::span<const double> start_;
  std::size_t count_, others_;
  Arena& arena_;
  std::span<std::int32_t> member_;  // (size)
  std::span<std::int32_t> other_;   // (size): which of R, or -1
  std::span<double> matrix_;        // W_EE
  std::span<double> response_;      // W_EE^+ [W_ER  W_EE start_E + q_E], (count x (others + 1))
};

}  // namespace nsds::numerics::generic_mechanical

// LU factorisation of the Newton matrices of an island, A + B (W + alpha I) with d x d blocks: symmetric
// pattern, ordered once by AMD, rows one after the other, no pivoting but inside the diagonal blocks. Rows
// without B (open contacts) cost nothing.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/island.hpp"

namespace nsds::numerics {

// The blocks A_c and B_c of a contact, and whether they are plain: open is A = I, B = 0, stick A = 0, B = I.
enum class RowKind : signed char { open, stick, full };
template <int D>
struct NewtonRow {
  RowKind kind;
  double A[D * D], B[D * D];  // column-major, read where kind is full
};

inline constexpr std::int64_t most_factor_blocks = 3'000'000;  // of L, and of U, up to 96 bytes each

template <int D>
class BlockLu {
 public:
  // Orders and analyses. Nothing but that is done where the factors would have too many blocks: fits() is
  // then false.
  BlockLu(const Island<D>& island, Arena& arena);

  bool fits() const { return fits_; }
  // Products of two blocks in one factorisation.
  double work() const { return work_; }

  // False where a diagonal block is singular.
  bool factorise(std::span<const NewtonRow<D>> rows, double alpha);
  // x: (pad x contacts), in: right-hand side, out: solution.
  void solve(std::span<double> x) const;

 private:
  void order(Arena& arena);
  bool analyse(Arena& arena);
  void scatter_row(std::size_t row, const NewtonRow<D>& newton_row, double alpha);
  bool eliminate(std::size_t row);

  const Island<D>& island_;
  std::span<std::int32_t> order_, place_;  // row k is contact order_[k]; its inverse
  // Row k of L (columns before k, increasing) and of U (columns behind it).
  std::span<std::int32_t> l_starts_, l_columns_, u_starts_, u_columns_;
  std::span<double> l_, u_, inverse_;  // blocks, and inverses of the diagonal blocks of U
  std::span<signed char> open_;        // row k of U is the identity
  std::span<double> row_;              // a dense row of blocks
  mutable std::span<double> x_;
  double work_ = 0.0;
  bool fits_ = false;
};

}  // namespace nsds::numerics

// LU factorisation of the Newton matrices of an island, A + B (W + S) C with d x d blocks: multifrontal,
// planned once for all matrices of the island. S = diag(s_c I) has a shift for each contact, C is the
// identity if not given. Rows without B (open contacts) are left out of the fronts and cost nothing.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/fronts/front_matrix.hpp"
#include "friction/fronts/fronts.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

// The blocks A_c and B_c of a contact, and whether they are plain: open is A = I, B = 0, stick A = 0, B = I.
enum class RowKind : signed char { open, stick, full };
template <int D>
struct NewtonRow {
  RowKind kind;
  double A[D * D], B[D * D];  // column-major, read where kind is full
};

inline constexpr std::int64_t most_factor_blocks = 6'000'000;  // of L and U, up to 72 bytes each

template <int D>
class BlockLu {
 public:
  // Orders and analyses, unless that is done already.
  explicit BlockLu(const Island<D>& island);
  BlockLu(const BlockLu&) = delete;
  BlockLu& operator=(const BlockLu&) = delete;

  // Is called before the first factorisation, where the factors have not too many blocks.
  void take_memory(Arena& arena);
  bool fits() const { return fronts_.count() > 0; }
  // Products of two blocks in one factorisation.
  double work() const { return fronts_.products; }

  // shifts: (contacts), of the diagonal of W, or empty. C: (d d x contacts), column-major, or empty; with
  // one, no row may be open. False where a diagonal block is singular. The rows are read again by solve.
  bool factorise(std::span<const NewtonRow<D>> rows, std::span<const double> shifts = {},
                 std::span<const double> C = {});
  // Gives the sign of the determinant of the matrix factorised, 1 or −1.
  double determinant_sign() const { return sign_; }
  // x: (pad x contacts), in: right-hand side, out: solution.
  void solve(std::span<double> x) const;

 private:
  // The places of a front whose contacts are not open.
  struct Active {
    std::span<const std::int32_t> pivots, border;
    std::size_t count() const { return pivots.size() + border.size(); }
  };
  Active active(std::size_t front) const;
  void choose_active(std::size_t front);
  FrontMatrix matrix(std::size_t front, double* passed) const;
  void add_rows(const Active& places, const FrontMatrix& matrix);
  void add_block(std::size_t row, std::size_t column, const double* W, double* to, std::size_t leading) const;
  void add_passed(std::span<const std::int32_t> places, const double* passed, const FrontMatrix& matrix);
  double* entry(const FrontMatrix& matrix, std::size_t row, std::size_t column, std::size_t& leading) const;
  void number(const Active& places, bool present);
  void gather(std::span<const double> x) const;
  // The entries of x_ at the pivots of a front, to and from one array.
  void read_pivots(const Active& places, double* v) const;
  void write_pivots(const Active& places, const double* v) const;
  void solve_forward(std::size_t front) const;
  void solve_backward(std::size_t front) const;

  const Island<D>& island_;
  Fronts fronts_;
  std::span<const std::int32_t> mirror_;
  std::span<std::size_t> left_at_, right_at_;  // (fronts): in factors_
  std::span<std::int32_t> pivots_, pivot_counts_, border_,
      border_counts_;                // active ones, where those of fronts_ are
  std::span<std::int32_t> local_;    // (contacts): of a place in the front in the making, or -1
  std::span<std::int32_t> waiting_;  // (fronts): a stack
  std::span<double> factors_, passed_;
  std::span<RowOrder<D>> orders_;  // (contacts): of the blocks on the diagonal, where pivots_ are
  double sign_ = 1.0;
  bool has_open_ = false;
  std::span<const NewtonRow<D>> rows_;
  std::span<const double> shifts_;
  std::span<const double> right_factors_;  // C
  mutable std::span<double> x_, front_x_;
};

}  // namespace nsds::numerics::friction

#include "friction/factors/block_lu.hpp"

#include <algorithm>

#include "linalg/wide.hpp"

namespace nsds::numerics::friction {
namespace {

template <int D>
constexpr std::size_t numbers = std::size_t{D} * std::size_t{D};  // of a block without padding

// out = W C, the columns of W and out padded.
template <int D>
NSDS_LOOP void multiply_right(const double* W, const double* C, double* out) {
  if constexpr (D == 3) {
    for (std::size_t j = 0; j < 3; ++j, C += 3, out += 4)
      quad(out).v = quad(W).v * C[0] + quad(W + 4).v * C[1] + quad(W + 8).v * C[2];
  } else {
    for (std::size_t j = 0; j < D; ++j, C += D, out += pad<D>)
      for (std::size_t i = 0; i < pad<D>; ++i) {
        out[i] = W[i] * C[0];
        for (std::size_t k = 1; k < D; ++k) out[i] += W[pad<D> * k + i] * C[k];
      }
  }
}

// out = B W, the columns of W and out padded; what out has there is not zero.
template <int D>
NSDS_LOOP void multiply_left(const double* B, const double* W, double* out) {
  if constexpr (D == 3) {
    const Quad first = quad(B).v, second = quad(B + 3).v;
    // The column is loaded from one number before it, so that nothing behind B is read.
    const Quad third = __builtin_shufflevector(quad(B + 5).v, quad(B + 5).v, 1, 2, 3, 3);
    for (std::size_t j = 0; j < 3; ++j, W += 4, out += 4)
      quad(out).v = first * W[0] + second * W[1] + third * W[2];
  } else {
    for (std::size_t j = 0; j < D; ++j, W += pad<D>, out += pad<D>)
      for (std::size_t i = 0; i < D; ++i) {
        out[i] = B[i] * W[0];
        for (std::size_t k = 1; k < D; ++k) out[i] += B[D * k + i] * W[k];
      }
  }
}

// out += B W C, for the block W of a row and the C of its column; C: Nullable, the identity. The columns of
// out are `leading` apart.
template <int D>
NSDS_LOOP void add_newton_block(const NewtonRow<D>& row, const double* W, const double* C, double* out,
                                std::size_t leading) {
  double from_right[block_size<D>], from_left[block_size<D>];
  if (C != nullptr) {
    multiply_right<D>(W, C, from_right);
    W = from_right;
  }
  if (row.kind == RowKind::full) {
    multiply_left<D>(row.B, W, from_left);
    W = from_left;
  }
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) out[leading * j + i] += W[pad<D> * j + i];
}

template <int D>
NSDS_WIDE void add_newton_block_wide(const NewtonRow<D>& row, const double* W, const double* C, double* out,
                                     std::size_t leading) {
  add_newton_block<D>(row, W, C, out, leading);
}

template <int D>
void add_newton_block_any(const NewtonRow<D>& row, const double* W, const double* C, double* out,
                          std::size_t leading) {
  add_newton_block<D>(row, W, C, out, leading);
}

// y -= A x for the rows `first` to `end` of D columns, `leading` numbers apart; y counts from row 0.
template <int D>
void subtract_columns(const double* A, std::size_t leading, std::size_t first, std::size_t end,
                      const double* x, double* y) {
  for (std::size_t i = first; i < end; ++i) {
    double sum = A[i] * x[0];
    for (std::size_t k = 1; k < D; ++k) sum += A[leading * k + i] * x[k];
    y[i] -= sum;
  }
}

}  // namespace

template <int D>
BlockLu<D>::BlockLu(const Island<D>& island) : island_(island) {
  island.plan->make(island.starts, island.columns, most_factor_blocks);
  fronts_ = island.plan->fronts;
  mirror_ = island.plan->mirror;
}

template <int D>
void BlockLu<D>::take_memory(Arena& arena) {
  const std::size_t n = island_.contacts, count = fronts_.count();
  left_at_ = arena.take<std::size_t>(count);
  right_at_ = arena.take<std::size_t>(count);
  std::size_t blocks = 0;
  for (std::size_t f = 0; f < count; ++f) {
    const std::size_t pivots = index(fronts_.pivot_starts[f + 1] - fronts_.pivot_starts[f]);
    const std::size_t border = index(fronts_.border_starts[f + 1] - fronts_.border_starts[f]);
    left_at_[f] = numbers<D> * blocks;
    right_at_[f] = numbers<D> * (blocks + pivots * (pivots + border));
    blocks += pivots * (pivots + 2 * border);
  }
  pivots_ = arena.take<std::int32_t>(n);
  pivot_counts_ = arena.take<std::int32_t>(count);
  border_ = arena.take<std::int32_t>(fronts_.border.size());
  border_counts_ = arena.take<std::int32_t>(count);
  waiting_ = arena.take<std::int32_t>(count);
  local_ = arena.take<std::int32_t>(n, -1);
  factors_ = arena.take<double>(numbers<D> * blocks);
  passed_ = arena.take<double>(numbers<D> * static_cast<std::size_t>(fronts_.most_passed));
  orders_ = arena.take<RowOrder<D>>(n);
  x_ = arena.take<double>(D * n);
  front_x_ = arena.take<double>(D * index(fronts_.largest));
}

template <int D>
typename BlockLu<D>::Active BlockLu<D>::active(std::size_t front) const {
  return {pivots_.subspan(index(fronts_.pivot_starts[front]), index(pivot_counts_[front])),
          border_.subspan(index(fronts_.border_starts[front]), index(border_counts_[front]))};
}

template <int D>
void BlockLu<D>::choose_active(std::size_t front) {
  const auto is_active = [&](std::int32_t place) {
    return rows_[index(fronts_.order[index(place)])].kind != RowKind::open;
  };
  std::int32_t* out = pivots_.data() + fronts_.pivot_starts[front];
  const std::int32_t* const first_pivot = out;
  for (std::int32_t k = fronts_.pivot_starts[front]; k < fronts_.pivot_starts[front + 1]; ++k)
    if (is_active(k)) *out++ = k;
  pivot_counts_[front] = static_cast<std::int32_t>(out - first_pivot);
  out = border_.data() + fronts_.border_starts[front];
  const std::int32_t* const first_border = out;
  for (std::int32_t k = fronts_.border_starts[front]; k < fronts_.border_starts[front + 1]; ++k)
    if (is_active(fronts_.border[index(k)])) *out++ = fronts_.border[index(k)];
  border_counts_[front] = static_cast<std::int32_t>(out - first_border);
}

template <int D>
FrontMatrix BlockLu<D>::matrix(std::size_t front, double* passed) const {
  return {index(pivot_counts_[front]), index(border_counts_[front]), factors_.data() + left_at_[front],
          factors_.data() + right_at_[front], passed};
}

// Gives the place of a block of a front, by the numbers of its row and column in the front.
template <int D>
double* BlockLu<D>::entry(const FrontMatrix& matrix, std::size_t row, std::size_t column,
                          std::size_t& leading) const {
  if (column < matrix.pivots) {
    leading = D * (matrix.pivots + matrix.border);
    return matrix.left + D * (leading * column + row);
  }
  if (row < matrix.pivots) {
    leading = D * matrix.pivots;
    return matrix.right + D * (leading * (column - matrix.pivots) + row);
  }
  leading = D * matrix.border;
  return matrix.passed + D * (leading * (column - matrix.pivots) + row - matrix.pivots);
}

// Adds block W of W in a row and a column.
template <int D>
void BlockLu<D>::add_block(std::size_t row, std::size_t column, const double* W, double* to,
                           std::size_t leading) const {
  const double* const C = right_factors_.empty() ? nullptr : &right_factors_[numbers<D> * column];
  const auto add = has_wide() ? add_newton_block_wide<D> : add_newton_block_any<D>;
  add(rows_[row], W, C, to, leading);
}

// Adds the rows and columns of the pivots.
template <int D>
void BlockLu<D>::add_rows(const Active& places, const FrontMatrix& matrix) {
  std::size_t leading = 0;
  for (std::size_t p = 0; p < places.pivots.size(); ++p) {
    const std::size_t c = index(fronts_.order[index(places.pivots[p])]);
    const NewtonRow<D>& row = rows_[c];
    // The diagonal block is A + B (W_cc + s I) C.
    double shifted[block_size<D>];
    std::copy_n(&island_.diagonal[block_size<D> * c], block_size<D>, shifted);
    if (!shifts_.empty())
      for (std::size_t i = 0; i < D; ++i) shifted[pad<D> * i + i] += shifts_[c];
    double* const diagonal = entry(matrix, p, p, leading);
    add_block(c, c, shifted, diagonal, leading);
    if (row.kind == RowKind::full)
      for (std::size_t j = 0; j < D; ++j)
        for (std::size_t i = 0; i < D; ++i) diagonal[leading * j + i] += row.A[D * j + i];
    for (std::size_t e = index(island_.starts[c]); e < index(island_.starts[c + 1]); ++e) {
      const std::size_t other = index(island_.columns[e]);
      // Neighbours that are not in the front are open, or were eliminated before.
      const std::int32_t at = local_[index(fronts_.place[other])];
      if (at < 0) continue;
      // A neighbour among the pivots adds its own row; one in the border leaves its block in this column to
      // the pivot.
      double* const to_row = entry(matrix, p, index(at), leading);
      add_block(c, other, &island_.blocks[block_size<D> * e], to_row, leading);
      if (index(at) < matrix.pivots) continue;
      double* const to_column = entry(matrix, index(at), p, leading);
      add_block(other, c, &island_.blocks[block_size<D> * index(mirror_[e])], to_column, leading);
    }
  }
}

// Adds what a child passed on.
template <int D>
void BlockLu<D>::add_passed(std::span<const std::int32_t> places, const double* passed,
                            const FrontMatrix& matrix) {
  for (const std::int32_t column : places) {
    std::size_t above_leading = 0, below_leading = 0;  // the rows of the pivots, and those of the border
    const std::size_t at = index(local_[index(column)]);
    double* const above = entry(matrix, 0, at, above_leading);
    double* const below = entry(matrix, matrix.pivots, at, below_leading) - D * matrix.pivots;
    for (std::size_t r = 0; r < places.size(); ++r) {
      const std::size_t row = index(local_[index(places[r])]);
      const bool is_pivot = row < matrix.pivots;
      const std::size_t leading = is_pivot ? above_leading : below_leading;
      double* const to = (is_pivot ? above : below) + D * row;
      for (std::size_t j = 0; j < D; ++j)
        for (std::size_t i = 0; i < D; ++i) to[leading * j + i] += passed[D * (places.size() * j + r) + i];
    }
    passed += numbers<D> * places.size();
  }
}

template <int D>
void BlockLu<D>::number(const Active& places, bool present) {
  std::int32_t next = 0;
  for (const std::int32_t place : places.pivots) local_[index(place)] = present ? next++ : -1;
  for (const std::int32_t place : places.border) local_[index(place)] = present ? next++ : -1;
}

template <int D>
bool BlockLu<D>::factorise(std::span<const NewtonRow<D>> rows, std::span<const double> shifts,
                           std::span<const double> C) {
  rows_ = rows;
  shifts_ = shifts;
  right_factors_ = C;
  sign_ = 1.0;
  has_open_ = std::any_of(rows.begin(), rows.end(),
                          [](const NewtonRow<D>& row) { return row.kind == RowKind::open; });
  std::size_t height = 0;        // fronts whose matrices wait for their parents,
  double* top = passed_.data();  // one on top of the other
  bool regular = true;
  for (std::size_t f = 0; f < fronts_.count() && regular; ++f) {
    // A front gathers its own rows and what its children pass on.
    choose_active(f);
    const Active places = active(f);
    const FrontMatrix front = matrix(f, top);
    const std::size_t rest = numbers<D> * front.border * front.border;
    std::fill_n(front.left, numbers<D> * places.count() * front.pivots, 0.0);
    std::fill_n(front.right, numbers<D> * front.pivots * front.border, 0.0);
    std::fill_n(front.passed, rest, 0.0);
    number(places, true);
    add_rows(places, front);
    for (std::int32_t child = 0; child < fronts_.children[f]; ++child) {
      const Active from = active(index(waiting_[--height]));
      top -= numbers<D> * from.border.size() * from.border.size();
      add_passed(from.border, top, front);
    }
    number(places, false);
    // Its pivots are eliminated, and the rest waits for the parent.
    regular = eliminate_pivots<D>(
        front, orders_.subspan(index(fronts_.pivot_starts[f]), places.pivots.size()), sign_);
    if (fronts_.border_starts[f] == fronts_.border_starts[f + 1]) continue;
    waiting_[height++] = static_cast<std::int32_t>(f);
    if (front.passed != top) std::copy_n(front.passed, rest, top);
    top += rest;
  }
  return regular;
}

// Gathers the right-hand side by places, less what the open contacts, whose r is known, contribute to it.
template <int D>
void BlockLu<D>::gather(std::span<const double> x) const {
  for (std::size_t c = 0; c < island_.contacts; ++c) {
    double* const y = &x_[D * index(fronts_.place[c])];
    std::copy_n(&x[pad<D> * c], D, y);
    if (!has_open_ || rows_[c].kind == RowKind::open) continue;
    // Open neighbours add W_co r_o to the velocity of the contact.
    double known[D] = {};
    bool any = false;
    for (std::size_t e = index(island_.starts[c]); e < index(island_.starts[c + 1]); ++e) {
      const std::size_t other = index(island_.columns[e]);
      if (rows_[other].kind != RowKind::open) continue;
      any = true;
      for (std::size_t j = 0; j < D; ++j)
        for (std::size_t i = 0; i < D; ++i)
          known[i] += island_.blocks[block_size<D> * e + pad<D> * j + i] * x[pad<D> * other + j];
    }
    if (!any) continue;
    // The right-hand side of a contact loses B times what its open neighbours add; B is the identity where
    // the contact sticks.
    for (std::size_t i = 0; i < D; ++i) {
      if (rows_[c].kind == RowKind::stick) {
        y[i] -= known[i];
        continue;
      }
      for (std::size_t k = 0; k < D; ++k) y[i] -= rows_[c].B[D * k + i] * known[k];
    }
  }
}

template <int D>
void BlockLu<D>::read_pivots(const Active& places, double* v) const {
  for (std::size_t p = 0; p < places.pivots.size(); ++p)
    std::copy_n(&x_[D * index(places.pivots[p])], D, v + D * p);
}

template <int D>
void BlockLu<D>::write_pivots(const Active& places, const double* v) const {
  for (std::size_t p = 0; p < places.pivots.size(); ++p)
    std::copy_n(v + D * p, D, &x_[D * index(places.pivots[p])]);
}

template <int D>
void BlockLu<D>::solve_forward(std::size_t front) const {
  const Active places = active(front);
  const FrontMatrix m = matrix(front, nullptr);
  const std::size_t width = D * m.pivots, height = D * places.count();
  double* const v = front_x_.data();
  read_pivots(places, v);
  std::fill(v + width, v + height, 0.0);
  for (std::size_t k = 0; k < width; k += D)
    subtract_columns<D>(m.left + height * k, height, k + D, width, v + k, v);
  subtract_matrix_vector<D>(height - width, width, m.left + width, height, v, v + width);
  write_pivots(places, v);
  for (std::size_t b = 0; b < m.border; ++b)
    for (std::size_t i = 0; i < D; ++i) x_[D * index(places.border[b]) + i] += v[width + D * b + i];
}

template <int D>
void BlockLu<D>::solve_backward(std::size_t front) const {
  const Active places = active(front);
  const FrontMatrix m = matrix(front, nullptr);
  const std::size_t width = D * m.pivots, height = D * places.count();
  double* const v = front_x_.data();
  read_pivots(places, v);
  for (std::size_t b = 0; b < m.border; ++b)
    std::copy_n(&x_[D * index(places.border[b])], D, v + width + D * b);
  subtract_matrix_vector<D>(width, D * m.border, m.right, width, v + width, v);
  for (std::size_t k = width; k > 0;) {
    k -= D;
    const double* const columns = m.left + height * k;
    solve_small<D>(columns + k, height, orders_[index(fronts_.pivot_starts[front]) + k / D], v + k);
    subtract_columns<D>(columns, height, 0, k, v + k, v);
  }
  write_pivots(places, v);
}

template <int D>
void BlockLu<D>::solve(std::span<double> x) const {
  gather(x);
  for (std::size_t f = 0; f < fronts_.count(); ++f) solve_forward(f);
  for (std::size_t f = fronts_.count(); f-- > 0;) solve_backward(f);
  for (std::size_t c = 0; c < island_.contacts; ++c)
    std::copy_n(&x_[D * index(fronts_.place[c])], D, &x[pad<D> * c]);
}

template class BlockLu<2>;
template class BlockLu<3>;
template class BlockLu<rolling_rows>;

}  // namespace nsds::numerics::friction

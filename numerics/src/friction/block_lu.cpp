#include "friction/block_lu.hpp"

#include <amd.h>

#include <algorithm>
#include <new>

#include "friction/small_inverse.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

// C -= A B for blocks with padded columns.
template <int D>
NSDS_LOOP void subtract_product(const double* A, const double* B, double* C) {
  if constexpr (D == 3) {
    const Quad a0 = quad(A).v, a1 = quad(A + 4).v, a2 = quad(A + 8).v;
    for (std::size_t j = 0; j < 3; ++j) {
      const double* b = B + 4 * j;
      quad(C + 4 * j).v -= a0 * b[0] + a1 * b[1] + a2 * b[2];
    }
  } else {
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t i = 0; i < 2; ++i) C[2 * j + i] -= A[i] * B[2 * j] + A[2 + i] * B[2 * j + 1];
  }
}

template <int D>
NSDS_LOOP void subtract_products(const double* L, const double* U, const std::int32_t* columns,
                                 std::size_t count, double* row) {
  for (std::size_t k = 0; k < count; ++k)
    subtract_product<D>(L, U + block_size<D> * k, row + block_size<D> * index(columns[k]));
}

template <int D>
NSDS_WIDE void subtract_products_wide(const double* L, const double* U, const std::int32_t* columns,
                                      std::size_t count, double* row) {
  subtract_products<D>(L, U, columns, count, row);
}

template <int D>
void subtract_products_any(const double* L, const double* U, const std::int32_t* columns, std::size_t count,
                           double* row) {
  subtract_products<D>(L, U, columns, count, row);
}

// C = A B, A padded, B without gaps or padded.
template <int D>
void multiply(const double* A, const double* B, std::size_t b_pad, double* C) {
  for (std::size_t j = 0; j < D; ++j) {
    for (std::size_t i = 0; i < pad<D>; ++i) {
      C[pad<D> * j + i] = 0.0;
      for (std::size_t k = 0; k < D; ++k) C[pad<D> * j + i] += A[pad<D> * k + i] * B[b_pad * j + k];
    }
  }
}

template <int D>
bool invert_padded(const double* A, double* inverse) {
  double packed[D * D], result[D * D];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) packed[D * j + i] = A[pad<D> * j + i];
  if (!invert<D>(packed, result)) return false;
  std::fill_n(inverse, block_size<D>, 0.0);
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) inverse[pad<D> * j + i] = result[D * j + i];
  return true;
}

// y -= A x for one block.
template <int D>
void subtract_applied(const double* A, const double* x, double* y) {
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) y[i] -= A[pad<D> * j + i] * x[j];
}

}  // namespace

template <int D>
BlockLu<D>::BlockLu(const Island<D>& island, Arena& arena) : island_(island) {
  order(arena);
  fits_ = analyse(arena);
}

template <int D>
void BlockLu<D>::order(Arena& arena) {
  const std::size_t n = island_.contacts;
  order_ = arena.take<std::int32_t>(n);
  place_ = arena.take<std::int32_t>(n);
  const std::int32_t none = 0;  // AMD refuses a null pointer, also where there are no columns
  const std::int32_t* const columns = island_.columns.empty() ? &none : island_.columns.data();
  const int status = amd_order(static_cast<std::int32_t>(n), island_.starts.data(), columns, order_.data(),
                               nullptr, nullptr);
  if (status == AMD_OUT_OF_MEMORY) throw std::bad_alloc();
  for (std::size_t k = 0; k < n; ++k) place_[index(order_[k])] = static_cast<std::int32_t>(k);
}

// The patterns of L and U. Row k of L: the nodes that the neighbours before k reach in the elimination tree
// [Liu 1986, ACM TOMS 12; Davis 2006, ch. 4].
template <int D>
bool BlockLu<D>::analyse(Arena& arena) {
  const std::size_t n = island_.contacts;
  l_starts_ = arena.take<std::int32_t>(n + 1, 0);
  u_starts_ = arena.take<std::int32_t>(n + 1, 0);
  const auto parent = arena.take<std::int32_t>(n, -1);
  const auto mark = arena.take<std::int32_t>(n, -1);
  const auto reach = [&](std::size_t k, auto&& visit) {
    mark[k] = static_cast<std::int32_t>(k);
    const std::size_t c = index(order_[k]);
    for (std::int32_t e = island_.starts[c]; e < island_.starts[c + 1]; ++e) {
      std::int32_t i = place_[index(island_.columns[index(e)])];
      if (i > static_cast<std::int32_t>(k)) continue;
      for (; mark[index(i)] != static_cast<std::int32_t>(k); i = parent[index(i)]) {
        if (parent[index(i)] < 0) parent[index(i)] = static_cast<std::int32_t>(k);
        mark[index(i)] = static_cast<std::int32_t>(k);
        visit(index(i));
      }
    }
  };
  std::int64_t total = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::int32_t count = 0;
    reach(k, [&](std::size_t i) {
      ++count;
      ++u_starts_[i + 1];
    });
    l_starts_[k + 1] = count;
    total += count;
    if (total > most_factor_blocks) return false;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const auto behind = static_cast<double>(u_starts_[k + 1]);
    work_ += 1.0 + behind * (behind + 1.0);
    l_starts_[k + 1] += l_starts_[k];
    u_starts_[k + 1] += u_starts_[k];
  }
  const std::size_t blocks = index(l_starts_[n]);
  l_columns_ = arena.take<std::int32_t>(blocks);
  u_columns_ = arena.take<std::int32_t>(blocks);
  const auto next = arena.take<std::int32_t>(n);
  std::copy_n(u_starts_.begin(), n, next.begin());
  std::fill(mark.begin(), mark.end(), -1);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t place = index(l_starts_[k]);
    reach(k, [&](std::size_t i) {
      l_columns_[place++] = static_cast<std::int32_t>(i);
      u_columns_[index(next[i]++)] = static_cast<std::int32_t>(k);
    });
    std::sort(l_columns_.begin() + l_starts_[k], l_columns_.begin() + l_starts_[k + 1]);
  }
  l_ = arena.take<double>(block_size<D> * blocks);
  u_ = arena.take<double>(block_size<D> * blocks);
  inverse_ = arena.take<double>(block_size<D> * n);
  row_ = arena.take<double>(block_size<D> * n, 0.0);
  open_ = arena.take<signed char>(n);
  x_ = arena.take<double>(pad<D> * n);
  return true;
}

template <int D>
void BlockLu<D>::scatter_row(std::size_t row, const NewtonRow<D>& newton_row, double alpha) {
  const std::size_t c = index(order_[row]);
  double diagonal[block_size<D>];
  std::copy_n(&island_.diagonal[block_size<D> * c], block_size<D>, diagonal);
  for (std::size_t i = 0; i < D; ++i) diagonal[pad<D> * i + i] += alpha;
  if (newton_row.kind == RowKind::stick) {
    std::copy_n(diagonal, block_size<D>, &row_[block_size<D> * row]);
    for (std::int32_t e = island_.starts[c]; e < island_.starts[c + 1]; ++e)
      std::copy_n(&island_.blocks[block_size<D> * index(e)], block_size<D>,
                  &row_[block_size<D> * index(place_[index(island_.columns[index(e)])])]);
    return;
  }
  double B[block_size<D>] = {};
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) B[pad<D> * j + i] = newton_row.B[D * j + i];
  multiply<D>(B, diagonal, pad<D>, &row_[block_size<D> * row]);
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) row_[block_size<D> * row + pad<D> * j + i] += newton_row.A[D * j + i];
  for (std::int32_t e = island_.starts[c]; e < island_.starts[c + 1]; ++e)
    multiply<D>(B, &island_.blocks[block_size<D> * index(e)], pad<D>,
                &row_[block_size<D> * index(place_[index(island_.columns[index(e)])])]);
}

// Leaves row_ zero again.
template <int D>
bool BlockLu<D>::eliminate(std::size_t row) {
  const auto subtract = has_wide() ? subtract_products_wide<D> : subtract_products_any<D>;
  for (std::size_t e = index(l_starts_[row]); e < index(l_starts_[row + 1]); ++e) {
    const std::size_t k = index(l_columns_[e]);
    double* const L = &l_[block_size<D> * e];
    double* const at = &row_[block_size<D> * k];
    if (open_[k] != 0) {
      std::copy_n(at, block_size<D>, L);
    } else {
      multiply<D>(at, &inverse_[block_size<D> * k], pad<D>, L);
      const std::size_t first = index(u_starts_[k]);
      subtract(L, &u_[block_size<D> * first], &u_columns_[first], index(u_starts_[k + 1]) - first,
               row_.data());
    }
    std::fill_n(at, block_size<D>, 0.0);
  }
  double* const diagonal = &row_[block_size<D> * row];
  const bool regular = invert_padded<D>(diagonal, &inverse_[block_size<D> * row]);
  std::fill_n(diagonal, block_size<D>, 0.0);
  for (std::size_t e = index(u_starts_[row]); e < index(u_starts_[row + 1]); ++e) {
    double* const at = &row_[block_size<D> * index(u_columns_[e])];
    std::copy_n(at, block_size<D>, &u_[block_size<D> * e]);
    std::fill_n(at, block_size<D>, 0.0);
  }
  return regular;
}

template <int D>
bool BlockLu<D>::factorise(std::span<const NewtonRow<D>> rows, double alpha) {
  for (std::size_t k = 0; k < island_.contacts; ++k) {
    const NewtonRow<D>& newton_row = rows[index(order_[k])];
    open_[k] = newton_row.kind == RowKind::open ? 1 : 0;
    if (open_[k] != 0) continue;
    scatter_row(k, newton_row, alpha);
    if (!eliminate(k)) return false;
  }
  return true;
}

template <int D>
void BlockLu<D>::solve(std::span<double> x) const {
  const std::size_t n = island_.contacts;
  for (std::size_t k = 0; k < n; ++k) {
    double* const y = &x_[pad<D> * k];
    std::copy_n(&x[pad<D> * index(order_[k])], pad<D>, y);
    if (open_[k] != 0) continue;
    for (std::size_t e = index(l_starts_[k]); e < index(l_starts_[k + 1]); ++e)
      subtract_applied<D>(&l_[block_size<D> * e], &x_[pad<D> * index(l_columns_[e])], y);
  }
  for (std::size_t k = n; k-- > 0;) {
    double* const y = &x_[pad<D> * k];
    if (open_[k] == 0) {
      for (std::size_t e = index(u_starts_[k]); e < index(u_starts_[k + 1]); ++e)
        subtract_applied<D>(&u_[block_size<D> * e], &x_[pad<D> * index(u_columns_[e])], y);
      double z[D] = {};
      for (std::size_t j = 0; j < D; ++j)
        for (std::size_t i = 0; i < D; ++i) z[i] += inverse_[block_size<D> * k + pad<D> * j + i] * y[j];
      std::copy_n(z, D, y);
    }
    std::copy_n(y, pad<D>, &x[pad<D> * index(order_[k])]);
  }
}

template class BlockLu<2>;
template class BlockLu<3>;

}  // namespace nsds::numerics

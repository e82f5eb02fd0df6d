#include "friction/front_matrix.hpp"

#include <cblas.h>

#include <algorithm>

#include "friction/small_inverse.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

constexpr std::size_t panel = 16;                // pivots eliminated before the rest of the front hears of it
constexpr std::size_t worth_a_call = 1U << 15U;  // products of numbers, of the library of dense matrices
// What that library is given at once. OpenBLAS shares out products of more than 2^18 numbers among its
// threads, and rounds as the shares fall; of these tiles none is as large, so that the bits do not depend on
// threads.
constexpr std::size_t tile_rows = 96, tile_columns = 56;
static_assert(tile_rows * tile_columns * panel * 3 <= 1U << 18U);

struct Columns {
  double* values;
  std::size_t leading;
};

// C -= A B. A: rows x inner, B: inner x columns, inner a multiple of D.
template <int D>
NSDS_LOOP void subtract_columns(std::size_t rows, std::size_t columns, std::size_t inner, const Columns& A,
                                const Columns& B, const Columns& C) {
  for (std::size_t j = 0; j < columns; ++j) {
    double* const c = C.values + C.leading * j;
    const double* b = B.values + B.leading * j;
    for (std::size_t k = 0; k < inner; k += D, b += D) {
      const double* const a = A.values + A.leading * k;
      std::size_t i = 0;
      for (; i + quad_size <= rows; i += quad_size) {
        Quad sum = quad(a + i).v * b[0];
        for (std::size_t l = 1; l < D; ++l) sum += quad(a + A.leading * l + i).v * b[l];
        quad(c + i).v -= sum;
      }
      for (; i < rows; ++i) {
        double sum = a[i] * b[0];
        for (std::size_t l = 1; l < D; ++l) sum += a[A.leading * l + i] * b[l];
        c[i] -= sum;
      }
    }
  }
}

template <int D>
NSDS_WIDE void subtract_columns_wide(std::size_t rows, std::size_t columns, std::size_t inner,
                                     const Columns& A, const Columns& B, const Columns& C) {
  subtract_columns<D>(rows, columns, inner, A, B, C);
}

template <int D>
void subtract_columns_any(std::size_t rows, std::size_t columns, std::size_t inner, const Columns& A,
                          const Columns& B, const Columns& C) {
  subtract_columns<D>(rows, columns, inner, A, B, C);
}

void subtract_tiles(std::size_t rows, std::size_t columns, std::size_t inner, const Columns& A,
                    const Columns& B, const Columns& C) {
  const auto number = [](std::size_t size) { return static_cast<int>(size); };
  for (std::size_t j = 0; j < columns; j += tile_columns) {
    const std::size_t wide = std::min(tile_columns, columns - j);
    for (std::size_t i = 0; i < rows; i += tile_rows) {
      const std::size_t high = std::min(tile_rows, rows - i);
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, number(high), number(wide), number(inner), -1.0,
                  A.values + i, number(A.leading), B.values + B.leading * j, number(B.leading), 1.0,
                  C.values + C.leading * j + i, number(C.leading));
    }
  }
}

template <int D>
void subtract_product(std::size_t rows, std::size_t columns, std::size_t inner, const Columns& A,
                      const Columns& B, const Columns& C) {
  if (rows == 0 || columns == 0 || inner == 0) return;
  if (inner > D && rows * columns * inner > worth_a_call) {
    subtract_tiles(rows, columns, inner, A, B, C);
    return;
  }
  const auto subtract = has_wide() ? subtract_columns_wide<D> : subtract_columns_any<D>;
  subtract(rows, columns, inner, A, B, C);
}

// The diagonal block becomes its inverse, the rows below it of its columns are multiplied by that.
template <int D>
bool invert_pivot(double* block, std::size_t leading, std::size_t rows_below, double& sign) {
  double packed[D * D], inverse[D * D];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) packed[D * j + i] = block[leading * j + i];
  if (!invert<D>(packed, inverse)) return false;
  sign *= determinant_sign<D>(packed);
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) block[leading * j + i] = inverse[D * j + i];
  for (std::size_t i = D; i < D + rows_below; ++i) {
    double row[D];
    for (std::size_t j = 0; j < D; ++j) {
      row[j] = 0.0;
      for (std::size_t k = 0; k < D; ++k) row[j] += block[leading * k + i] * inverse[D * j + k];
    }
    for (std::size_t j = 0; j < D; ++j) block[leading * j + i] = row[j];
  }
  return true;
}

}  // namespace

template <int D>
bool eliminate_pivots(const FrontMatrix& front, double& sign) {
  const std::size_t height = D * (front.pivots + front.border), width = D * front.pivots,
                    rest = D * front.border;
  const auto left = [&](std::size_t row, std::size_t column) {
    return Columns{front.left + height * column + row, height};
  };
  for (std::size_t first = 0; first < width; first += D * panel) {
    const std::size_t end = std::min(width, first + D * panel);
    const auto right = [&](std::size_t row) { return Columns{front.right + row, width}; };
    for (std::size_t k = first; k < end; k += D) {
      const std::size_t next = k + D;
      if (!invert_pivot<D>(left(k, k).values, height, height - next, sign)) return false;
      subtract_product<D>(height - next, end - next, D, left(next, k), left(k, next), left(next, next));
      subtract_product<D>(end - next, width - end, D, left(next, k), left(k, end), left(next, end));
      subtract_product<D>(end - next, rest, D, left(next, k), right(k), right(next));
    }
    const std::size_t inner = end - first;
    subtract_product<D>(height - end, width - end, inner, left(end, first), left(first, end), left(end, end));
    subtract_product<D>(width - end, rest, inner, left(end, first), right(first), right(end));
    subtract_product<D>(rest, rest, inner, left(width, first), right(first), {front.passed, rest});
  }
  return true;
}

template bool eliminate_pivots<2>(const FrontMatrix&, double&);
template bool eliminate_pivots<3>(const FrontMatrix&, double&);

}  // namespace nsds::numerics

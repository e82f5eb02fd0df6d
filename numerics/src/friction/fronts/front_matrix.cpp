#include "friction/fronts/front_matrix.hpp"

#include <cblas.h>

#include <algorithm>

#include "linalg/wide.hpp"

namespace nsds::numerics::friction {
namespace {

// Pivots eliminated before the rest of the front hears of it: up to 48 rows.
template <int D>
constexpr std::size_t panel = D > 3 ? 48 / D : 16;
constexpr std::size_t worth_a_call = 1U << 15U;  // products of numbers, of the library of dense matrices
// The BLAS is given so much at once. OpenBLAS shares out products of more than 2^18 numbers among its
// threads, and rounds as the shares fall; of these tiles none is as large, so that the bits do not depend on
// threads.
constexpr std::size_t tile_rows = 96, tile_columns = 56;
static_assert(tile_rows * tile_columns * panel<3> * 3 <= 1U << 18U);

// Columns of numbers, `leading` apart.
template <class Number>
struct ColumnsOf {
  Number* values;
  std::size_t leading;

  NSDS_LOOP ColumnsOf from(std::size_t row, std::size_t column) const {
    return {values + leading * column + row, leading};
  }
  operator ColumnsOf<const double>() const { return {values, leading}; }  // NOLINT(*-explicit-*)
};
using Columns = ColumnsOf<double>;
using ConstColumns = ColumnsOf<const double>;

// C -= A B for N columns of C and D of A. Rows are taken in fours that end with the last one, so that what is
// written for one pivot is read by the next in the same fours: from others the processor has it later.
template <int D, std::size_t N>
NSDS_LOOP void subtract_strip(std::size_t rows, const ConstColumns& A, const ConstColumns& B,
                              const Columns& C) {
  double of_B[N][D];  // in registers
  for (std::size_t j = 0; j < N; ++j)
    for (std::size_t l = 0; l < D; ++l) of_B[j][l] = B.values[B.leading * j + l];
  std::size_t i = 0;
  for (; i < rows % quad_size; ++i) {
    for (std::size_t j = 0; j < N; ++j) {
      double sum = A.values[i] * of_B[j][0];
      for (std::size_t l = 1; l < D; ++l) sum += A.values[A.leading * l + i] * of_B[j][l];
      C.values[C.leading * j + i] -= sum;
    }
  }
  for (; i < rows; i += quad_size) {
    Quad sums[N];
    for (std::size_t j = 0; j < N; ++j) sums[j] = quad(A.values + i).v * of_B[j][0];
    for (std::size_t l = 1; l < D; ++l)
      for (std::size_t j = 0; j < N; ++j) sums[j] += quad(A.values + A.leading * l + i).v * of_B[j][l];
    for (std::size_t j = 0; j < N; ++j) quad(C.values + C.leading * j + i).v -= sums[j];
  }
}

// C -= A B. A: rows x inner, B: inner x columns, inner a multiple of D.
template <int D>
NSDS_LOOP void subtract_columns(std::size_t rows, std::size_t columns, std::size_t inner,
                                const ConstColumns& A, const ConstColumns& B, const Columns& C) {
  std::size_t j = 0;
  for (; j + 2 <= columns; j += 2)
    for (std::size_t k = 0; k < inner; k += D)
      subtract_strip<D, 2>(rows, A.from(0, k), B.from(k, j), C.from(0, j));
  for (; j < columns; ++j)
    for (std::size_t k = 0; k < inner; k += D)
      subtract_strip<D, 1>(rows, A.from(0, k), B.from(k, j), C.from(0, j));
}

template <int D>
NSDS_WIDE void subtract_columns_wide(std::size_t rows, std::size_t columns, std::size_t inner,
                                     const ConstColumns& A, const ConstColumns& B, const Columns& C) {
  subtract_columns<D>(rows, columns, inner, A, B, C);
}

template <int D>
void subtract_columns_any(std::size_t rows, std::size_t columns, std::size_t inner, const ConstColumns& A,
                          const ConstColumns& B, const Columns& C) {
  subtract_columns<D>(rows, columns, inner, A, B, C);
}

// y -= A x. The rows of y stay in registers.
template <int D>
NSDS_LOOP void subtract_vector(std::size_t rows, std::size_t columns, const ConstColumns& A, const double* x,
                               double* y) {
  std::size_t i = 0;
  for (; i + quad_size <= rows; i += quad_size) {
    Quad value = quad(y + i).v;
    for (std::size_t k = 0; k < columns; k += D) {
      const double* const a = A.values + A.leading * k + i;
      Quad sum = quad(a).v * x[k];
      for (std::size_t l = 1; l < D; ++l) sum += quad(a + A.leading * l).v * x[k + l];
      value -= sum;
    }
    quad(y + i).v = value;
  }
  for (; i < rows; ++i) {
    for (std::size_t k = 0; k < columns; k += D) {
      const double* const a = A.values + A.leading * k + i;
      double sum = a[0] * x[k];
      for (std::size_t l = 1; l < D; ++l) sum += a[A.leading * l] * x[k + l];
      y[i] -= sum;
    }
  }
}

template <int D>
NSDS_WIDE void subtract_vector_wide(std::size_t rows, std::size_t columns, const ConstColumns& A,
                                    const double* x, double* y) {
  subtract_vector<D>(rows, columns, A, x, y);
}

template <int D>
void subtract_vector_any(std::size_t rows, std::size_t columns, const ConstColumns& A, const double* x,
                         double* y) {
  subtract_vector<D>(rows, columns, A, x, y);
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

// Replaces rows b of D columns by b (L U)⁻¹ P, P the order of the rows of L U.
template <int D>
NSDS_LOOP void divide_rows(std::size_t rows, const Columns& A, const double* LU, const RowOrder<D>& order) {
  double* const a = A.values;
  std::size_t i = 0;
  // Four rows at a time are divided by U, whose diagonal is stored inverted, and then by L, from its last
  // column back.
  for (; i + quad_size <= rows; i += quad_size) {
    Quad x[D];
    for (std::size_t k = 0; k < D; ++k) {
      x[k] = quad(a + A.leading * k + i).v;
      for (std::size_t l = 0; l < k; ++l) x[k] -= x[l] * LU[D * k + l];
      x[k] *= LU[D * k + k];
    }
    for (std::size_t k = D; k-- > 0;)
      for (std::size_t l = k + 1; l < D; ++l) x[k] -= x[l] * LU[D * k + l];
    for (std::size_t k = 0; k < D; ++k) quad(a + A.leading * order[k] + i).v = x[k];
  }
  // The rows that are left go one by one, by the same operations.
  for (; i < rows; ++i) {
    double x[D];
    for (std::size_t k = 0; k < D; ++k) {
      x[k] = a[A.leading * k + i];
      for (std::size_t l = 0; l < k; ++l) x[k] -= x[l] * LU[D * k + l];
      x[k] *= LU[D * k + k];
    }
    for (std::size_t k = D; k-- > 0;)
      for (std::size_t l = k + 1; l < D; ++l) x[k] -= x[l] * LU[D * k + l];
    for (std::size_t k = 0; k < D; ++k) a[A.leading * order[k] + i] = x[k];
  }
}

template <int D>
NSDS_WIDE void divide_rows_wide(std::size_t rows, const Columns& A, const double* LU,
                                const RowOrder<D>& order) {
  divide_rows<D>(rows, A, LU, order);
}

template <int D>
void divide_rows_any(std::size_t rows, const Columns& A, const double* LU, const RowOrder<D>& order) {
  divide_rows<D>(rows, A, LU, order);
}

// The diagonal block becomes its factors, the rows below it of its columns are divided by it.
template <int D>
bool factorise_pivot(const Columns& at, std::size_t rows_below, RowOrder<D>& order, double& sign) {
  if (!factorise_small<D>(at.values, at.leading, order, sign)) return false;
  double LU[D * D];
  for (std::size_t j = 0; j < D; ++j)
    for (std::size_t i = 0; i < D; ++i) LU[D * j + i] = at.values[at.leading * j + i];
  const auto divide = has_wide() ? divide_rows_wide<D> : divide_rows_any<D>;
  divide(rows_below, at.from(D, 0), LU, order);
  return true;
}

}  // namespace

template <int D>
bool eliminate_pivots(const FrontMatrix& front, std::span<RowOrder<D>> orders, double& sign) {
  const std::size_t height = D * (front.pivots + front.border), width = D * front.pivots,
                    rest = D * front.border;
  const auto left = [&](std::size_t row, std::size_t column) {
    return Columns{front.left + height * column + row, height};
  };
  for (std::size_t first = 0; first < width; first += D * panel<D>) {
    const std::size_t end = std::min(width, first + D * panel<D>);
    const auto right = [&](std::size_t row) { return Columns{front.right + row, width}; };
    for (std::size_t k = first; k < end; k += D) {
      const std::size_t next = k + D;
      if (!factorise_pivot<D>(left(k, k), height - next, orders[k / D], sign)) return false;
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

template <int D>
void subtract_matrix_vector(std::size_t rows, std::size_t columns, const double* A, std::size_t leading,
                            const double* x, double* y) {
  const auto subtract = has_wide() ? subtract_vector_wide<D> : subtract_vector_any<D>;
  subtract(rows, columns, {A, leading}, x, y);
}

template bool eliminate_pivots<2>(const FrontMatrix&, std::span<RowOrder<2>>, double&);
template bool eliminate_pivots<3>(const FrontMatrix&, std::span<RowOrder<3>>, double&);
template bool eliminate_pivots<5>(const FrontMatrix&, std::span<RowOrder<5>>, double&);
template void subtract_matrix_vector<5>(std::size_t, std::size_t, const double*, std::size_t, const double*,
                                        double*);
template void subtract_matrix_vector<2>(std::size_t, std::size_t, const double*, std::size_t, const double*,
                                        double*);
template void subtract_matrix_vector<3>(std::size_t, std::size_t, const double*, std::size_t, const double*,
                                        double*);

}  // namespace nsds::numerics::friction

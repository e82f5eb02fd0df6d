#include "generic_mechanical/newton_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "linalg/dense_loops.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr std::size_t always_dense = 60;  // rows
constexpr double dense_from = 0.25;       // of the entries

}  // namespace

NewtonMatrix::NewtonMatrix(const Island& island, Arena& arena)
    : island_(island), at_(arena.take<std::size_t>(island.blocks())) {
  std::size_t numbers = 0, entries = 0;
  const std::size_t n = island.size();
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const std::size_t rows = island.rows(block);
    at_[block] = numbers;
    numbers += island.is_contact(block) ? rows * rows : rows;
    entries += rows * island.columns_of(block).size();
  }
  A_ = arena.take<double>(numbers);
  B_ = arena.take<double>(numbers);
  const double full = static_cast<double>(n) * static_cast<double>(n);
  dense_ = n <= always_dense || static_cast<double>(entries) >= dense_from * full;
  if (!dense_) lay_out(arena);
  if (!dense_ || !fits()) return;
  K_ = arena.take<double>(n * n);
  pivots_ = arena.take<std::int32_t>(n);
}

// Calls put(row, column, value, number of the entry) for all that are stored, in the order of storage.
template <class Put>
void NewtonMatrix::for_each(double alpha, Put&& put) const {
  std::size_t number = 0;
  for (std::size_t block = 0; block < island_.blocks(); ++block) {
    const std::size_t rows = island_.rows(block), first = island_.first(block);
    const std::size_t own = index(island_.own[block]);
    const std::span<const std::int32_t> columns = island_.columns_of(block);
    const double* value = island_.values_of(block);
    const double* const A = &A_[at_[block]];
    const double* const B = &B_[at_[block]];
    const bool contact = island_.is_contact(block);
    for (std::size_t k = 0; k < columns.size(); ++k, value += rows) {
      // The matrix is A + B (W + α I), with A on the diagonal blocks only.
      const bool inside = k >= own && k < own + rows;
      for (std::size_t i = 0; i < rows; ++i, ++number) {
        double sum = 0.0;
        // The A and B of a contact are matrices, those of other rows diagonal.
        if (contact) {
          for (std::size_t l = 0; l < rows; ++l) sum += B[l * rows + i] * value[l];
          if (inside) sum += A[(k - own) * rows + i] + alpha * B[(k - own) * rows + i];
        } else {
          sum = B[i] * value[i];
          if (inside && k - own == i) sum += A[i] + alpha * B[i];
        }
        put(first + i, index(columns[k]), sum, number);
      }
    }
  }
}

// Lays out the pattern by columns, and where every entry of the island goes to in it.
void NewtonMatrix::lay_out(Arena& arena) {
  const std::size_t n = island_.size();
  std::fill(A_.begin(), A_.end(), 0.0);
  std::fill(B_.begin(), B_.end(), 0.0);
  // The pattern does not depend on the kinds of rows: every entry that may be there is counted.
  starts_ = arena.take<std::int32_t>(n + 1, 0);
  std::size_t count = 0;
  for_each(0.0, [&](std::size_t, std::size_t column, double, std::size_t) {
    ++starts_[column + 1];
    ++count;
  });
  for (std::size_t j = 0; j < n; ++j) starts_[j + 1] += starts_[j];
  rows_ = arena.take<std::int32_t>(count);
  target_ = arena.take<std::int32_t>(count);
  values_ = arena.take<double>(count);
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> next = arena.take<std::int32_t>(n);
  std::copy_n(starts_.begin(), n, next.begin());
  // Rows come in their order: they increase within each column.
  for_each(0.0, [&](std::size_t row, std::size_t column, double, std::size_t number) {
    const std::int32_t to = next[column]++;
    rows_[index(to)] = static_cast<std::int32_t>(row);
    target_[number] = to;
  });
  arena.rewind(mark);
  factorization_.reset(nsds_factorization_create());
  if (!factorization_) throw std::bad_alloc();
}

nsds_status NewtonMatrix::solve(double alpha, std::span<double> x, double seconds) {
  const nsds_status status = dense_ ? solve_dense(alpha, x) : solve_sparse(alpha, x, seconds);
  if (status != NSDS_OK) return status;
  return all_finite(x.data(), x.size()) ? NSDS_OK : NSDS_SINGULAR;
}

nsds_status NewtonMatrix::solve_dense(double alpha, std::span<double> x) {
  const std::size_t n = island_.size();
  std::fill(K_.begin(), K_.end(), 0.0);
  for_each(alpha, [&](std::size_t row, std::size_t column, double value, std::size_t) {
    K_[column * n + row] = value;
  });
  const auto size = static_cast<std::int32_t>(n);
  if (!factorise_lu(K_.data(), size, pivots_.data())) return NSDS_SINGULAR;
  solve_lu(K_.data(), size, pivots_.data(), x.data());
  return NSDS_OK;
}

nsds_status NewtonMatrix::solve_sparse(double alpha, std::span<double> x, double seconds) {
  for_each(alpha, [&](std::size_t, std::size_t, double value, std::size_t number) {
    values_[index(target_[number])] = value;
  });
  const auto n = static_cast<std::int32_t>(island_.size());
  const nsds_matrix K = nsds_matrix_csc(n, n, starts_.data(), rows_.data(), values_.data());
  const nsds_status status =
      analysed_ ? nsds_factorize(factorization_.get(), &K, NSDS_LU, 0.0, NSDS_REUSE_STRUCTURE, nullptr, 0)
                : factorize_within(operations_within(seconds), *factorization_, K, NSDS_LU, 0.0);
  if (status == NSDS_OUT_OF_MEMORY) throw std::bad_alloc();
  analysed_ = analysed_ || status == NSDS_OK;
  if (status != NSDS_OK) return status == NSDS_TIME_LIMIT ? status : NSDS_SINGULAR;
  return nsds_factorization_solve(factorization_.get(), x.data(), 1, n);
}

}  // namespace nsds::numerics::generic_mechanical

// Random matrices and vectors of finite numbers of every size, and whether two matrices have the same bits.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "nsds/problems/matrix.hpp"
#include "support/draws.hpp"

namespace nsds::test {

// Any bits that are a finite number: subnormal ones, both zeros and the largest ones among them.
inline double random_number(Draws& draws) {
  for (;;) {
    const auto number = std::bit_cast<double>(draws.bits());
    if (std::isfinite(number)) return number;
  }
}

inline std::vector<double> random_numbers(Draws& draws, std::int32_t count) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = random_number(draws);
  return numbers;
}

inline std::vector<double> random_bounds(Draws& draws, std::int32_t count, bool upper) {
  std::vector<double> bounds = random_numbers(draws, count);
  for (double& bound : bounds) bound = upper ? std::abs(bound) : -std::abs(bound);
  for (double& bound : bounds)
    if (draws.bits() % 3 == 0) bound = (upper ? 1.0 : -1.0) * std::numeric_limits<double>::infinity();
  return bounds;
}

// Cuts size into blocks of one to three rows.
inline std::vector<std::int32_t> random_offsets(Draws& draws, std::int32_t size) {
  std::vector<std::int32_t> offsets{0};
  while (offsets.back() < size) offsets.push_back(std::min(size, offsets.back() + draws.integer(1, 3)));
  return offsets;
}

inline problems::Matrix random_csc(Draws& draws, std::int32_t rows, std::int32_t cols) {
  problems::CscArrays arrays;
  arrays.columnStarts = {0};
  for (std::int32_t j = 0; j < cols; ++j) {
    for (std::int32_t i = 0; i < rows; ++i) {
      if (draws.bits() % 2 == 0) continue;
      arrays.rowIndices.push_back(i);
      arrays.values.push_back(random_number(draws));
    }
    arrays.columnStarts.push_back(static_cast<std::int32_t>(arrays.values.size()));
  }
  return problems::Matrix::csc(rows, cols, std::move(arrays));
}

inline problems::Matrix random_bsr(Draws& draws, std::int32_t rows, std::int32_t cols) {
  problems::BsrArrays arrays{random_offsets(draws, rows), random_offsets(draws, cols), {0}, {}, {0}, {}};
  for (std::size_t i = 0; i + 1 < arrays.rowOffsets.size(); ++i) {
    for (std::size_t j = 0; j + 1 < arrays.colOffsets.size(); ++j) {
      if (draws.bits() % 2 == 0) continue;
      const std::int32_t size = (arrays.rowOffsets[i + 1] - arrays.rowOffsets[i]) *
                                (arrays.colOffsets[j + 1] - arrays.colOffsets[j]);
      const std::vector<double> block = random_numbers(draws, size);
      arrays.blockColumns.push_back(static_cast<std::int32_t>(j));
      arrays.values.insert(arrays.values.end(), block.begin(), block.end());
      arrays.valueStarts.push_back(static_cast<std::int32_t>(arrays.values.size()));
    }
    arrays.rowStarts.push_back(static_cast<std::int32_t>(arrays.blockColumns.size()));
  }
  return problems::Matrix::bsr(std::move(arrays));
}

inline problems::Matrix random_matrix(Draws& draws, nsds_storage storage, std::int32_t rows,
                                      std::int32_t cols) {
  if (storage == NSDS_CSC) return random_csc(draws, rows, cols);
  if (storage == NSDS_BSR) return random_bsr(draws, rows, cols);
  return problems::Matrix::dense(rows, cols, random_numbers(draws, rows * cols));
}

// Bit for bit, so that 0 and -0 differ.
template <class Number>
void expect_same_array(const Number* left, const Number* right, std::int32_t count) {
  if (count == 0) return;
  EXPECT_EQ(std::memcmp(left, right, static_cast<std::size_t>(count) * sizeof(Number)), 0);
}

inline void expect_same(const nsds_matrix& left, const nsds_matrix& right) {
  ASSERT_EQ(left.storage, right.storage);
  ASSERT_EQ(left.rows, right.rows);
  ASSERT_EQ(left.cols, right.cols);
  if (left.storage == NSDS_DENSE)
    return expect_same_array(left.as.dense.values, right.as.dense.values, left.rows * left.cols);
  if (left.storage == NSDS_CSC) {
    const nsds_csc_arrays &a = left.as.csc, &b = right.as.csc;
    expect_same_array(a.column_starts, b.column_starts, left.cols + 1);
    ASSERT_FALSE(testing::Test::HasFailure());
    expect_same_array(a.row_indices, b.row_indices, a.column_starts[left.cols]);
    return expect_same_array(a.values, b.values, a.column_starts[left.cols]);
  }
  const nsds_bsr_arrays &a = left.as.bsr, &b = right.as.bsr;
  ASSERT_EQ(a.block_rows, b.block_rows);
  ASSERT_EQ(a.block_cols, b.block_cols);
  expect_same_array(a.row_offsets, b.row_offsets, a.block_rows + 1);
  expect_same_array(a.col_offsets, b.col_offsets, a.block_cols + 1);
  expect_same_array(a.row_starts, b.row_starts, a.block_rows + 1);
  ASSERT_FALSE(testing::Test::HasFailure());
  const std::int32_t blocks = a.row_starts[a.block_rows];
  expect_same_array(a.block_columns, b.block_columns, blocks);
  expect_same_array(a.value_starts, b.value_starts, blocks + 1);
  ASSERT_FALSE(testing::Test::HasFailure());
  expect_same_array(a.values, b.values, a.value_starts[blocks]);
}

}  // namespace nsds::test

#include "analysis/copy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::analysis {
namespace {

constexpr std::int32_t largest_small = 64;
constexpr std::int64_t mostly_full = 8;  // of n^2 entries one in so many

std::int64_t stored_entries(const nsds_matrix& M) {
  if (M.storage == NSDS_CSC) return M.as.csc.column_starts[M.cols];
  if (M.storage == NSDS_BSR) return M.as.bsr.value_starts[M.as.bsr.row_starts[M.as.bsr.block_rows]];
  return static_cast<std::int64_t>(M.rows) * M.cols;
}

void bind_dense(std::int32_t n, OwnedMatrix& out) {
  static_cast<nsds_matrix&>(out) = nsds_matrix_dense(n, n, out.values.data(), std::max<std::int32_t>(1, n));
}

void bind_csc(std::int32_t n, OwnedMatrix& out) {
  static_cast<nsds_matrix&>(out) =
      nsds_matrix_csc(n, n, out.starts.data(), out.indices.data(), out.values.data());
}

void symmetric_part_dense(const nsds_matrix& M, double sign, double shift, OwnedMatrix& out) {
  const std::size_t n = index(M.rows);
  out.values.resize(n * n);
  const auto entry = [&](std::size_t i, std::size_t j) {
    return M.as.dense.values[i + j * index(M.as.dense.leading_dimension)];
  };
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      out.values[i + j * n] = sign * (0.5 * entry(i, j) + 0.5 * entry(j, i)) + (i == j ? shift : 0.0);
  bind_dense(M.rows, out);
}

// Forms the columns of Mᵀ in CSC.
void transpose(const nsds_matrix& M, std::vector<std::int32_t>& starts, std::vector<std::int32_t>& rows,
               std::vector<double>& values) {
  const std::size_t n = index(M.rows);
  starts.assign(n + 2, 0);
  rows.resize(static_cast<std::size_t>(stored_entries(M)));
  values.resize(rows.size());
  for_each_entry(M, [&](std::int32_t i, std::int32_t, double) { ++starts[index(i) + 2]; });
  for (std::size_t i = 0; i < n; ++i) starts[i + 2] += starts[i + 1];
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t k = index(starts[index(i) + 1]++);
    rows[k] = j;
    values[k] = value;
  });
  starts.pop_back();
}

// Merges the sorted rows of M, of Mᵀ and of I column by column.
void symmetric_part_csc(const nsds_matrix& M, double sign, double shift, OwnedMatrix& out) {
  std::vector<std::int32_t> starts, rows;
  std::vector<double> values;
  transpose(M, starts, rows, values);
  const nsds_csc_arrays& csc = M.as.csc;
  out.starts.assign(1, 0);
  out.indices.clear();
  out.values.clear();
  for (std::int32_t j = 0; j < M.cols; ++j) {
    std::size_t a = index(csc.column_starts[j]), b = index(starts[index(j)]);
    const std::size_t a_end = index(csc.column_starts[j + 1]), b_end = index(starts[index(j) + 1]);
    bool diagonal_done = false;
    // The least row that is left comes next. The diagonal has an entry in any case, for the shift.
    while (a < a_end || b < b_end || !diagonal_done) {
      std::int32_t row = diagonal_done ? M.rows : j;
      if (a < a_end) row = std::min(row, csc.row_indices[a]);
      if (b < b_end) row = std::min(row, rows[b]);
      // The entry is half of that of M and half of that of Mᵀ, where they have one.
      double sum = 0.0;
      if (a < a_end && csc.row_indices[a] == row) sum += 0.5 * csc.values[a++];
      if (b < b_end && rows[b] == row) sum += 0.5 * values[b++];
      if (row == j) diagonal_done = true;
      out.indices.push_back(row);
      out.values.push_back(sign * sum + (row == j ? shift : 0.0));
    }
    out.starts.push_back(static_cast<std::int32_t>(out.indices.size()));
  }
  bind_csc(M.rows, out);
}

}  // namespace

nsds_status check(const nsds_matrix* M, bool has_answer, double tolerance, const Sentence& sentence) {
  if (M == nullptr || !has_answer) {
    sentence.write("{} is null.", M == nullptr ? "M" : "answer");
    return NSDS_INVALID_ARGUMENT;
  }
  // The matrix is checked before its shape and its storage are asked for.
  char fault[200] = "";
  if (!well_formed(*M, {fault, sizeof fault})) {
    sentence.write("M: {}", fault);
    return NSDS_INVALID_ARGUMENT;
  }
  if (M->rows != M->cols) {
    sentence.write("M is {} x {}, it must be square.", M->rows, M->cols);
    return NSDS_INVALID_ARGUMENT;
  }
  if (!(tolerance >= 0.0 && tolerance < 1.0)) {
    sentence.write("tolerance is {}, it must be in [0, 1).", tolerance);
    return NSDS_INVALID_ARGUMENT;
  }
  if (M->storage == NSDS_OPERATOR) {
    sentence.write("M is an operator, whose entries are not known; convert it.");
    return NSDS_NOT_APPLICABLE;
  }
  return NSDS_OK;
}

bool treat_as_sparse(const nsds_matrix& M) {
  if (M.storage == NSDS_DENSE || M.rows <= largest_small) return false;
  return stored_entries(M) < static_cast<std::int64_t>(M.rows) * M.cols / mostly_full;
}

bool scaled_copy(const nsds_matrix& M, std::span<const std::int32_t> exponents, std::int32_t shift,
                 OwnedMatrix& out) {
  bool exact = true;
  // Powers of two scale exactly, unless an entry leaves the range of a double.
  const auto scale = [&](std::int32_t i, std::int32_t j, double& value) {
    const std::int32_t by = shift + (exponents.empty() ? 0 : exponents[index(i)] + exponents[index(j)]);
    const double scaled = std::ldexp(value, by);
    exact = exact && std::isfinite(scaled) && std::ldexp(scaled, -by) == value;
    value = scaled;
  };
  if (!treat_as_sparse(M)) {
    out.values.resize(index(M.rows) * index(M.cols));
    copy_dense(M, out.values.data());
    std::size_t k = 0;
    for (std::int32_t j = 0; j < M.cols; ++j)
      for (std::int32_t i = 0; i < M.rows; ++i) scale(i, j, out.values[k++]);
    bind_dense(M.rows, out);
    return exact;
  }
  // A sparse matrix keeps its pattern.
  gather_csc(M, false, out.starts, out.indices, out.values);
  for (std::int32_t j = 0; j < M.cols; ++j)
    for (std::size_t k = index(out.starts[index(j)]); k < index(out.starts[index(j) + 1]); ++k)
      scale(out.indices[k], j, out.values[k]);
  bind_csc(M.rows, out);
  return exact;
}

std::vector<std::int32_t> exponents_to_unit_diagonal(const nsds_matrix& M) {
  std::vector<double> diagonal(index(M.rows));
  nsds_matrix_diagonal(&M, diagonal.data());
  std::vector<std::int32_t> exponents(diagonal.size(), 0);
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    int exponent = 0;
    std::frexp(diagonal[i], &exponent);
    if (diagonal[i] > 0.0) exponents[i] = -static_cast<std::int32_t>(std::floor(0.5 * exponent));
  }
  return exponents;
}

std::int32_t common_shift(const nsds_matrix& M) {
  double largest = 0.0;
  nsds_matrix_max_abs(&M, &largest);
  int exponent = 0;
  std::frexp(largest, &exponent);
  return largest > 0.0 ? -exponent : 0;
}

double matrix_norm(const nsds_matrix& M) {
  std::vector<double> rows(index(M.rows), 0.0), columns(index(M.cols), 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    rows[index(i)] += std::fabs(value);
    columns[index(j)] += std::fabs(value);
  });
  double largest = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) largest = std::max({largest, rows[i], columns[i]});
  return largest;
}

void symmetric_part(const nsds_matrix& M, double sign, double shift, OwnedMatrix& out) {
  if (M.storage == NSDS_DENSE) return symmetric_part_dense(M, sign, shift, out);
  symmetric_part_csc(M, sign, shift, out);
}

bool QuadraticForm::certainly_negative(std::int32_t n) const {
  const double steps = n <= 64 ? n + 2.0 : 8.0 * std::sqrt(static_cast<double>(n));
  return value < -steps * epsilon * magnitude;
}

QuadraticForm quadratic_form(const nsds_matrix& M, const double* v) {
  const std::size_t n = index(M.rows);
  std::vector<double> product(n, 0.0), magnitude(n, 0.0);
  add_product_and_magnitude(M, v, product.data(), magnitude.data());
  QuadraticForm form;
  for (std::size_t i = 0; i < n; ++i) {
    form.value += v[i] * product[i];
    form.magnitude += std::fabs(v[i]) * magnitude[i];
  }
  return form;
}

}  // namespace nsds::numerics::analysis

// Converts explicitly between storages.
#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

#include "core/guard.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/owned.hpp"

namespace nsds::numerics {
namespace {

// Computes the columns of an operator, one product each, into a dense array.
bool sample_operator(const nsds_matrix& A, std::vector<double>& values) {
  values.assign(index(A.rows) * index(A.cols), 0.0);
  std::vector<double> unit(index(A.cols), 0.0);
  for (std::int32_t j = 0; j < A.cols; ++j) {
    unit[index(j)] = 1.0;
    if (!apply(A.as.op, unit.data(), values.data() + index(j) * index(A.rows))) return false;
    unit[index(j)] = 0.0;
  }
  return true;
}

std::unique_ptr<OwnedMatrix> to_dense(const nsds_matrix& A) {
  auto out = std::make_unique<OwnedMatrix>();
  out->values.resize(index(A.rows) * index(A.cols));
  copy_dense(A, out->values.data());
  static_cast<nsds_matrix&>(*out) =
      nsds_matrix_dense(A.rows, A.cols, out->values.data(), std::max<std::int32_t>(1, A.rows));
  return out;
}

std::unique_ptr<OwnedMatrix> to_csc(const nsds_matrix& A) {
  auto out = std::make_unique<OwnedMatrix>();
  gather_csc(A, false, out->starts, out->indices, out->values);
  static_cast<nsds_matrix&>(*out) =
      nsds_matrix_csc(A.rows, A.cols, out->starts.data(), out->indices.data(), out->values.data());
  return out;
}

void bind_bsr(OwnedMatrix& out) {
  static_cast<nsds_matrix&>(out) = nsds_matrix_bsr(
      static_cast<std::int32_t>(out.row_offsets.size()) - 1,
      static_cast<std::int32_t>(out.col_offsets.size()) - 1, out.row_offsets.data(), out.col_offsets.data(),
      out.starts.data(), out.indices.data(), out.value_starts.data(), out.values.data());
}

std::unique_ptr<OwnedMatrix> copy_bsr(const nsds_matrix& A) {
  const nsds_bsr_arrays& bsr = A.as.bsr;
  auto out = std::make_unique<OwnedMatrix>();
  const std::int32_t blocks = bsr.row_starts[bsr.block_rows];
  out->row_offsets.assign(bsr.row_offsets, bsr.row_offsets + bsr.block_rows + 1);
  out->col_offsets.assign(bsr.col_offsets, bsr.col_offsets + bsr.block_cols + 1);
  out->starts.assign(bsr.row_starts, bsr.row_starts + bsr.block_rows + 1);
  out->indices.assign(bsr.block_columns, bsr.block_columns + blocks);
  out->value_starts.assign(bsr.value_starts, bsr.value_starts + blocks + 1);
  out->values.assign(bsr.values, bsr.values + bsr.value_starts[blocks]);
  bind_bsr(*out);
  return out;
}

std::vector<std::int32_t> multiples(std::int32_t step, std::int32_t count) {
  std::vector<std::int32_t> offsets(index(count) + 1);
  for (std::int32_t i = 0; i <= count; ++i) offsets[index(i)] = i * step;
  return offsets;
}

// Makes square blocks of one size. A block is stored where the source stores an entry (dense: a nonzero).
std::unique_ptr<OwnedMatrix> to_blocks(const nsds_matrix& A, std::int32_t size) {
  auto out = std::make_unique<OwnedMatrix>();
  const std::int64_t width = A.cols / size;
  const auto key = [&](std::int32_t i, std::int32_t j) { return (i / size) * width + j / size; };
  const auto stored = [&](double value) { return A.storage != NSDS_DENSE || value != 0.0; };

  // Blocks are numbered row by row; those with an entry are listed once.
  std::vector<std::int64_t> keys;
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    if (stored(value) && (keys.empty() || keys.back() != key(i, j))) keys.push_back(key(i, j));
  });
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  // At least one block, as the size of one has to be a number itself.
  const std::int64_t most = std::max<std::int64_t>(1, static_cast<std::int64_t>(keys.size()));
  if (std::int64_t{size} * size > std::numeric_limits<std::int32_t>::max() / most)
    throw std::length_error("value starts are 32-bit");

  // The sorted list of blocks gives the pattern.
  const auto blocks = static_cast<std::int32_t>(keys.size());
  out->row_offsets = multiples(size, A.rows / size);
  out->col_offsets = multiples(size, A.cols / size);
  out->value_starts = multiples(size * size, blocks);
  out->starts.assign(out->row_offsets.size(), 0);
  for (const std::int64_t block : keys) {
    out->indices.push_back(static_cast<std::int32_t>(block % width));
    ++out->starts[static_cast<std::size_t>(block / width) + 1];
  }
  for (std::size_t row = 1; row < out->starts.size(); ++row) out->starts[row] += out->starts[row - 1];

  // Every entry finds its block by a search in the sorted list.
  out->values.assign(keys.size() * index(size) * index(size), 0.0);
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    if (!stored(value)) return;
    const auto block =
        static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), key(i, j)) - keys.begin());
    out->values[(block * index(size) + index(j % size)) * index(size) + index(i % size)] = value;
  });
  bind_bsr(*out);
  return out;
}

nsds_status convert_operator(const nsds_matrix& A, nsds_storage storage, std::unique_ptr<OwnedMatrix>& out) {
  if (storage == NSDS_BSR) return NSDS_NOT_APPLICABLE;
  std::vector<double> values;
  if (!sample_operator(A, values)) return NSDS_NOT_APPLICABLE;
  const nsds_matrix dense =
      nsds_matrix_dense(A.rows, A.cols, values.data(), std::max<std::int32_t>(1, A.rows));
  out = storage == NSDS_DENSE ? to_dense(dense) : to_csc(dense);
  return NSDS_OK;
}

nsds_status convert(const nsds_matrix& A, nsds_storage storage, std::int32_t block_size,
                    std::unique_ptr<OwnedMatrix>& out) {
  if (A.storage == NSDS_OPERATOR) return convert_operator(A, storage, out);
  if (storage == NSDS_DENSE) {
    out = to_dense(A);
  } else if (storage == NSDS_CSC) {
    out = to_csc(A);
  } else if (A.storage == NSDS_BSR) {
    out = copy_bsr(A);
  } else {
    if (block_size < 1 || A.rows % block_size != 0 || A.cols % block_size != 0) return NSDS_INVALID_ARGUMENT;
    out = to_blocks(A, block_size);
  }
  return NSDS_OK;
}

}  // namespace

void gather_csc(const nsds_matrix& A, bool keep_zeros, std::vector<std::int32_t>& starts,
                std::vector<std::int32_t>& rows, std::vector<double>& values) {
  // Counting sort by columns; within a column every storage is walked with rows increasing.
  starts.assign(index(A.cols) + 1, 0);
  for_each_entry(A, [&](std::int32_t, std::int32_t j, double value) {
    if (keep_zeros || value != 0.0) ++starts[index(j) + 1];
  });
  for (std::size_t j = 1; j < starts.size(); ++j) starts[j] += starts[j - 1];
  rows.resize(index(starts.back()));
  values.resize(index(starts.back()));
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    if (!keep_zeros && value == 0.0) return;
    const std::size_t k = index(starts[index(j)]++);
    rows[k] = i;
    values[k] = value;
  });
  for (std::size_t j = starts.size() - 1; j > 0; --j) starts[j] = starts[j - 1];
  starts[0] = 0;
}

}  // namespace nsds::numerics

nsds_status nsds_matrix_convert(const nsds_matrix* A, nsds_storage storage, int32_t block_size,
                                nsds_matrix** out) {
  using namespace nsds::numerics;
  return guarded([&] {
    if (out == nullptr || A == nullptr || !well_formed(*A, {})) return NSDS_INVALID_ARGUMENT;
    if (storage != NSDS_DENSE && storage != NSDS_CSC && storage != NSDS_BSR) return NSDS_INVALID_ARGUMENT;
    std::unique_ptr<OwnedMatrix> result;
    const nsds_status status = convert(*A, storage, block_size, result);
    if (status == NSDS_OK) *out = result.release();
    return status;
  });
}

void nsds_matrix_free(nsds_matrix* A) {
  delete static_cast<nsds::numerics::OwnedMatrix*>(A);
}

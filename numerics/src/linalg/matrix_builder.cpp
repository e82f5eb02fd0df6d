#include "linalg/matrix_builder.hpp"

#include <algorithm>
#include <utility>

#include "linalg/entries.hpp"

namespace nsds::numerics {

MatrixBuilder::MatrixBuilder(std::int32_t rows, std::int32_t cols, bool dense)
    : rows_(rows), cols_(cols), dense_(dense) {
  if (!dense) return;
  if (std::int64_t{rows} * cols > most_entries) throw TooLarge();
  made_.values.assign(index(rows) * index(cols), 0.0);
}

void MatrixBuilder::add(std::int32_t i, std::int32_t j, double value) {
  if (dense_) {
    made_.values[index(j) * index(rows_) + index(i)] += value;
    return;
  }
  if (value == 0.0) return;
  if (static_cast<std::int64_t>(entries_.size()) >= most_entries) throw TooLarge();
  entries_.push_back({i, j, value});
}

void MatrixBuilder::add(std::int32_t row, std::int32_t col, double factor, const nsds_matrix* A) {
  if (A == nullptr) return;
  for_each_entry(
      *A, [&](std::int32_t i, std::int32_t j, double value) { add(row + i, col + j, factor * value); });
}

void MatrixBuilder::add_transposed(std::int32_t row, std::int32_t col, double factor, const nsds_matrix* A) {
  if (A == nullptr) return;
  for_each_entry(
      *A, [&](std::int32_t i, std::int32_t j, double value) { add(row + j, col + i, factor * value); });
}

OwnedMatrix MatrixBuilder::finish() {
  if (dense_) {
    static_cast<nsds_matrix&>(made_) =
        nsds_matrix_dense(rows_, cols_, made_.values.data(), std::max<std::int32_t>(1, rows_));
    return std::move(made_);
  }
  sort_by_columns();
  static_cast<nsds_matrix&>(made_) =
      nsds_matrix_csc(rows_, cols_, made_.starts.data(), made_.indices.data(), made_.values.data());
  return std::move(made_);
}

// Entries of one place become one, those that are zero none.
void MatrixBuilder::sort_by_columns() {
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.j != b.j ? a.j < b.j : a.i < b.i; });
  made_.starts.assign(index(cols_) + 1, 0);
  for (std::size_t k = 0; k < entries_.size();) {
    Entry sum = entries_[k++];
    for (; k < entries_.size() && entries_[k].i == sum.i && entries_[k].j == sum.j; ++k)
      sum.value += entries_[k].value;
    if (sum.value == 0.0) continue;
    ++made_.starts[index(sum.j) + 1];
    made_.indices.push_back(sum.i);
    made_.values.push_back(sum.value);
  }
  for (std::size_t j = 0; j < index(cols_); ++j) made_.starts[j + 1] += made_.starts[j];
  entries_ = {};
}

OwnedMatrix copy_matrix(const nsds_matrix& A) {
  MatrixBuilder builder(A.rows, A.cols, A.storage == NSDS_DENSE);
  builder.add(0, 0, 1.0, &A);
  return builder.finish();
}

bool all_dense(const nsds_matrix* first, const nsds_matrix* second, const nsds_matrix* third) {
  const nsds_matrix* const matrices[] = {first, second, third};
  return std::ranges::all_of(matrices,
                             [](const nsds_matrix* A) { return A == nullptr || A->storage == NSDS_DENSE; });
}

}  // namespace nsds::numerics

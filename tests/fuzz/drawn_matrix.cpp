#include "drawn_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace nsds::fuzz {

namespace {

// Room behind every array of a faulty matrix, for sizes that are too large.
constexpr std::size_t kSlack = 512;

std::int32_t count(const std::vector<double>& values) {
  return static_cast<std::int32_t>(values.size());
}

// 0 = first < ... < last = size, in steps of 1 to 3.
std::vector<std::int32_t> draw_offsets(Input& input, int size) {
  std::vector<std::int32_t> offsets{0};
  while (offsets.back() < size) offsets.push_back(std::min(size, offsets.back() + input.integer(1, 3)));
  return offsets;
}

}  // namespace

DrawnMatrix::DrawnMatrix(Input& input, const MatrixWish& wish) : rows_(wish.rows), cols_(wish.cols) {
  entries_.assign(static_cast<std::size_t>(rows_ * cols_), 0.0);
  draw_entries(input, wish);
  switch (input.byte() % 16) {
    case 15:
      store_operator(input);
      break;
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
      store_bsr(input);
      break;
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
      store_csc(input);
      break;
    default:
      store_dense(input);
  }
  if (!input.chance(12)) return;
  add_fault(input);
  read_entries();
}

void DrawnMatrix::draw_entries(Input& input, const MatrixWish& wish) {
  auto kind = static_cast<Structure>(input.byte() % 6);
  if (wish.favoured != Structure::any && input.chance(128)) kind = wish.favoured;
  const int fill = input.chance(128) ? 256 : 96;
  const auto draw = [&] { return fill == 256 || input.chance(fill) ? input.number(wish.range) : 0.0; };
  for (int j = 0; j < cols_; ++j) {
    for (int i = 0; i < rows_; ++i) {
      if (kind == Structure::diagonal && i != j) continue;
      if (kind == Structure::tridiagonal && std::abs(i - j) > 1) continue;
      at(i, j) = draw();
    }
  }
  if (rows_ != cols_) return;
  const bool skew = kind == Structure::skew && !wish.symmetric;
  if (kind == Structure::symmetric || kind == Structure::tridiagonal || kind == Structure::skew ||
      wish.symmetric) {
    for (int j = 0; j < cols_; ++j)
      for (int i = 0; i < j; ++i) at(i, j) = skew ? -at(j, i) : at(j, i);
  }
  if (kind == Structure::gram) square_entries(input.integer(0, rows_), wish.range);
  if (wish.dominant && input.chance(224)) raise_diagonal(wish.range);
}

// B B' of the first so many columns of what was drawn.
void DrawnMatrix::square_entries(int rank, Range range) {
  const std::vector<double> B = entries_;
  for (int j = 0; j < cols_; ++j) {
    for (int i = 0; i < rows_; ++i) {
      double sum = 0.0;
      for (int k = 0; k < rank; ++k)
        sum += B[static_cast<std::size_t>(i * rows_ + k)] * B[static_cast<std::size_t>(j * rows_ + k)];
      // What overflows is a matter of the ranges that ask for it.
      at(i, j) = range == Range::any ? sum : std::clamp(sum, -1e300, 1e300);
    }
  }
}

// Each to more than the sum of its row.
void DrawnMatrix::raise_diagonal(Range range) {
  for (int i = 0; i < rows_; ++i) {
    double sum = 1.0;
    for (int j = 0; j < cols_; ++j) sum += std::fabs(entry(i, j));
    at(i, i) = range == Range::any ? sum : std::min(sum, 1e300);
  }
}

void DrawnMatrix::store_dense(Input& input) {
  const int leading = std::max(1, rows_) + (input.chance(64) ? 2 : 0);
  values_.assign(static_cast<std::size_t>(leading * cols_), -77.0);
  for (int j = 0; j < cols_; ++j)
    for (int i = 0; i < rows_; ++i) values_[static_cast<std::size_t>(j * leading + i)] = entry(i, j);
  view_ = nsds_matrix_dense(rows_, cols_, values_.data(), leading);
}

void DrawnMatrix::store_csc(Input& input) {
  const bool zeros = input.chance(32);
  starts_.push_back(0);
  for (int j = 0; j < cols_; ++j) {
    for (int i = 0; i < rows_; ++i) {
      if (entry(i, j) == 0.0 && !zeros) continue;
      indices_.push_back(i);
      values_.push_back(entry(i, j));
    }
    starts_.push_back(count(values_));
  }
  view_ = nsds_matrix_csc(rows_, cols_, starts_.data(), indices_.data(), values_.data());
}

void DrawnMatrix::store_bsr(Input& input) {
  row_offsets_ = draw_offsets(input, rows_);
  col_offsets_ = rows_ == cols_ && !input.chance(32) ? row_offsets_ : draw_offsets(input, cols_);
  const auto block_rows = static_cast<std::int32_t>(row_offsets_.size()) - 1;
  const auto block_cols = static_cast<std::int32_t>(col_offsets_.size()) - 1;
  starts_.push_back(0);
  value_starts_.push_back(0);
  for (std::size_t r = 0; r + 1 < row_offsets_.size(); ++r) {
    for (std::size_t c = 0; c + 1 < col_offsets_.size(); ++c) {
      const std::size_t before = values_.size();
      bool any = false;
      for (int j = col_offsets_[c]; j < col_offsets_[c + 1]; ++j) {
        for (int i = row_offsets_[r]; i < row_offsets_[r + 1]; ++i) {
          values_.push_back(entry(i, j));
          any = any || entry(i, j) != 0.0;
        }
      }
      if (!any) {
        values_.resize(before);
        continue;
      }
      indices_.push_back(static_cast<std::int32_t>(c));
      value_starts_.push_back(count(values_));
    }
    starts_.push_back(static_cast<std::int32_t>(indices_.size()));
  }
  view_ = nsds_matrix_bsr(block_rows, block_cols, row_offsets_.data(), col_offsets_.data(), starts_.data(),
                          indices_.data(), value_starts_.data(), values_.data());
}

void DrawnMatrix::store_operator(Input& input) {
  apply_fails_ = input.chance(64);
  view_ = nsds_matrix_operator(rows_, cols_, apply, this);
}

int DrawnMatrix::apply(void* user, const double* x, double* y) {
  const auto& self = *static_cast<const DrawnMatrix*>(user);
  if (self.apply_fails_) return 1;
  for (int i = 0; i < self.rows_; ++i) {
    y[i] = 0.0;
    for (int j = 0; j < self.cols_; ++j) y[i] += self.entry(i, j) * x[j];
  }
  return 0;
}

// One to three wrong numbers in the view or its index arrays. An array is always as long as the largest
// number in it that counts its entries.
void DrawnMatrix::add_fault(Input& input) {
  faulty_ = true;
  const std::int32_t stored = count(values_);
  values_.resize(values_.size() + kSlack, 0.5);
  for (std::vector<std::int32_t>* array : {&starts_, &indices_, &row_offsets_, &col_offsets_, &value_starts_})
    array->resize(array->size() + kSlack, array->empty() ? 0 : array->back());
  if (view_.storage == NSDS_DENSE) view_.as.dense.values = values_.data();
  if (view_.storage == NSDS_CSC) view_.as.csc = {starts_.data(), indices_.data(), values_.data()};
  if (view_.storage == NSDS_BSR) {
    nsds_bsr_arrays& bsr = view_.as.bsr;
    bsr = {bsr.block_rows, bsr.block_cols,  row_offsets_.data(),  col_offsets_.data(),
           starts_.data(), indices_.data(), value_starts_.data(), values_.data()};
  }
  const auto spoil = [&](std::vector<std::int32_t>& array, std::int32_t largest) {
    const std::size_t used = array.size() - kSlack;
    if (used == 0) return;
    constexpr std::int32_t far[] = {-1, INT32_MIN, INT32_MAX, 0, 1};
    array[input.byte() % used] = input.chance(96) ? std::min(far[input.byte() % 5], largest)
                                                  : std::min(input.integer(-2, 14), largest);
  };
  const int faults = input.integer(1, 3);
  for (int k = 0; k < faults; ++k) {
    switch (input.byte() % 8) {
      case 0:
        view_.rows += input.integer(-2, 2);
        break;
      case 1:
        view_.cols += input.integer(-2, 2);
        break;
      case 2:
        if (view_.storage == NSDS_DENSE) view_.as.dense.leading_dimension = input.integer(-1, 16);
        if (view_.storage == NSDS_BSR) view_.as.bsr.block_rows += input.integer(-2, 2);
        break;
      case 3:
        view_.storage = static_cast<nsds_storage>(0);
        break;
      case 4:
        if (view_.storage == NSDS_DENSE) view_.as.dense.values = nullptr;
        if (view_.storage == NSDS_CSC) view_.as.csc.row_indices = nullptr;
        if (view_.storage == NSDS_BSR) view_.as.bsr.value_starts = nullptr;
        if (view_.storage == NSDS_OPERATOR) view_.as.op.apply = nullptr;
        break;
      case 5:
        spoil(starts_,
              view_.storage == NSDS_CSC ? stored : static_cast<std::int32_t>(indices_.size() - kSlack));
        break;
      case 6:
        spoil(indices_, INT32_MAX);
        break;
      default:
        spoil(row_offsets_, INT32_MAX);
        spoil(value_starts_, stored);
    }
  }
}

// Wrong numbers may make another matrix that is well formed.
void DrawnMatrix::read_entries() {
  if (view_.storage == NSDS_OPERATOR || nsds_matrix_check(&view_, nullptr, 0) != NSDS_OK) return;
  if (view_.rows != rows_ || view_.cols != cols_) return;
  std::vector<double> unit(static_cast<std::size_t>(cols_), 0.0);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    unit[j] = 1.0;
    nsds_matrix_multiply(&view_, 1.0, unit.data(), 0.0,
                         entries_.data() + j * static_cast<std::size_t>(rows_));
    unit[j] = 0.0;
  }
}

void DrawnMatrix::double_values() {
  for (double& value : entries_) value *= 2.0;
  for (double& value : values_) value *= 2.0;
}

}  // namespace nsds::fuzz

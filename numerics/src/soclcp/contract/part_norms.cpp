#include "soclcp/contract/part_norms.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics::soclcp {
namespace {

// Gathers norms entry by entry: as sums of squares where all of these are numbers, for hypot is many times slower.
class Gatherer {
 public:
  explicit Gatherer(const nsds_matrix& M) {
    constexpr double least = 1e-140, most = 1e140;
    for_each_entry(M, [&](std::int32_t, std::int32_t, double value) {
      const double size = std::fabs(value);
      by_squares_ = by_squares_ && (size == 0.0 || (size > least && size < most));
    });
  }

  double with(double gathered, double value) const {
    return by_squares_ ? gathered + value * value : std::hypot(gathered, value);
  }
  double norm(double gathered) const { return by_squares_ ? std::sqrt(gathered) : gathered; }

 private:
  bool by_squares_ = true;
};

nsds_matrix dense_norms(const nsds_matrix& M, const Division& division, Arena& arena) {
  const Gatherer gatherer(M);
  const std::size_t count = division.parts.size();
  const std::span<double> norms = arena.take<double>(count * count, 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    double& norm = norms[index(division.part_of[index(j)]) * count + index(division.part_of[index(i)])];
    norm = gatherer.with(norm, value);
  });
  for (double& norm : norms) norm = gatherer.norm(norm);
  const auto size = static_cast<std::int32_t>(count);
  return nsds_matrix_dense(size, size, norms.data(), size);
}

// Sparse matrices: the entries are sorted by the columns of parts, and those of each column are gathered in a dense one.
class SparseNorms {
 public:
  SparseNorms(const nsds_matrix& M, const Division& division, Arena& arena)
      : division_(division),
        gatherer_(M),
        count_(division.parts.size()),
        starts_(arena.take<std::int32_t>(count_ + 1, 0)) {
    std::size_t entries = 0;
    for_each_entry(M, [&](std::int32_t, std::int32_t, double) { ++entries; });
    rows_ = arena.take<std::int32_t>(std::max<std::size_t>(entries, 1));
    values_ = arena.take<double>(std::max<std::size_t>(entries, 1));
    sort(M, arena);
    gather(arena);
  }

  nsds_matrix matrix() const {
    const auto size = static_cast<std::int32_t>(count_);
    return nsds_matrix_csc(size, size, starts_.data(), rows_.data(), values_.data());
  }

 private:
  void sort(const nsds_matrix& M, Arena& arena) {
    for_each_entry(
        M, [&](std::int32_t, std::int32_t j, double) { ++starts_[index(division_.part_of[index(j)]) + 1]; });
    for (std::size_t k = 0; k < count_; ++k) starts_[k + 1] += starts_[k];
    const Arena::Mark mark = arena.mark();
    const std::span<std::int32_t> next = arena.take<std::int32_t>(count_);
    std::copy_n(starts_.begin(), count_, next.begin());
    for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
      const std::size_t place = index(next[index(division_.part_of[index(j)])]++);
      rows_[place] = division_.part_of[index(i)];
      values_[place] = value;
    });
    arena.rewind(mark);
  }

  void gather(Arena& arena) {
    const Arena::Mark mark = arena.mark();
    const std::span<double> column = arena.take<double>(count_, 0.0);
    const std::span<std::int32_t> seen = arena.take<std::int32_t>(count_, -1);
    std::int32_t filled = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const std::int32_t first = starts_[k], begin = filled, end = starts_[k + 1];
      starts_[k] = begin;
      for (std::int32_t place = first; place < end; ++place) {
        const std::int32_t row = rows_[index(place)];
        column[index(row)] = gatherer_.with(column[index(row)], values_[index(place)]);
        if (seen[index(row)] == static_cast<std::int32_t>(k)) continue;
        seen[index(row)] = static_cast<std::int32_t>(k);
        rows_[index(filled++)] = row;  // no entry that is still to be read stands there
      }
      std::sort(rows_.begin() + begin, rows_.begin() + filled);
      for (std::int32_t place = begin; place < filled; ++place) {
        double& norm = column[index(rows_[index(place)])];
        values_[index(place)] = gatherer_.norm(norm);
        norm = 0.0;
      }
    }
    starts_[count_] = filled;
    arena.rewind(mark);
  }

  const Division& division_;
  Gatherer gatherer_;
  std::size_t count_;
  std::span<std::int32_t> starts_, rows_;
  std::span<double> values_;
};

}  // namespace

PartNorms part_norms(const nsds_soclcp& given, const Division& division, Arena& arena) {
  const std::span<double> datum = arena.take<double>(division.parts.size());
  for (std::size_t k = 0; k < datum.size(); ++k) datum[k] = part_norm(division.parts[k], given.q);
  const nsds_matrix matrix = given.M->storage == NSDS_DENSE ? dense_norms(*given.M, division, arena)
                                                            : SparseNorms(*given.M, division, arena).matrix();
  return {matrix, datum};
}

}  // namespace nsds::numerics::soclcp

#include "generic_mechanical/island.hpp"

#include <algorithm>

#include "core/disjoint_sets.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

class Packing {
 public:
  Packing(const MechanicalProblem& problem, Arena& arena)
      : problem_(problem),
        arena_(arena),
        blocks_(index(problem.blocks)),
        block_of_(arena.take<std::int32_t>(index(problem.size))),
        sets_(blocks_, arena) {}

  std::span<const Island> pack() {
    join();
    order();
    place_columns();
    fill_values();
    return islands();
  }

 private:
  // visit(i, j, value): every entry that is not zero.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each_entry(problem_.W, [&](std::int32_t i, std::int32_t j, double value) {
      if (value != 0.0) visit(index(i), index(j), value);
    });
  }

  // Blocks that share an entry are in one set.
  void join() {
    for (std::int32_t block = 0; block < problem_.blocks; ++block)
      for (std::int32_t i = problem_.starts[block]; i < problem_.starts[block + 1]; ++i)
        block_of_[index(i)] = block;
    for_each([&](std::size_t i, std::size_t j, double) { sets_.unite(block_of_[i], block_of_[j]); });
  }

  // Orders the blocks island by island, and finds where the rows of each go to, counted from the first row of
  // its island.
  void order() {
    const std::span<std::int32_t> island_of = arena_.take<std::int32_t>(blocks_);
    const std::int32_t count = sets_.number(island_of);
    island_starts_ = arena_.take<std::int32_t>(index(count) + 1, 0);
    for (const std::int32_t island : island_of) ++island_starts_[index(island) + 1];
    for (std::size_t k = 0; k < index(count); ++k) island_starts_[k + 1] += island_starts_[k];
    // Blocks of an island stand together, in the order they have in the problem.
    ordered_ = arena_.take<std::int32_t>(blocks_);
    const std::span<std::int32_t> next = arena_.take<std::int32_t>(index(count));
    std::copy_n(island_starts_.begin(), index(count), next.begin());
    place_ = arena_.take<std::int32_t>(blocks_);
    for (std::int32_t block = 0; block < problem_.blocks; ++block) {
      place_[index(block)] = next[index(island_of[index(block)])]++;
      ordered_[index(place_[index(block)])] = block;
    }
    // Rows are numbered from zero in each island.
    local_ = arena_.take<std::int32_t>(index(problem_.size));
    for (std::size_t k = 0; k < index(count); ++k) {
      std::int32_t row = 0;
      for (std::int32_t p = island_starts_[k]; p < island_starts_[k + 1]; ++p) {
        const std::int32_t block = ordered_[index(p)];
        for (std::int32_t i = problem_.starts[block]; i < problem_.starts[block + 1]; ++i)
          local_[index(i)] = row++;
      }
    }
  }

  std::size_t place_of_row(std::size_t i) const { return index(place_[index(block_of_[i])]); }

  // Lists the columns of every block, increasing and each once.
  void place_columns() {
    const std::span<std::int64_t> ends = arena_.take<std::int64_t>(blocks_ + 1, 0);
    // Each entry asks for a place in the list of its block, and so does each row of the block itself.
    for_each([&](std::size_t i, std::size_t, double) { ++ends[place_of_row(i) + 1]; });
    for (std::size_t p = 0; p < blocks_; ++p) ends[p + 1] += ends[p] + rows_at(p);
    columns_ = arena_.take<std::int32_t>(static_cast<std::size_t>(ends[blocks_]));
    column_starts_ = arena_.take<std::int64_t>(blocks_ + 1);
    std::copy(ends.begin(), ends.end(), column_starts_.begin());
    // The lists are filled unsorted, with repetitions.
    const std::span<std::int64_t> next = arena_.take<std::int64_t>(blocks_);
    for (std::size_t p = 0; p < blocks_; ++p) next[p] = ends[p];
    for (std::size_t i = 0; i < index(problem_.size); ++i)
      columns_[static_cast<std::size_t>(next[place_of_row(i)]++)] = local_[i];
    for_each([&](std::size_t i, std::size_t j, double) {
      columns_[static_cast<std::size_t>(next[place_of_row(i)]++)] = local_[j];
    });
    // Lists move up as they are sorted and lose their repetitions; own_ is where the columns of the diagonal
    // block begin.
    std::int64_t write = 0;
    own_ = arena_.take<std::int32_t>(blocks_);
    value_starts_ = arena_.take<std::size_t>(blocks_);
    for (std::size_t p = 0; p < blocks_; ++p) {
      std::int32_t* const from = columns_.data() + ends[p];
      std::int32_t* const to = columns_.data() + ends[p + 1];
      std::sort(from, to);
      const std::int64_t count = std::unique(from, to) - from;
      std::copy_n(from, count, columns_.data() + write);
      column_starts_[p] = write;
      value_starts_[p] = values_;
      const std::int32_t first = local_[index(problem_.starts[ordered_[p]])];
      own_[p] = static_cast<std::int32_t>(
          std::lower_bound(columns_.data() + write, columns_.data() + write + count, first) -
          (columns_.data() + write));
      write += count;
      values_ += static_cast<std::size_t>(count * rows_at(p));
    }
    column_starts_[blocks_] = write;
  }

  std::int64_t rows_at(std::size_t place) const {
    return problem_.starts[ordered_[place] + 1] - problem_.starts[ordered_[place]];
  }

  void fill_values() {
    value_ = arena_.take<double>(values_, 0.0);
    for_each([&](std::size_t i, std::size_t j, double value) {
      const std::size_t p = place_of_row(i);
      const std::int32_t* const from = columns_.data() + column_starts_[p];
      const std::int32_t* const to = columns_.data() + column_starts_[p + 1];
      const auto k = static_cast<std::size_t>(std::lower_bound(from, to, local_[j]) - from);
      const std::size_t row = i - index(problem_.starts[block_of_[i]]);
      value_[value_starts_[p] + k * static_cast<std::size_t>(rows_at(p)) + row] =
          value / problem_.weight[i] / problem_.weight[j];
    });
  }

  std::span<const Island> islands() {
    const std::size_t count = island_starts_.size() - 1;
    const std::size_t n = index(problem_.size);
    const std::span<Island> made = arena_.take<Island>(count);
    const std::span<double> q = arena_.take<double>(n), lower = arena_.take<double>(n),
                            upper = arena_.take<double>(n), mu = arena_.take<double>(blocks_);
    const std::span<std::int32_t> original = arena_.take<std::int32_t>(n),
                                  kinds = arena_.take<std::int32_t>(blocks_),
                                  starts = arena_.take<std::int32_t>(blocks_ + count);
    // Vectors are copied in the order of islands, in units in which the diagonal of W is about one.
    std::size_t row = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t begin = index(island_starts_[k]), blocks = index(island_starts_[k + 1]) - begin;
      const std::size_t first_row = row;
      for (std::size_t p = begin; p < begin + blocks; ++p) {
        const std::int32_t block = ordered_[p];
        starts[p + k] = static_cast<std::int32_t>(row - first_row);
        kinds[p] = problem_.kinds[block];
        mu[p] = kinds[p] == NSDS_BLOCK_FRICTION ? problem_.mu[block] : 0.0;
        for (auto i = index(problem_.starts[block]); i < index(problem_.starts[block + 1]); ++i, ++row) {
          q[row] = problem_.q[i] / problem_.w_unit[i];
          lower[row] = problem_.lower[i] / problem_.lambda_unit[i];
          upper[row] = problem_.upper[i] / problem_.lambda_unit[i];
          original[row] = static_cast<std::int32_t>(i);
        }
      }
      starts[begin + blocks + k] = static_cast<std::int32_t>(row - first_row);
      const std::size_t size = row - first_row;
      // An island is a view of its part of these arrays.
      made[k] = {starts.subspan(begin + k, blocks + 1),
                 kinds.subspan(begin, blocks),
                 mu.subspan(begin, blocks),
                 lower.subspan(first_row, size),
                 upper.subspan(first_row, size),
                 q.subspan(first_row, size),
                 column_starts_.subspan(begin, blocks + 1),
                 own_.subspan(begin, blocks),
                 value_starts_.subspan(begin, blocks),
                 columns_.data(),
                 value_.data(),
                 original.subspan(first_row, size)};
    }
    return made;
  }

  const MechanicalProblem& problem_;
  Arena& arena_;
  std::size_t blocks_;
  std::span<std::int32_t> block_of_;       // (rows)
  DisjointSets sets_;                      // of blocks, the islands
  std::span<std::int32_t> island_starts_;  // (islands + 1): into ordered_
  std::span<std::int32_t> ordered_;        // (blocks): which one is at a place
  std::span<std::int32_t> place_;          // (blocks): the inverse
  std::span<std::int32_t> local_;          // (rows): in the island
  std::span<std::int32_t> columns_;
  std::span<std::int64_t> column_starts_;
  std::span<std::int32_t> own_;
  std::span<std::size_t> value_starts_;
  std::span<double> value_;
  std::size_t values_ = 0;
};

}  // namespace

std::span<const Island> islands(const MechanicalProblem& problem, Arena& arena) {
  if (problem.blocks == 0) return {};
  return Packing(problem, arena).pack();
}

void product_beside(const Island& island, std::size_t block, const double* lambda, double* w) {
  const std::size_t rows = island.rows(block), own = index(island.own[block]);
  const std::span<const std::int32_t> columns = island.columns_of(block);
  const double* value = island.values_of(block);
  std::copy_n(&island.q[island.first(block)], rows, w);
  for (std::size_t k = 0; k < columns.size(); ++k, value += rows) {
    if (k >= own && k < own + rows) continue;
    const double x = lambda[columns[k]];
    for (std::size_t i = 0; i < rows; ++i) w[i] += value[i] * x;
  }
}

void velocity(const Island& island, const double* lambda, double* w) {
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    const std::size_t rows = island.rows(block);
    const double* value = island.values_of(block);
    double* const to = w + island.first(block);
    std::copy_n(&island.q[island.first(block)], rows, to);
    for (const std::int32_t column : island.columns_of(block)) {
      const double x = lambda[column];
      for (std::size_t i = 0; i < rows; ++i) to[i] += value[i] * x;
      value += rows;
    }
  }
}

}  // namespace nsds::numerics::generic_mechanical

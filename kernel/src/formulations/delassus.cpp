#include "formulations/delassus.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <numeric>
#include <span>
#include <utility>

#include "compiled_model/condensation.hpp"

namespace nsds {

namespace {

TermRange termsOf(const CondensedOperator& condensed, const UnitaryRelation& relation) {
  return termsOf(condensed, condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)]);
}

// So few coupled rows, such as the four of a diode bridge, cost less as one matrix than block by block.
constexpr std::int32_t mostDenseRows = 6;

std::size_t at(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

// A pair is two doubles at any address; its place is a struct, because Clang forgets the alignment of a
// reference to a vector.
using Pair [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;
struct [[gnu::may_alias]] PairPlace {
  Pair v;
};

Pair pair(const double* x) {
  return reinterpret_cast<const PairPlace*>(x)->v;
}

/// sum_k L_k R_k, (3 x 3), of contacts of bodies in space, L_k and R_k^T row by row: nearly all blocks of a
/// pile. Sums of even and of odd terms go side by side.
template <class Products>
void spatialBlock(const Products& products, const double* pool, double* value, std::int32_t stride) {
  Pair sum[9] = {};
  for (const auto& p : products) {
    const double* left = pool + p.left;
    const double* right = pool + p.right;
    for (std::int32_t k = 0; k < 3; ++k, left += 2, right += 2) {
      const Pair L[3] = {pair(left), pair(left + 6), pair(left + 12)};
      for (std::int32_t j = 0; j < 3; ++j) {
        const Pair R = pair(right + 6 * std::ptrdiff_t{j});
        for (std::int32_t i = 0; i < 3; ++i) sum[3 * j + i] += L[i] * R;
      }
    }
  }
  for (std::int32_t j = 0; j < 3; ++j, value += stride) {
    for (std::int32_t i = 0; i < 3; ++i) value[i] = sum[3 * j + i][0] + sum[3 * j + i][1];
  }
}

}  // namespace

void Delassus::analyse(const CondensedOperator& condensed, const IndexSet& active) {
  // Relations that share a system are coupled. The connected components are the islands, and relations are
  // put in their order.
  collectBySystem(condensed, active);
  partition(active);
  orderByIsland(active);

  // Block rows are analysed island by island: which blocks each has, and which products L_a R_b make a block.
  for (auto* list : {&rowOffsets_, &rowStarts_, &valueStarts_, &blockColumns_}) list->clear();
  blocks_.clear();
  products_.clear();
  marked_.assign(active.size(), -1);
  std::int32_t values = 0;
  for (Island& island : islands_) {
    island.firstBlock = static_cast<std::int32_t>(blocks_.size());
    island.firstValue = values;
    rowOffsets_.push_back(0);
    rowStarts_.push_back(0);
    for (std::int32_t k = island.firstRelation; k < island.firstRelation + island.relations; ++k) {
      analyseRow(condensed, active, order_[at(k)], island);
      rowOffsets_.push_back(rowOffsets_.back() + active[at(order_[at(k)])].rows);
      rowStarts_.push_back(static_cast<std::int32_t>(blocks_.size()) - island.firstBlock);
    }
    island.blocks = static_cast<std::int32_t>(blocks_.size()) - island.firstBlock;
    // Only a complete pattern tells how many values the island needs.
    placeValues(island);
    values += island.dense ? island.rows * island.rows : valueStarts_.back();
  }
  values_.assign(at(values), 0.0);
}

/// Places the values of each block of an island: in one column-major matrix if it is dense, else block after
/// block.
void Delassus::placeValues(Island& island) {
  island.dense = island.rows <= mostDenseRows;
  const std::int32_t* offsets = rowOffsets_.data() + (rowOffsets_.size() - at(island.relations) - 1);
  const std::int32_t* starts = rowStarts_.data() + (rowStarts_.size() - at(island.relations) - 1);
  std::int32_t start = 0;
  valueStarts_.push_back(0);
  for (std::int32_t row = 0; row < island.relations; ++row) {
    for (std::int32_t k = starts[row]; k < starts[row + 1]; ++k) {
      Block& block = blocks_[at(island.firstBlock + k)];
      const std::int32_t column = offsets[blockColumns_[at(island.firstBlock + k)]];
      block.value = island.firstValue + (island.dense ? offsets[row] + column * island.rows : start);
      block.stride = island.dense ? island.rows : block.rows;
      start += block.rows * block.cols;
      valueStarts_.push_back(start);
    }
  }
}

void Delassus::collectBySystem(const CondensedOperator& condensed, const IndexSet& active) {
  std::int32_t systems = 0;
  for (const CondensedTerm& term : condensed.terms) systems = std::max(systems, term.system + 1);
  systemStarts_.assign(at(systems) + 1, 0);
  for (const UnitaryRelation& relation : active) {
    for (const CondensedTerm& term : termsOf(condensed, relation)) ++systemStarts_[at(term.system) + 1];
  }
  std::partial_sum(systemStarts_.begin(), systemStarts_.end(), systemStarts_.begin());
  bySystem_.resize(at(systemStarts_.back()));
  std::vector<std::int32_t>& next = neighbours_;
  next.assign(systemStarts_.begin(), systemStarts_.end());
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(active.size()); ++i) {
    for (const CondensedTerm& term : termsOf(condensed, active[at(i)]))
      bySystem_[at(next[at(term.system)]++)] = i;
  }
}

/// Relations that share a system are in one island. Islands are numbered by their first relations.
void Delassus::partition(const IndexSet& active) {
  const auto relations = static_cast<std::int32_t>(active.size());
  parent_.resize(active.size());
  rank_.resize(active.size());
  boost::disjoint_sets<std::int32_t*, std::int32_t*> sets(rank_.data(), parent_.data());
  for (std::int32_t i = 0; i < relations; ++i) sets.make_set(i);
  for (std::size_t s = 0; s + 1 < systemStarts_.size(); ++s) {
    for (std::int32_t k = systemStarts_[s] + 1; k < systemStarts_[s + 1]; ++k)
      sets.union_set(bySystem_[at(k - 1)], bySystem_[at(k)]);
  }
  islands_.clear();
  islandOf_.assign(active.size(), -1);
  for (std::int32_t i = 0; i < relations; ++i) {
    std::int32_t& island = islandOf_[at(sets.find_set(i))];
    if (island < 0) {
      island = static_cast<std::int32_t>(islands_.size());
      islands_.push_back({});
    }
    islandOf_[at(i)] = island;
    ++islands_[at(island)].relations;
    islands_[at(island)].rows += active[at(i)].rows;
  }
}

void Delassus::orderByIsland(const IndexSet& active) {
  std::int32_t relations = 0;
  std::int32_t rows = 0;
  for (Island& island : islands_) {
    island.firstRelation = std::exchange(relations, relations + island.relations);
    island.firstRow = std::exchange(rows, rows + island.rows);
  }
  // Relations of an island keep the order that they have among the active ones.
  order_.resize(active.size());
  position_.resize(active.size());
  std::vector<std::int32_t>& next = neighbours_;
  next.resize(islands_.size());
  for (std::size_t t = 0; t < islands_.size(); ++t) next[t] = islands_[t].firstRelation;
  for (std::size_t i = 0; i < active.size(); ++i) {
    position_[i] = next[at(islandOf_[i])]++;
    order_[at(position_[i])] = static_cast<std::int32_t>(i);
  }
  // Rows in the order of islands are mapped to rows in the order of active relations.
  activeRows_.resize(at(rows));
  std::vector<std::int32_t>& firstActiveRow = marked_;
  firstActiveRow.resize(active.size());
  std::int32_t row = 0;
  for (std::size_t i = 0; i < active.size(); ++i)
    firstActiveRow[i] = std::exchange(row, row + active[i].rows);
  std::size_t to = 0;
  for (const std::int32_t i : order_) {
    for (std::int32_t r = 0; r < active[at(i)].rows; ++r) activeRows_[to++] = firstActiveRow[at(i)] + r;
  }
}

void Delassus::analyseRow(const CondensedOperator& condensed, const IndexSet& active, std::int32_t relation,
                          const Island& island) {
  // Neighbours are the relations on the same systems, each listed once.
  neighbours_.clear();
  for (const CondensedTerm& term : termsOf(condensed, active[at(relation)])) {
    for (std::int32_t k = systemStarts_[at(term.system)]; k < systemStarts_[at(term.system) + 1]; ++k) {
      const std::int32_t other = bySystem_[at(k)];
      if (std::exchange(marked_[at(other)], relation) != relation)
        neighbours_.push_back(position_[at(other)]);
    }
  }
  std::sort(neighbours_.begin(), neighbours_.end());
  // A block below the diagonal mirrors one above where both relations have L = Rᵀ.
  const auto symmetric = [&](const UnitaryRelation& r) {
    return condensed.interactions[at(r.interactionIndex)].symmetric;
  };
  const std::int32_t row = position_[at(relation)];
  for (const std::int32_t neighbour : neighbours_) {
    const UnitaryRelation& other = active[at(order_[at(neighbour)])];
    if (neighbour < row && symmetric(active[at(relation)]) && symmetric(other)) {
      addMirror(island, row - island.firstRelation, neighbour - island.firstRelation);
    } else {
      addBlock(condensed, active[at(relation)], other);
    }
    blockColumns_.push_back(neighbour - island.firstRelation);
  }
}

/// Adds the block of a row of an island that is the transpose of one above it.
void Delassus::addMirror(const Island& island, std::int32_t row, std::int32_t column) {
  const std::int32_t* const starts = rowStarts_.data() + (rowStarts_.size() - at(row) - 1) + column;
  const auto columns = blockColumns_.begin() + island.firstBlock;
  const auto found = std::lower_bound(columns + starts[0], columns + starts[1], row);
  const auto mirror = static_cast<std::int32_t>(found - blockColumns_.begin());
  const Block& other = blocks_[at(mirror)];
  blocks_.push_back({other.cols, other.rows, 0, 0, 0, 0, -1, 0, false, mirror});
}

void Delassus::addBlock(const CondensedOperator& condensed, const UnitaryRelation& a,
                        const UnitaryRelation& b) {
  Block block{
      a.rows, b.rows, 0, 0, static_cast<std::int32_t>(products_.size()), 0, -1, 0, a.rows == 3 && b.rows == 3,
      -1};
  for (const CondensedTerm& ta : termsOf(condensed, a)) {
    for (const CondensedTerm& tb : termsOf(condensed, b)) {
      if (ta.system != tb.system) continue;
      products_.push_back(
          {ta.left + a.rowInInteraction * ta.size, tb.right + b.rowInInteraction * tb.size, ta.size});
      ++block.products;
      block.spatial = block.spatial && ta.size == 6;
    }
  }
  const CondensedInteraction& interaction = condensed.interactions[at(a.interactionIndex)];
  if (a.interactionIndex == b.interactionIndex && interaction.feedthrough >= 0) {
    block.feedthrough = interaction.feedthrough + a.rowInInteraction * interaction.rows + b.rowInInteraction;
    block.feedthroughStride = interaction.rows;
    block.spatial = false;
  }
  blocks_.push_back(block);
}

void Delassus::copyTransposed(const Block& block, const Block& mirror) {
  const double* const from = values_.data() + mirror.value;
  double* const to = values_.data() + block.value;
  const std::int32_t stride = block.stride;
  const std::int32_t mirrored = mirror.stride;
  if (block.rows == 3 && block.cols == 3) {  // of contacts in space
    for (std::int32_t j = 0; j < 3; ++j)
      for (std::int32_t i = 0; i < 3; ++i) to[j * stride + i] = from[i * mirrored + j];
    return;
  }
  for (std::int32_t j = 0; j < block.cols; ++j)
    for (std::int32_t i = 0; i < block.rows; ++i) to[j * stride + i] = from[i * mirrored + j];
}

void Delassus::evaluate(const CondensedOperator& condensed) {
  const double* const pool = condensed.pool.data();
  for (const Block& block : blocks_) {
    double* value = values_.data() + block.value;
    // W is symmetric where L = Rᵀ. A block below the diagonal is then the transpose of one evaluated before.
    if (block.mirror >= 0) {
      copyTransposed(block, blocks_[at(block.mirror)]);
      continue;
    }
    const std::span products(products_.data() + block.firstProduct, at(block.products));
    // Contacts of bodies in space have a kernel of their own, for six velocities a body.
    if (block.spatial) {
      spatialBlock(products, pool, value, block.stride);
      continue;
    }
    // Other blocks are W_ab = D_ab + Σ L_a R_b, summed over the systems that both relations share.
    const auto entry = [&](std::int32_t i, std::int32_t j) {
      if (block.feedthrough < 0) return 0.0;
      return pool[block.feedthrough + std::ptrdiff_t{i} * block.feedthroughStride + j];
    };
    for (std::int32_t j = 0; j < block.cols; ++j, value += block.stride) {
      for (std::int32_t i = 0; i < block.rows; ++i) {
        double sum = entry(i, j);
        for (const Product& p : products)
          sum += dot(p.size, pool + p.left + std::ptrdiff_t{i} * p.size,
                     pool + p.right + std::ptrdiff_t{j} * p.size);
        value[i] = sum;
      }
    }
  }
}

/// Calls action(block, row, column) for all blocks, with the first row and column of each in island order.
template <class Action>
void Delassus::forEachBlock(const Action& action) const {
  for (std::size_t t = 0; t < islands_.size(); ++t) {
    const Island& island = islands_[t];
    // Each island before this one took one entry more than it has relations.
    const std::int32_t* const offsets = rowOffsets_.data() + island.firstRelation + t;
    const std::int32_t* const starts = rowStarts_.data() + island.firstRelation + t;
    for (std::int32_t k = 0; k < island.relations; ++k) {
      for (std::int32_t b = starts[k]; b < starts[k + 1]; ++b) {
        const std::size_t block = at(island.firstBlock + b);
        action(blocks_[block], island.firstRow + offsets[k], island.firstRow + offsets[blockColumns_[block]]);
      }
    }
  }
}

void Delassus::scale(const std::vector<double>& factors) {
  forEachBlock([&](const Block& block, std::int32_t row, std::int32_t column) {
    double* const first = values_.data() + block.value;
    for (std::int32_t j = 0; j < block.cols; ++j) {
      double* const value = first + at(j) * at(block.stride);
      for (std::int32_t i = 0; i < block.rows; ++i)
        value[i] *= factors[at(row + i)] * factors[at(column + j)];
      if (row == column && factors[at(row + j)] == 0.0) value[j] = first[0];
    }
  });
}

nsds_matrix Delassus::matrix(const Island& island) const {
  if (island.dense)
    return nsds_matrix_dense(island.rows, island.rows, values_.data() + island.firstValue, island.rows);
  // Each island before this one took one entry more than it has relations (or blocks).
  const auto index = &island - islands_.data();
  const std::int32_t* offsets = rowOffsets_.data() + island.firstRelation + index;
  return nsds_matrix_bsr(island.relations, island.relations, offsets, offsets,
                         rowStarts_.data() + island.firstRelation + index,
                         blockColumns_.data() + island.firstBlock,
                         valueStarts_.data() + island.firstBlock + index, values_.data() + island.firstValue);
}

}  // namespace nsds

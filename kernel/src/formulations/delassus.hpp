// Makes the Delassus matrix W of the active relations, in block rows, island by island.
//
// Two active relations see each other if they share a system; islands are the connected components. The
// pattern, and for each block the list of products L_a R_b that make it, are analysed once per active set;
// evaluation is a flat pass.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/compiled_model/condensed_operator.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

class Delassus {
 public:
  struct Island {
    std::int32_t firstRelation;  ///< in island order
    std::int32_t relations;
    std::int32_t firstRow;  ///< in island order
    std::int32_t rows;
    std::int32_t firstBlock;
    std::int32_t blocks;
    std::int32_t firstValue;
    bool dense;  ///< its values are one column-major matrix, which is what a few rows are handled fastest as
  };

  /// Work proportional to the active relations and their neighbours, and to the number of systems.
  void analyse(const CondensedOperator& condensed, const IndexSet& active);
  /// Fills in the values.
  void evaluate(const CondensedOperator& condensed);

  /// Entry (i, j) becomes factors_i W_ij factors_j; factors: (rows) in island order. A row that a factor of zero leaves empty
  /// gets the diagonal entry of the first row of its relation, and with it one unknown that is zero.
  void scale(const std::vector<double>& factors);

  const std::vector<Island>& islands() const { return islands_; }
  /// Gives a view of the block of an island, valid until the next analysis.
  nsds_matrix matrix(const Island& island) const;
  /// Gives W_11 of an island.
  double firstValue(const Island& island) const {
    return values_[static_cast<std::size_t>(island.firstValue)];
  }
  /// activeRows()[i] tells where row i in island order stands among the active rows.
  const std::vector<std::int32_t>& activeRows() const { return activeRows_; }
  /// order()[k] tells which of the active relations is number k in island order.
  const std::vector<std::int32_t>& order() const { return order_; }

 private:
  struct Product {  // adds L_a R_b over one system to a block
    std::int32_t left;
    std::int32_t right;
    std::int32_t size;
  };
  struct Block {
    std::int32_t rows;
    std::int32_t cols;
    std::int32_t value;   // first entry among the values
    std::int32_t stride;  // from one of its columns to the next
    std::int32_t firstProduct;
    std::int32_t products;
    std::int32_t feedthrough;  // into the pool, -1 if none
    std::int32_t feedthroughStride;
    bool spatial;         // (3 x 3) over bodies in space, no feedthrough
    std::int32_t mirror;  // the block evaluated before this one whose transpose it is, -1 if none
  };

  void collectBySystem(const CondensedOperator& condensed, const IndexSet& active);
  void partition(const IndexSet& active);
  void orderByIsland(const IndexSet& active);
  void analyseRow(const CondensedOperator& condensed, const IndexSet& active, std::int32_t relation,
                  const Island& island);
  void placeValues(Island& island);
  void addBlock(const CondensedOperator& condensed, const UnitaryRelation& a, const UnitaryRelation& b);
  void addMirror(const Island& island, std::int32_t row, std::int32_t column);
  template <class Action>
  void forEachBlock(const Action& action) const;
  void copyTransposed(const Block& block, const Block& mirror);

  std::vector<Island> islands_;
  std::vector<std::int32_t> activeRows_;
  // The block rows of all islands come one after the other; offsets begin at 0 in each island, one entry more
  // than relations.
  std::vector<std::int32_t> rowOffsets_;
  std::vector<std::int32_t> rowStarts_;
  std::vector<std::int32_t> valueStarts_;
  std::vector<std::int32_t> blockColumns_;
  std::vector<double> values_;
  std::vector<Block> blocks_;
  std::vector<Product> products_;

  // Scratch of the analysis
  std::vector<std::int32_t> systemStarts_;  // relations by system: where they begin in bySystem_
  std::vector<std::int32_t> bySystem_;
  std::vector<std::int32_t> parent_, rank_;  // trees of relations, one an island
  std::vector<std::int32_t> islandOf_;
  std::vector<std::int32_t> order_;     // relations in island order
  std::vector<std::int32_t> position_;  // its inverse
  std::vector<std::int32_t> marked_;
  std::vector<std::int32_t> neighbours_;
};

}  // namespace nsds

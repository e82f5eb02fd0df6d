// What the laws say of the active rows, in the order of the islands of a Delassus matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "formulations/delassus.hpp"
#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/modeling/index_set.hpp"

namespace nsds {

struct LawRows {
  struct Polyhedron {
    std::int32_t relation = 0;  ///< in island order
    std::int32_t row = 0;       ///< first row, in island order
    PolyhedronSet set;
  };

  /// Allocates.
  void read(const Delassus& delassus, const IndexSet& active);
  /// Bounds and coefficients anew, of the same active relations. Polyhedra stay.
  void refresh(const Delassus& delassus, const IndexSet& active);

  std::vector<double> lower;          ///< (rows), infinite where there is no bound
  std::vector<double> upper;          ///< (rows)
  std::vector<double> mu;             ///< (relations), -1 where the law knows no friction
  std::vector<std::int32_t> rows;     ///< (relations) of each
  std::vector<Polyhedron> polyhedra;  ///< in the order of relations
};

}  // namespace nsds

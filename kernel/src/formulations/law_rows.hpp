// Law rows are what the laws say of the active rows, in the order of the islands of a Delassus matrix.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formulations/delassus.hpp"
#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// The interval of a row of a set, without bounds where the set has none of its own: equalities, cones, polyhedra.
BoxSet intervalOf(const AdmissibleSet& set, Index row);

struct LawRows {
  struct Polyhedron {
    std::int32_t relation = 0;  ///< in island order
    std::int32_t row = 0;       ///< first row, in island order
    PolyhedronSet set;
  };

  /// A law that may say other bounds or another coefficient in every step.
  struct Varying {
    const NonSmoothLaw* law;
    std::int32_t relation;  ///< in island order
    std::int32_t row;       ///< first row, in island order
  };

  /// Allocates.
  void read(const Delassus& delassus, const IndexSet& active);
  /// Asks the laws of the relations that were read for their bounds and coefficients again. Polyhedra stay.
  void refresh();

  std::vector<double> lower;                     ///< (rows), infinite where there is no bound
  std::vector<double> upper;                     ///< (rows)
  std::vector<double> mu;                        ///< (relations), -1 where the law knows no friction
  std::vector<std::int32_t> rows;                ///< (relations) of each
  std::vector<const Interaction*> interactions;  ///< (relations) of each
  std::vector<Polyhedron> polyhedra;             ///< in the order of relations
  std::vector<Varying> varying;                  ///< in the order of relations
};

/// The names of the interactions of relations that lie one behind the other, each interaction once.
std::vector<std::string> namesOf(std::span<const Interaction* const> interactions);

}  // namespace nsds

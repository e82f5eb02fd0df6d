// Law rows are what the laws say of the active rows, in the order of the islands of a Delassus matrix.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formulations/contact_unknowns.hpp"
#include "formulations/delassus.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// The set of a law at time t and states x. Errors: those of NonSmoothLaw::admissibleSetAt, with the name of the interaction.
AdmissibleSet setAt(const Interaction& interaction, double t, VectorConstRef x);

/// The interval of a row of a set, without bounds where the set has none of its own: equalities, cones, polyhedra. Outputs on
/// the orthant, or free, are told by the interval of their multipliers.
NSDS_KERNEL_API BoxSet intervalOf(const AdmissibleSet& set, Index row);
/// True if rows of the set are solved for their outputs: not where orthants or zeros of the multiplier say the same.
bool isOfOutput(const AdmissibleSet& set);
/// The polyhedron of a multiplier or of an output; null if the set is another.
PolyhedronSet* polyhedronIn(AdmissibleSet& set);
ProjectorSet* projectorIn(AdmissibleSet& set);

struct LawRows {
  struct Polyhedron {
    std::int32_t relation = 0;  ///< in island order
    std::int32_t row = 0;       ///< first row, in island order
    PolyhedronSet set;
  };
  struct Projector {
    std::int32_t relation = 0;  ///< in island order
    std::int32_t row = 0;       ///< first row, in island order
    std::int32_t rows = 0;
    ProjectorSet set;
  };

  /// A law that may say other bounds or another coefficient in every step.
  struct Varying {
    const NonSmoothLaw* law;
    std::int32_t relation;  ///< in island order
    std::int32_t row;       ///< first row, in island order
  };
  /// A law whose set depends on time or state.
  struct Moving {
    UnitaryRelation relation;
    std::int32_t row = 0;   ///< first row, in island order
    std::size_t place = 0;  ///< among the polyhedra or the projectors
  };

  /// A law of Tresca's.
  struct Tresca {
    UnitaryRelation relation;
    std::int32_t row = 0;   ///< first row, in island order
    std::size_t place = 0;  ///< among the projectors, in space
    double radius = 0.0;    ///< h s
  };

  /// Allocates.
  void read(const Delassus& delassus, const IndexSet& active, const CondensedOperator& condensed);
  /// Asks the laws of the relations that were read for their bounds and coefficients again, and those whose sets depend on
  /// time or state for their sets; other polyhedra stay. True if sets have moved.
  bool refresh(const CondensedOperator& condensed) {
    askForNumbers();
    if (!unknowns.empty()) unknowns.refresh(condensed.lawPoint.h);
    const bool changed = !tresca.empty() && changeRadii(condensed.lawPoint.h);
    if (moving.empty()) return changed;
    move(condensed);
    return true;
  }

  std::vector<double> lower;                     ///< (rows), infinite where there is no bound
  std::vector<double> upper;                     ///< (rows)
  std::vector<double> mu;                        ///< (relations), -1 where the law knows no friction
  std::vector<double> muR;                       ///< (relations), -1 where it knows no rolling friction
  std::vector<std::int32_t> rows;                ///< (relations) of each
  std::vector<const Interaction*> interactions;  ///< (relations) of each
  std::vector<Polyhedron> polyhedra;             ///< in the order of relations
  std::vector<Projector> projectors;             ///< in the order of relations
  std::vector<std::int32_t> outputs;             ///< rows whose set is one of the output, ascending
  std::vector<Varying> varying;                  ///< in the order of relations
  std::vector<Moving> moving;                    ///< in the order of relations
  std::vector<Tresca> tresca;                    ///< in the order of relations
  ContactUnknowns unknowns;                      ///< of contacts whose law is one of other unknowns

 private:
  AdmissibleSet setOf(const UnitaryRelation& relation, const CondensedOperator& condensed);
  void add(const UnitaryRelation& relation, const CondensedOperator& condensed);
  void askForNumbers();
  bool changeRadii(double h);
  void move(const CondensedOperator& condensed);

  std::vector<double> states_;  // scratch
};

/// The names of the interactions of relations that lie one behind the other, each interaction once.
std::vector<std::string> namesOf(std::span<const Interaction* const> interactions);

}  // namespace nsds

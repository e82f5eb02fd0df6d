// The shift that the laws of a scheme's relations make of the rates before an impact.
#pragma once

#include <vector>

#include "integrators/second_order/scheme_relations.hpp"

namespace nsds {

class LawShift {
 public:
  explicit LawShift(const SchemeRelations& relations) : relations_(relations) {}

  void compile(const CompiledModel& model);
  /// w += shift(U⁻) of one relation; w, before: (rows of the block). Laws on a mean velocity take that of both ends.
  void add(const UnitaryRelation& relation, const double* before, double* w);

 private:
  const SchemeRelations& relations_;
  std::vector<double> restitution_;      // (rows) shift / U⁻ where that is a constant
  std::vector<unsigned char> callsLaw_;  // (interactions) 1 where it is none
  std::vector<double> shift_;            // one block
};

}  // namespace nsds

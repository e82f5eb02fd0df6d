// Contacts whose laws are Coulomb's, or complementarity, in other unknowns: friction with an ellipse, in units of its axes, and
// cohesion, in impulses that are counted from where the bond breaks. With S = diag of the factors of rows, c the impulses h C of
// bonds along normals,
//
//   z = S⁻¹ λ + c,   S w = (S W S) z + S q − (S W S) c.
//
// An axis without friction, of factor zero, is coupled to nothing: its unknown is zero.
#pragma once

#include <cstdint>
#include <vector>

#include "formulations/delassus.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

class ContactUnknowns {
 public:
  void clear();
  bool empty() const { return axes_.empty() && bonds_.empty(); }
  /// Takes the set of the law of a relation, at `row` in island order, and gives the one of the unknowns; sets of other kinds
  /// stay. h: see LawPoint. Errors: Error naming the interaction where h is not known and the set needs it.
  AdmissibleSet take(const UnitaryRelation& relation, std::int32_t row, AdmissibleSet set, double h);
  /// Asks the laws for the cohesion of their present states. Errors: Error naming a law that gives none.
  void refresh(double h);
  /// W becomes S W S; to be called where it was evaluated anew.
  void scale(Delassus& W) const;
  /// q and z, from those of the outputs and multipliers, both in island order.
  void enter(const Delassus& W, std::vector<double>& q, std::vector<double>& z);
  /// z becomes λ.
  void leave(std::vector<double>& z) const;

 private:
  struct Axis {
    std::int32_t row;
    double factor;  // in [0, 1)
  };
  struct Bond {
    const Interaction* interaction = nullptr;
    Index block = 0;  // of the interaction
    std::int32_t row = 0;
    double impulse = 0.0;
  };

  void addAxes(const EllipticSet& set, std::int32_t row);

  std::vector<Axis> axes_;
  std::vector<Bond> bonds_;
  std::vector<double> shift_;            // c, scratch
  mutable std::vector<double> factors_;  // of all rows, scratch
};

/// Errors: Error naming the interaction if h is NaN, as it is of integrators that do not take laws whose bounds are forces.
void requireForces(const Interaction& interaction, double h);

}  // namespace nsds

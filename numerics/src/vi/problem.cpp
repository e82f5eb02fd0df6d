#include "vi/problem.hpp"

#include "linalg/entries.hpp"

namespace nsds::numerics::vi {

Inequality::Inequality(const nsds_vi& given, Arena& arena)
    : units_(nonlinear::ScalarUnits::of(given.scale_z, given.scale_w)),
      inequalities_(index(given.inequalities)),
      equalities_(index(given.equalities)),
      set_(given, units_.z, arena),
      F_(given.size, given.F, {set_.lower(), set_.upper()}, units_.spread(index(given.size), arena), arena) {
  if (given.set == NSDS_VI_POLYHEDRON && inequalities_ + equalities_ > 0)
    conditions_.emplace(given, F_, units_, arena);
}

}  // namespace nsds::numerics::vi

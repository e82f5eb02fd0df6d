// The families: how each instance is made, and how many contacts it has. README.md describes them.
// contacts: from the parameters alone. The makers certify what they make where they can.
#pragma once

#include <cstdint>

#include "support/collection/instance.hpp"
#include "support/collection/parameters.hpp"
#include "support/collection/scene.hpp"

namespace nsds::bench {

int stack_contacts(const Parameters& p);
Instance make_stack(const Parameters& p);
int wall_contacts(const Parameters& p);
Instance make_wall(const Parameters& p);
int cards_contacts(const Parameters& p);
Instance make_cards(const Parameters& p);
int chair_contacts(const Parameters& p);
Instance make_chair(const Parameters& p);
int arch_contacts(const Parameters& p);
Instance make_arch(const Parameters& p);
int chain_contacts(const Parameters& p);
Instance make_chain(const Parameters& p);
int catenary_contacts(const Parameters& p);
Instance make_catenary(const Parameters& p);
int column_contacts(const Parameters& p);
Instance make_column(const Parameters& p);
int packing_contacts(const Parameters& p);
Instance make_packing(const Parameters& p);
int incline_contacts(const Parameters& p);
Instance make_incline(const Parameters& p);
int elastic_contacts(const Parameters& p);
Instance make_elastic(const Parameters& p);
int pile_contacts(const Parameters& p);
Instance make_pile(const Parameters& p);
int wedge_contacts(const Parameters& p);
Instance make_wedge(const Parameters& p);
int pit_contacts(const Parameters& p);
Instance make_pit(const Parameters& p);
int impact_contacts(const Parameters& p);
Instance make_impact(const Parameters& p);
int drop_contacts(const Parameters& p);
Instance make_drop(const Parameters& p);
int grasp_contacts(const Parameters& p);
Instance make_grasp(const Parameters& p);
int linkage_contacts(const Parameters& p);
Instance make_linkage(const Parameters& p);
int planted_contacts(const Parameters& p);
Instance make_planted(const Parameters& p);

// What families share: the spheres of packing, at rest, with contacts along the lines of their centres.
Scene sphere_lattice(int side, double mu, double mass_ratio, std::uint64_t seed);
int sphere_lattice_contacts(int side);

// A horizontal and a vertical coordinate in the plane (x, y) or, with a depth, in space (x, depth, z).
inline Eigen::Vector3d placed(int dimension, double across, double up, double depth = 0.0) {
  if (dimension == 2) return {across, up, 0.0};
  return {across, depth, up};
}

// Gravity along the vertical of placed.
inline Step step_of(int dimension) {
  Step step;
  step.gravity = placed(dimension, 0.0, -earth_gravity);
  return step;
}

}  // namespace nsds::bench

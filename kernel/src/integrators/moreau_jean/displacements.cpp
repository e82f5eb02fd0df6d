#include "integrators/moreau_jean/displacements.hpp"

#include <algorithm>

namespace nsds {

void Displacements::compile() {
  additive_.clear();
  turning_.clear();
  Index largest = 0;
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    const PlacedSystem& system = model_.systems[s];
    if (system.mechanical == nullptr) continue;
    if (!system.mechanical->plainCoordinates()) {
      turning_.push_back(s);
      largest = std::max<Index>(largest, system.n);
    } else if (!additive_.empty() && additive_.back().dof + additive_.back().size == system.dof &&
               additive_.back().position + additive_.back().size == system.position) {
      additive_.back().size += system.n;
    } else {
      additive_.push_back({system.position, system.dof, system.n});
    }
  }
  displacement_.setZero(largest);
}

void Displacements::move(const double* v, double late, double early, double* q) {
  const double* const qStart = model_.nsds->flat().startPosition();
  const double* const vStart = model_.nsds->flat().startVelocity();
  for (const CoordinateRange& range : additive_) {
    withSize(range.size, [=](auto size) {
      for (std::int32_t k = 0; k < size; ++k) {
        q[range.position + k] =
            qStart[range.position + k] + (late * v[range.dof + k] + early * vStart[range.dof + k]);
      }
    });
  }
  if (!turning_.empty()) turn(v, late, early, q);
}

/// Displaces bodies, whose coordinates do not advance entry by entry.
void Displacements::turn(const double* v, double late, double early, double* q) {
  const double* const qStart = model_.nsds->flat().startPosition();
  const double* const vStart = model_.nsds->flat().startVelocity();
  for (const std::size_t index : turning_) {
    const PlacedSystem& s = model_.systems[index];
    for (std::int32_t i = 0; i < s.n; ++i) displacement_[i] = late * v[s.dof + i] + early * vStart[s.dof + i];
    s.mechanical->displace(view(qStart + s.position, s.positions), displacement_.head(s.n),
                           view(q + s.position, s.positions));
  }
}

}  // namespace nsds

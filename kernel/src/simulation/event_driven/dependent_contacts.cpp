// Contacts whose forces are not unique.
#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "simulation/event_driven/accelerations.hpp"

namespace nsds {

namespace {

/// Moves the forces of contacts along the first direction that has some, until one of them has none; returns
/// its row, -1 where joints alone share. directions: columns, of rows of unit length. carriers: of each row,
/// null for joints.
Index unload(const Matrix& directions, const Vector& norms, const std::vector<RestDecision*>& carriers) {
  for (const auto& direction : directions.colwise()) {
    const Vector z = direction.array() / norms.array();
    const double size = direction.cwiseAbs().maxCoeff();
    // The first force that vanishes
    Index first = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < z.size(); ++i) {
      const RestDecision* carrier = carriers[static_cast<std::size_t>(i)];
      if (carrier == nullptr || std::abs(direction[i]) <= 1e-8 * size) continue;
      const double ratio = carrier->force / std::abs(z[i]);
      if (ratio >= least) continue;
      least = ratio;
      first = i;
    }
    if (first < 0) continue;
    const double step = -std::copysign(least, z[first]);
    for (Index i = 0; i < z.size(); ++i) {
      if (RestDecision* carrier = carriers[static_cast<std::size_t>(i)]) carrier->force += step * z[i];
    }
    return first;
  }
  return -1;
}

}  // namespace

void restDependentContacts(const ContactStates& contacts, const ContactSet& atRest, double t,
                           VectorConstRef q, MechanicalModel& mechanics, std::span<RestDecision> decisions) {
  // Joints, and pressed contacts that do not stick
  ConstraintRows rows;
  std::vector<RestDecision*> carriers;
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    Contact contact = contacts[atRest.contacts[k]];
    const UnitaryRelation& relation = contact.relation;
    contact.state = decisions[k].state;
    contact.slip = decisions[k].slip;
    const bool carries = contact.state == ContactState::pressed && !contact.sticks();
    if (!carries && !contact.joint()) continue;
    for (std::int32_t r = 0; r < contact.constraintRows(); ++r) {
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r, contact.tangentRatio()});
      carriers.push_back(carries ? &decisions[k] : nullptr);
    }
  }
  // One contact after the other comes to rest, until the directions of forces are independent
  while (rows.size() > 1) {
    const auto m = static_cast<Index>(rows.size());
    Matrix D(m, mechanics.systems.dofs());
    mechanics.contacts.forceDirections(rows, t, q, D);
    const Vector norms = D.rowwise().norm();
    for (Index i = 0; i < m; ++i) D.row(i).normalize();
    Eigen::FullPivLU<Matrix> lu(D.transpose());
    lu.setThreshold(1e-8);
    if (lu.rank() == m) return;
    const Index leaving = unload(lu.kernel(), norms, carriers);
    if (leaving < 0) return;
    carriers[static_cast<std::size_t>(leaving)]->state = ContactState::resting;
    rows.erase(rows.begin() + leaving);
    carriers.erase(carriers.begin() + leaving);
  }
}

}  // namespace nsds

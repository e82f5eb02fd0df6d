// Contacts that stick and share a load in more ways than one: their forces are not unique, their motion is.
// They stick while there is one way within all cones; how far inside, at most, is what events are searched
// on. Shown are the least forces.
#include <algorithm>

#include "simulation/event_driven/implementation.hpp"

namespace nsds {

/// Which of the kept contacts have forces that are not unique, if one of them sticks.
void EventDriven::Implementation::findShared() {
  shares = false;
  for (Contact& contact : contacts) {
    contact.shared = false;
    shares = shares || contact.sticks();
  }
  const auto m = static_cast<Index>(keptContacts.size());
  if (!shares || m < 2) {
    shares = false;
    return;
  }
  const VectorView positions = position();
  directions.resize(m, motion.dofs());
  motion.forceDirections(nsds.time(), positions, directions);
  sharing.setDirections(directions);
  shares = false;
  for (Index i = 0; i < m; ++i) {
    Contact& contact = contacts[keptContacts[static_cast<std::size_t>(i)]];
    if (contact.joint() || sharing.freedom().cols() == 0) continue;
    if (!(sharing.freedom().row(i).cwiseAbs().maxCoeff() > 1e-8)) continue;
    contact.shared = shares = true;
  }
  if (shares) setCones();
}

/// mu N + T, mu N - T of those that stick, N of the others.
void EventDriven::Implementation::setCones() {
  const auto m = static_cast<Index>(keptContacts.size());
  Matrix cones = Matrix::Zero(2 * m, m);
  Index rows = 0;
  for (const Contact& contact : contacts) {
    if (!contact.shared) continue;
    for (const double side : {1.0, -1.0}) {
      if (!contact.sticks() && side < 0.0) break;
      cones(rows, contact.row) = contact.sticks() ? contact.mu : 1.0;
      if (contact.sticks()) cones(rows, contact.row + 1) = side;
      ++rows;
    }
  }
  sharing.setCones(cones.topRows(rows));
}

/// How far inside the cones the shared forces can be [N]; those of lambdaKept become so.
double EventDriven::Implementation::shareAt(double t) {
  forcesAt(t);
  place(t);
  motion.forceDirections(t, trialQ, directions);
  sharing.setDirections(directions);
  return sharing.freedom().cols() == 0 ? sharing.inside(lambdaKept) : sharing.widest(lambdaKept);
}

/// The forces of lambdaKept, at the state of the model, as they are shown.
void EventDriven::Implementation::shareForces() {
  if (!shares) return;
  motion.forceDirections(nsds.time(), position(), directions);
  sharing.setDirections(directions);
  if (sharing.freedom().cols() == 0 || sharing.least(lambdaKept)) return;
  sharing.widest(lambdaKept);
}

}  // namespace nsds

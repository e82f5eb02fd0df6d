#include "trajectory/recorded_contacts.hpp"

#include "nsds/kernel/contact/contact_relation.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/simulation/event_driven.hpp"

namespace nsds::io {

namespace {

/// The columns of a contact, in the order of their names.
void append(const Interaction& interaction, const ContactR& contact, double perForce,
            TrajectoryDatasets& datasets) {
  const std::uint64_t id = interaction.id().value;
  const std::uint64_t first = interaction.systems()[0]->id().value;
  const std::uint64_t second = interaction.systems().size() > 1 ? interaction.systems()[1]->id().value : 0;
  Vector3 force = Vector3::Zero();
  for (Index r = 0; r < interaction.rows(); ++r)
    force += interaction.lambda()[r] * perForce * contact.axis(r);
  const double gap = interaction.y()[0];
  datasets.append("contacts/id", &id);
  datasets.append("contacts/first", &first);
  datasets.append("contacts/second", &second);
  datasets.append("contacts/point", contact.point().data());
  datasets.append("contacts/normal", contact.normal().data());
  datasets.append("contacts/force", force.data());
  datasets.append("contacts/gap", &gap);
}

}  // namespace

void recordContacts(const Simulation& simulation, RecordedContacts which, TrajectoryDatasets& datasets) {
  const std::uint64_t begin = datasets.rowsOf("contacts/id");
  datasets.append("contacts/begin", &begin);
  // Multipliers of time stepping are impulses over the last step; there has been none before the first.
  const bool events = dynamic_cast<const EventDriven*>(&simulation) != nullptr;
  const double h = simulation.lastTimeStep();
  const double perForce = events ? 1.0 : h > 0.0 ? 1.0 / h : 0.0;
  for (const auto& interaction : simulation.model().nsds().interactions()) {
    const auto* contact = dynamic_cast<const ContactR*>(&interaction->relation());
    if (contact == nullptr) continue;
    if (which == RecordedContacts::loaded && interaction->lambda().isZero(0.0)) continue;
    append(*interaction, *contact, perForce, datasets);
  }
}

double kineticEnergyOf(const NonSmoothDynamicalSystem& nsds) {
  double energy = 0.0;
  for (const auto& system : nsds.systems())
    if (const auto* mechanical = dynamic_cast<const MechanicalDS*>(system.get()))
      energy += mechanical->kineticEnergy();
  return energy;
}

}  // namespace nsds::io

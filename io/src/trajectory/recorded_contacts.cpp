#include "trajectory/recorded_contacts.hpp"

#include "nsds/kernel/contact/contact_relation.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds::io {

void ContactColumns::add(const Interaction& interaction, const ContactR& contact, double perForce) {
  ids_.push_back(interaction.id().value);
  first_.push_back(interaction.systems()[0]->id().value);
  second_.push_back(interaction.systems().size() > 1 ? interaction.systems()[1]->id().value : 0);
  Vector3 force = Vector3::Zero();
  for (Index r = 0; r < interaction.rows(); ++r)
    force += interaction.lambda()[r] * perForce * contact.axis(r);
  for (Index i = 0; i < 3; ++i) {
    points_.push_back(contact.point()[i]);
    normals_.push_back(contact.normal()[i]);
    forces_.push_back(force[i]);
  }
  gaps_.push_back(interaction.y()[0]);
}

void ContactColumns::record(const Simulation& simulation, RecordedContacts which,
                            TrajectoryDatasets& datasets) {
  for (auto* ids : {&ids_, &first_, &second_}) ids->clear();
  for (auto* numbers : {&points_, &normals_, &forces_, &gaps_}) numbers->clear();
  const double perForce = simulation.forcesPerMultiplier();
  const NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
  const bool changed = nsds.structureChanged();  // what was removed is among them until the next step
  for (const auto& interaction : nsds.interactions()) {
    const auto* contact = dynamic_cast<const ContactR*>(&interaction->relation());
    if (contact == nullptr || (changed && nsds.findInteraction(interaction->id()) == nullptr)) continue;
    if (which == RecordedContacts::loaded && interaction->lambda().isZero(0.0)) continue;
    add(*interaction, *contact, perForce);
  }
  const std::uint64_t begin = datasets.rowsOf("contacts/id");
  datasets.append("contacts/begin", &begin);
  const std::size_t count = ids_.size();
  datasets.append("contacts/id", ids_.data(), count);
  datasets.append("contacts/first", first_.data(), count);
  datasets.append("contacts/second", second_.data(), count);
  datasets.append("contacts/point", points_.data(), count);
  datasets.append("contacts/normal", normals_.data(), count);
  datasets.append("contacts/force", forces_.data(), count);
  datasets.append("contacts/gap", gaps_.data(), count);
}

double kineticEnergyOf(const NonSmoothDynamicalSystem& nsds) {
  double energy = 0.0;
  const bool changed = nsds.structureChanged();
  for (const auto& system : nsds.systems()) {
    if (changed && nsds.findSystem(system->id()) == nullptr) continue;
    if (const auto* mechanical = dynamic_cast<const MechanicalDS*>(system.get()))
      energy += mechanical->kineticEnergy();
  }
  return energy;
}

}  // namespace nsds::io

#include "simulation/event_driven/contacts/contact_laws.hpp"

#include <variant>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// True if the shift of the law is a multiple of the velocity before, whatever the scheme.
bool restitutionAlone(const NonSmoothLaw& law) {
  Vector end = Vector::Zero(law.blockSize());
  Vector middle = Vector::Zero(law.blockSize());
  return law.stateSize() == 0 && law.restitution(1.0, end) && law.restitution(0.5, middle) && end == middle;
}

}  // namespace

void checkContactLaws(std::span<const std::unique_ptr<Interaction>> interactions,
                      std::string_view simulation) {
  for (const auto& interaction : interactions) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    const bool planarFriction =
        std::holds_alternative<CoulombSet>(set) && interaction->law().blockSize() == 2;
    check::that(
        std::holds_alternative<OrthantSet>(set) || std::holds_alternative<FreeSet>(set) || planarFriction,
        "{}: {} takes equalities and impact laws, with friction between planar "
        "contacts, not {}; TimeStepping takes all laws",
        interaction->name(), simulation, interaction->law().name());
    check::that(restitutionAlone(interaction->law()),
                "{}: {} takes laws whose shift is a restitution of the velocity before, not "
                "{}, which has a memory or speaks of mean velocities; TimeStepping takes it",
                interaction->name(), simulation, interaction->law().name());
  }
}

}  // namespace nsds

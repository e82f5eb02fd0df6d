#include "nsds/kernel/formulations/choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "formulations/law_table.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/formulations/avi.hpp"
#include "nsds/kernel/formulations/equality.hpp"
#include "nsds/kernel/formulations/friction_contact.hpp"
#include "nsds/kernel/formulations/generic_mechanical.hpp"
#include "nsds/kernel/formulations/global_friction_contact.hpp"
#include "nsds/kernel/formulations/global_rolling_friction_contact.hpp"
#include "nsds/kernel/formulations/lcp.hpp"
#include "nsds/kernel/formulations/mlcp.hpp"
#include "nsds/kernel/formulations/relay.hpp"
#include "nsds/kernel/formulations/rolling_friction_contact.hpp"
#include "nsds/kernel/formulations/vi.hpp"

namespace nsds {

namespace {

template <class Formulation>
std::unique_ptr<OneStepNSProblem> make() {
  return std::make_unique<Formulation>();
}

struct Entry {
  std::string_view name;
  std::unique_ptr<OneStepNSProblem> (*make)();
};

/// Formulations stand in order from the most special to the most general; the first that takes every law is
/// chosen.
constexpr std::array<Entry, 11> formulations{{
    {"LCP", make<LCP>},
    {"Equality", make<Equality>},
    {"MLCP", make<MLCP>},
    {"Relay", make<Relay>},
    {"FrictionContact", make<FrictionContact>},
    {"RollingFrictionContact", make<RollingFrictionContact>},
    {"AVI", make<AVI>},
    {"VI", make<VI>},
    {"GenericMechanical", make<GenericMechanical>},
    {"GlobalFrictionContact", make<GlobalFrictionContact>},
    {"GlobalRollingFrictionContact", make<GlobalRollingFrictionContact>},
}};

bool takes(std::string_view formulation, const NonSmoothLaw& law) {
  const auto names = formulationsFor(law);
  return std::find(names.begin(), names.end(), formulation) != names.end();
}

bool oneBlockSize(std::span<const std::unique_ptr<Interaction>> interactions) {
  return std::all_of(interactions.begin(), interactions.end(), [&](const auto& interaction) {
    return interaction->law().blockSize() == interactions.front()->law().blockSize();
  });
}

/// "A of interaction 1, B of interaction 2": every kind of law, where it is met first.
std::string lawsOf(std::span<const std::unique_ptr<Interaction>> interactions) {
  std::string laws;
  std::vector<std::string> seen;
  for (const auto& interaction : interactions) {
    const std::string& name = interaction->law().name();
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
    seen.push_back(name);
    laws += fmt::format("{}{} of {}", laws.empty() ? "" : ", ", name, interaction->name());
  }
  return laws;
}

}  // namespace

std::string_view chooseFormulation(std::span<const std::unique_ptr<Interaction>> interactions) {
  for (const Entry& entry : formulations) {
    const bool contacts = entry.name == "FrictionContact" || entry.name == "RollingFrictionContact";
    if (contacts && !oneBlockSize(interactions)) continue;
    if (std::all_of(interactions.begin(), interactions.end(),
                    [&](const auto& interaction) { return takes(entry.name, interaction->law()); }))
      return entry.name;
  }
  for (const auto& interaction : interactions) requireSomeFormulation(*interaction);
  throw InvalidArgument(
      fmt::format("no formulation takes these laws together: {}; friction cannot be mixed "
                  "with other sets than intervals of multipliers, Tresca's in space with no other friction, "
                  "and rolling friction with equalities alone "
                  "(NewtonImpactRollingFrictionNSL with muR = 0 is Coulomb's law, with mu = 0 too that of an "
                  "impact without friction)",
                  lawsOf(interactions)));
}

std::unique_ptr<OneStepNSProblem> makeFormulation(std::string_view name) {
  std::string names;
  for (const Entry& entry : formulations) {
    if (entry.name == name) return entry.make();
    names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.name);
  }
  throw InvalidArgument(fmt::format("there is no formulation \"{}\"; there are {}", name, names));
}

}  // namespace nsds

#include "simulation/relations.hpp"

namespace nsds {

IndexSet allRelations(const NonSmoothDynamicalSystem& nsds) {
  IndexSet all;
  std::int32_t index = 0;
  for (const auto& interaction : nsds.interactions()) {
    const auto size = static_cast<std::int32_t>(interaction->law().blockSize());
    const auto row = static_cast<std::int32_t>(nsds.row(*interaction));
    for (std::int32_t k = 0; k < interaction->unitaryRelations(); ++k) {
      all.push_back({interaction.get(), index, row + k * size, size, k * size, interaction->id().value});
    }
    ++index;
  }
  return all;
}

bool isUnilateral(const NonSmoothLaw& law) {
  const AdmissibleSet set = law.admissibleSet();
  return std::holds_alternative<OrthantSet>(set) || std::holds_alternative<CoulombSet>(set) ||
         std::holds_alternative<RollingSet>(set);
}

}  // namespace nsds

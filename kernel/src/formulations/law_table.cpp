#include "formulations/law_table.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "linalg/numbers.hpp"
#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

using Names = std::vector<std::string_view>;

struct Takers {
  Index blockSize;

  Names operator()(const OrthantSet&) const {
    return {"LCP", "MLCP", "Relay", "AVI", "VI", "GenericMechanical"};
  }
  Names operator()(const FreeSet&) const {
    return {"Equality",
            "MLCP",
            "Relay",
            "AVI",
            "VI",
            "GenericMechanical",
            "GlobalFrictionContact",
            "GlobalRollingFrictionContact"};
  }
  Names operator()(const BoxSet&) const { return {"Relay", "AVI", "VI", "GenericMechanical"}; }
  Names operator()(const MixedSet& set) const {
    const auto equality = set.lower.array() == -infinity && set.upper.array() == infinity;
    const auto orthant = set.lower.array() == 0.0 && set.upper.array() == infinity;
    return (equality || orthant).all() ? Names{"MLCP", "Relay", "AVI", "VI", "GenericMechanical"}
                                       : Names{"Relay", "AVI", "VI", "GenericMechanical"};
  }
  Names operator()(const PolyhedronSet&) const { return {"AVI", "VI"}; }
  Names operator()(const CoulombSet&) const {
    return blockSize == 2 || blockSize == 3
               ? Names{"FrictionContact", "GenericMechanical", "GlobalFrictionContact"}
               : Names{};
  }
  Names operator()(const RollingSet&) const {
    return blockSize == 3 || blockSize == 5 ? Names{"RollingFrictionContact", "GlobalRollingFrictionContact"}
                                            : Names{};
  }
  Names operator()(const EllipticSet&) const {
    return blockSize == 3 ? Names{"FrictionContact", "GenericMechanical"} : Names{};
  }
  /// In the plane it is an interval for each row, in space the tangents have a disc.
  Names operator()(const TrescaSet&) const {
    if (blockSize == 3) return {"VI"};
    return blockSize == 2 ? Names{"Relay", "AVI", "VI", "GenericMechanical"} : Names{};
  }
  Names operator()(const CohesiveSet&) const {
    if (blockSize == 1) return (*this)(OrthantSet{});
    return blockSize <= 3 ? Names{"FrictionContact", "GenericMechanical"} : Names{};
  }
  Names operator()(const ProjectorSet&) const { return {"VI"}; }
  Names operator()(const OutputSet& set) const {
    if (std::holds_alternative<ProjectorSet>(set.K)) return {"VI"};
    return std::holds_alternative<PolyhedronSet>(set.K) ? Names{"AVI", "VI"} : Names{"Relay", "AVI", "VI"};
  }
};

struct Description {
  Index blockSize;

  std::string operator()(const OrthantSet&) const { return "the orthant"; }
  std::string operator()(const FreeSet&) const { return "the whole space (an equality)"; }
  std::string operator()(const BoxSet&) const { return "an interval"; }
  std::string operator()(const MixedSet&) const { return "intervals, one for each row"; }
  std::string operator()(const PolyhedronSet&) const { return "a polyhedron"; }
  std::string operator()(const CoulombSet&) const {
    return fmt::format("Coulomb's cone of dimension {}", blockSize);
  }
  std::string operator()(const RollingSet&) const {
    return fmt::format("a cone of rolling friction with {} rows", blockSize);
  }
  std::string operator()(const EllipticSet&) const {
    return fmt::format("a cone of friction with an ellipse and {} rows", blockSize);
  }
  std::string operator()(const TrescaSet&) const {
    return fmt::format("a set of friction with a given bound and {} rows", blockSize);
  }
  std::string operator()(const CohesiveSet&) const {
    return fmt::format("a cone of cohesion with {} rows", blockSize);
  }
  std::string operator()(const ProjectorSet&) const { return "a set known by its projector"; }
  std::string operator()(const OutputSet& set) const { return std::visit(*this, set.K); }
};

/// "multiplier lies in the orthant"
std::string describeSet(const NonSmoothLaw& law) {
  const AdmissibleSet set = law.admissibleSet();
  return fmt::format("{} lies in {}", std::holds_alternative<OutputSet>(set) ? "output" : "multiplier",
                     std::visit(Description{law.blockSize()}, set));
}

std::string thoseThatWould(const Names& names) {
  if (names.empty()) return "no formulation does yet";
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text + " would";
}

}  // namespace

std::vector<std::string_view> formulationsFor(const NonSmoothLaw& law) {
  return std::visit(Takers{law.blockSize()}, law.admissibleSet());
}

void requireLaw(std::string_view formulation, const Interaction& interaction) {
  const NonSmoothLaw& law = interaction.law();
  const Names names = formulationsFor(law);
  if (std::find(names.begin(), names.end(), formulation) != names.end()) return;
  throw InvalidArgument(fmt::format("the formulation {} does not take the law {} of {}, whose {}; {}",
                                    formulation, law.name(), interaction.name(), describeSet(law),
                                    thoseThatWould(names)));
}

void requireSomeFormulation(const Interaction& interaction) {
  const NonSmoothLaw& law = interaction.law();
  if (!formulationsFor(law).empty()) return;
  throw InvalidArgument(
      fmt::format("the law {} of {} cannot be simulated: its {}, which no formulation takes yet", law.name(),
                  interaction.name(), describeSet(law)));
}

}  // namespace nsds

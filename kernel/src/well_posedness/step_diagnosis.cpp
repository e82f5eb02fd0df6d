#include "well_posedness/step_diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "linalg/numbers.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_relation.hpp"
#include "nsds/kernel/well_posedness/relative_degree.hpp"

namespace nsds {

namespace {

constexpr Index mostDiagnosed = 200;  // states or rows: dense matrices of that size take milliseconds
constexpr std::size_t mostNames = 5;

using Island = std::vector<const Interaction*>;

/// The interactions that a problem names; none if a name is that of two.
Island islandOf(const NonSmoothDynamicalSystem& nsds, const std::vector<std::string>& names) {
  Island island;
  for (const std::string& name : names) {
    const Interaction* found = nullptr;
    for (const auto& interaction : nsds.interactions()) {
      if (interaction->name() != name) continue;
      if (found != nullptr) return {};
      found = interaction.get();
    }
    if (found == nullptr) return {};
    island.push_back(found);
  }
  return island;
}

bool ofFirstOrder(const Island& island) {
  return !island.empty() && std::all_of(island.begin(), island.end(), [](const Interaction* interaction) {
    return dynamic_cast<const FirstOrderRelation*>(&interaction->relation()) != nullptr;
  });
}

/// True if each row has an interval of its own, which is what a P-matrix speaks of.
bool isRowByRow(const Island& island) {
  return std::all_of(island.begin(), island.end(), [](const Interaction* interaction) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    const auto* const output = std::get_if<OutputSet>(&set);
    const auto jointly = [](const auto& of) {
      return std::holds_alternative<PolyhedronSet>(of) || std::holds_alternative<ProjectorSet>(of);
    };
    return output == nullptr ? !jointly(set) : !jointly(output->K);
  });
}

/// "relay (row 0)" for each row of the island.
std::vector<std::string> rowNames(const Island& island) {
  std::vector<std::string> names;
  for (const Interaction* interaction : island)
    for (Index r = 0; r < interaction->rows(); ++r)
      names.push_back(fmt::format("{} (row {})", interaction->name(), r));
  return names;
}

std::string degreeSentence(const Island& island) {
  Index states = 0;
  for (const Interaction* interaction : island)
    for (const DynamicalSystem* system : interaction->systems()) states += system->dimension();
  if (states > mostDiagnosed) return {};
  try {
    const RelativeDegree degree = relativeDegree(linearComplementaritySystem(island));
    std::string text = " Of these interactions " + degree.message;
    if (degree.degree > 1)
      text += ", so that a step has to find impulses and their derivatives; HigherOrderMoreauOSI does";
    return text + ".";
  } catch (const InvalidArgument&) {
    return {};  // not linear, or not constant
  }
}

std::string minorSentence(const PMatrixAnswer& p, const std::vector<std::string>& names) {
  if (p.answer == Answer::yes)
    return " The step matrix S(h) is a P-matrix: the step has exactly one solution.";
  if (p.answer == Answer::undecided)
    return fmt::format(" Whether the step matrix S(h) is a P-matrix is not decided: {}", p.message);
  std::vector<std::string> rows;
  for (const Index row : p.minor) rows.push_back(names[static_cast<std::size_t>(row)]);
  const std::size_t more = rows.size() > mostNames ? rows.size() - mostNames : 0;
  rows.resize(rows.size() - more);
  return fmt::format(
      " The step matrix S(h) is not a P-matrix, so that a step may have no solution or several: its minor "
      "over {}{} is "
      "not positive.",
      fmt::join(rows, ", "), more > 0 ? fmt::format(" and {} more rows", more) : "");
}

/// A row whose multiplier is to be positive, whose output is negative, and which no multiplier raises has no solution.
std::string contradictionSentence(const ProblemCopy& problem, const std::vector<std::string>& names) {
  const bool bounded = problem.lower.size() > 0;
  if (bounded && (problem.lower.array() != 0.0 || problem.upper.array() != infinity).any()) return {};
  for (Index i = 0; i < problem.q.size(); ++i) {
    if (!(problem.q[i] < 0.0) || (problem.M.row(i).array() > 0.0).any()) continue;
    return fmt::format(" {} has the output {:.6g} without multipliers, and no multiplier raises it.",
                       names[static_cast<std::size_t>(i)], problem.q[i]);
  }
  return {};
}

}  // namespace

std::string diagnoseStep(const NonSmoothDynamicalSystem& nsds, const ProblemCopy& problem) {
  const Island island = islandOf(nsds, problem.interactions);
  if (!ofFirstOrder(island)) return {};
  const std::vector<std::string> names = rowNames(island);
  std::string text = degreeSentence(island);
  if (!isRowByRow(island)) return text;
  // S(h) is the matrix of the problem, for whatever theta and gamma the integrator has; where outputs and multipliers are
  // exchanged, that matrix is a P-matrix if S(h) is.
  const auto rows = static_cast<Index>(names.size());
  if (rows > mostDiagnosed || problem.M.rows() != rows || problem.q.size() != rows || !problem.M.allFinite())
    return text;
  return text + minorSentence(isPMatrix(problem.M), names) + contradictionSentence(problem, names);
}

}  // namespace nsds

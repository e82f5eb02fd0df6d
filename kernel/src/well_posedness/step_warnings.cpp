#include "well_posedness/step_warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/well_posedness/relative_degree.hpp"
#include "nsds/kernel/well_posedness/symmetric_part.hpp"
#include "well_posedness/descriptor_index.hpp"
#include "well_posedness/rounded_p_matrix.hpp"
#include "well_posedness/rounded_step.hpp"

namespace nsds {

namespace {

constexpr Index mostStates = 40, mostRows = 8;
constexpr Index highestDegree = 2, highestIndex = 2;

struct Rows {
  std::vector<const Interaction*> interactions;
  bool rowByRow = true;
};

bool isRowByRow(const AdmissibleSet& set) {
  return std::holds_alternative<OrthantSet>(set) || std::holds_alternative<BoxSet>(set);
}

Rows linearRows(const NonSmoothDynamicalSystem& nsds) {
  Rows rows;
  for (const auto& interaction : nsds.interactions()) {
    if (dynamic_cast<const FirstOrderLinearTIR*>(&interaction->relation()) == nullptr) continue;
    rows.interactions.push_back(interaction.get());
    rows.rowByRow = rows.rowByRow && isRowByRow(interaction->law().admissibleSet());
  }
  return rows;
}

/// "interaction 1 (row 0)"
std::string nameOfRow(const Rows& rows, Index row) {
  for (const Interaction* interaction : rows.interactions) {
    if (row < interaction->rows()) return fmt::format("{} (row {})", interaction->name(), row);
    row -= interaction->rows();
  }
  return {};
}

void tellOfDegrees(const Rows& rows, const LinearComplementaritySystem& system,
                   std::vector<std::string>& said) {
  const RelativeDegree degree = relativeDegree(system);
  for (Index row = 0; row < std::ssize(degree.outputs); ++row) {
    const Index found = degree.outputs[static_cast<std::size_t>(row)];
    if (found <= highestDegree) continue;
    said.push_back(
        fmt::format("the output of {} has the relative degree {}: its states jump by derivatives of "
                    "impulses, which these steps do "
                    "not take, so that they may grow as the step falls; HigherOrderMoreauOSI takes them",
                    nameOfRow(rows, row), found));
  }
}

void tellOfMatrix(const Rows& rows, const RoundedStep& step, std::vector<std::string>& said) {
  if (!step.isKnown() || symmetricPart(step.S).semidefinite()) return;
  const PMatrixAnswer p = isRoundedPMatrix(step.S, step.rounding);
  if (p.answer != Answer::no) return;
  std::string names;
  for (const Index row : p.minor) names += (names.empty() ? "" : ", ") + nameOfRow(rows, row);
  said.push_back(fmt::format(
      "the step matrix S(h) is neither positive semidefinite nor a P-matrix, so that a step may have no "
      "solution or several: its minor over {} is not positive",
      names));
}

void tellOfIndex(const FirstOrderDS& system, std::vector<std::string>& said) {
  if (system.dimension() > mostStates || system.constantM() == nullptr ||
      system.constantJacobian() == nullptr)
    return;
  const Index n = system.dimension();
  Matrix M(n, n), A(n, n);
  system.constantM()->copyTo(M);
  system.constantJacobian()->copyTo(A);
  const std::optional<Index> index = descriptorIndex(M, A);
  if (!index || *index <= highestIndex) return;
  said.push_back(fmt::format(
      "the equations M x' = A x + b of {} have the index {}: states that follow from derivatives of b and of "
      "other "
      "states are wrong in the first steps, and by more the smaller the step is, wherever these jump; state "
      "the equations in a form of lower index",
      system.name(), *index));
}

}  // namespace

std::vector<std::string> indexWarnings(const NonSmoothDynamicalSystem& nsds) {
  std::vector<std::string> said;
  for (const auto& system : nsds.systems())
    if (const auto* const firstOrder = dynamic_cast<const FirstOrderDS*>(system.get()))
      tellOfIndex(*firstOrder, said);
  return said;
}

std::vector<std::string> stepWarnings(const NonSmoothDynamicalSystem& nsds, double h, double theta,
                                      double gamma) {
  std::vector<std::string> said;
  const Rows rows = linearRows(nsds);
  if (rows.interactions.empty()) return said;
  try {
    const LinearComplementaritySystem system = linearComplementaritySystem(rows.interactions);
    if (system.states() > mostStates || system.rows() > mostRows) return said;
    tellOfDegrees(rows, system, said);
    if (rows.rowByRow) tellOfMatrix(rows, roundedStep(system, h, theta, gamma), said);
  } catch (const InvalidArgument&) {
    // Not linear with constant matrices: nothing is known of it.
  }
  return said;
}

}  // namespace nsds

#include "well_posedness/step_warnings.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "linalg/lu.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"
#include "nsds/kernel/well_posedness/relative_degree.hpp"
#include "nsds/kernel/well_posedness/symmetric_part.hpp"

namespace nsds {

namespace {

constexpr Index mostStates = 40, mostRows = 8;
constexpr Index highestDegree = 2;

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

Matrix stepMatrix(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  const Index n = system.states();
  const Matrix mass = system.M.size() > 0 ? system.M : Matrix(Matrix::Identity(n, n));
  PartialLu lu;
  lu.compute(mass - h * theta * system.A);
  Matrix solved(n, system.B.cols());
  for (Index j = 0; j < solved.cols(); ++j) lu.solve(system.B.col(j), solved.col(j));
  Matrix S = h * gamma * (system.C * solved);
  if (system.D.size() > 0) S += system.D;
  return S;
}

void tellOfMatrix(const Rows& rows, const Matrix& S, std::vector<std::string>& said) {
  if (!S.allFinite() || symmetricPart(S).semidefinite()) return;
  const PMatrixAnswer p = isPMatrix(S);
  if (p.answer != Answer::no) return;
  std::string names;
  for (const Index row : p.minor) names += (names.empty() ? "" : ", ") + nameOfRow(rows, row);
  said.push_back(fmt::format(
      "the step matrix S(h) is neither positive semidefinite nor a P-matrix, so that a step may have no "
      "solution or several: its minor over {} is not positive",
      names));
}

}  // namespace

std::vector<std::string> stepWarnings(const NonSmoothDynamicalSystem& nsds, double h, double theta,
                                      double gamma) {
  std::vector<std::string> said;
  const Rows rows = linearRows(nsds);
  if (rows.interactions.empty()) return said;
  try {
    const LinearComplementaritySystem system = linearComplementaritySystem(rows.interactions);
    if (system.states() > mostStates || system.rows() > mostRows) return said;
    tellOfDegrees(rows, system, said);
    if (rows.rowByRow) tellOfMatrix(rows, stepMatrix(system, h, theta, gamma), said);
  } catch (const InvalidArgument&) {
    // Not linear with constant matrices: nothing is known of it.
  }
  return said;
}

}  // namespace nsds

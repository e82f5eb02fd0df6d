#include "nsds/problems/qps.hpp"

#include <cctype>
#include <stdexcept>

#include "file_contents.hpp"
#include "qps/qps_model.hpp"

namespace nsds::problems {

namespace {

// One multiplier for each row. Raising the upper side raises the feasible set: its multiplier counts negative.
std::vector<double> byRows(const std::vector<QpsRow>& rows, std::span<const double> multipliers) {
  std::size_t inequalities = 0, equalities = 0;
  for (const QpsRow& row : rows) {
    inequalities += (row.lower >= 0 ? 1 : 0) + (row.upper >= 0 ? 1 : 0);
    equalities += row.equality >= 0 ? 1 : 0;
  }
  if (multipliers.size() != inequalities + equalities)
    throw std::invalid_argument("expected a multiplier for each of the " + std::to_string(inequalities) +
                                " inequalities and " + std::to_string(equalities) + " equalities, found " +
                                std::to_string(multipliers.size()));
  std::vector<double> ofRows;
  for (const QpsRow& row : rows) {
    double ofRow = 0.0;
    if (row.lower >= 0) ofRow += multipliers[static_cast<std::size_t>(row.lower)];
    if (row.upper >= 0) ofRow -= multipliers[static_cast<std::size_t>(row.upper)];
    if (row.equality >= 0) ofRow += multipliers[inequalities + static_cast<std::size_t>(row.equality)];
    ofRows.push_back(ofRow);
  }
  return ofRows;
}

}  // namespace

double QpsFile::objective(double ofProblem) const noexcept {
  return (maximises ? 0.0 - ofProblem : ofProblem) + constant;
}

std::vector<double> QpsFile::rowMultipliers(std::span<const double> multipliers) const {
  std::vector<double> rates = byRows(rows, multipliers);
  // The objective of a file that maximises is minus that of the problem.
  if (maximises)
    for (double& rate : rates) rate = 0.0 - rate;
  return rates;
}

std::vector<double> QpsFile::rowProof(std::span<const double> multipliers) const {
  return byRows(rows, multipliers);
}

bool isQpsName(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  for (char& c : suffix) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return suffix == ".qps" || suffix == ".mps";
}

QpsProblem readQps(const std::filesystem::path& file) {
  return readQpsText(fileContents(file), file.string());
}

QpsProblem readQpsText(const std::string& text, const std::string& name) {
  return qps::makeProblem(qps::readModel(text, name), name);
}

}  // namespace nsds::problems

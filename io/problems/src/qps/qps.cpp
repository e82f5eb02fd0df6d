#include "nsds/problems/qps.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "file_contents.hpp"
#include "qps/qps_model.hpp"

namespace nsds::problems {

double QpsFile::objective(double ofProblem) const noexcept {
  return (maximises ? 0.0 - ofProblem : ofProblem) + constant;
}

std::vector<double> QpsFile::rowMultipliers(std::span<const double> multipliers) const {
  std::size_t inequalities = 0, equalities = 0;
  for (const QpsRow& row : rows) {
    inequalities += (row.lower >= 0 ? 1 : 0) + (row.upper >= 0 ? 1 : 0);
    equalities += row.equality >= 0 ? 1 : 0;
  }
  if (multipliers.size() != inequalities + equalities)
    throw std::invalid_argument("expected a multiplier for each of the " + std::to_string(inequalities) +
                                " inequalities and " + std::to_string(equalities) + " equalities, found " +
                                std::to_string(multipliers.size()));
  // Raising the upper side raises the feasible set: its multiplier counts negative. The objective of a file that
  // maximises is minus that of the problem.
  std::vector<double> ofRows;
  for (const QpsRow& row : rows) {
    double rate = 0.0;
    if (row.lower >= 0) rate += multipliers[static_cast<std::size_t>(row.lower)];
    if (row.upper >= 0) rate -= multipliers[static_cast<std::size_t>(row.upper)];
    if (row.equality >= 0) rate += multipliers[inequalities + static_cast<std::size_t>(row.equality)];
    ofRows.push_back(maximises ? 0.0 - rate : rate);
  }
  return ofRows;
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

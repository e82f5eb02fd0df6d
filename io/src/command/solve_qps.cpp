#include "solve_qps.hpp"

namespace nsds::command {

namespace {

// arrays: end with the multipliers of A and C.
void addRowMultipliers(const problems::QpsFile& file, std::vector<NamedArray>& arrays) {
  std::vector<double> ofRows = file.rowMultipliers(arrays.back().second);
  arrays.emplace_back("row_multipliers", std::move(ofRows));
}

}  // namespace

void tellInTermsOf(const problems::QpsFile& file, Solved& solved) {
  if (solved.objective) solved.objective = file.objective(*solved.objective);
  if (solved.solution) addRowMultipliers(file, *solved.solution);
  if (solved.certificate.empty()) return;
  // What proves that there is no solution knows no objective.
  problems::QpsFile withoutSense = file;
  withoutSense.maximises = false;
  addRowMultipliers(withoutSense, solved.certificate);
}

std::vector<std::string> rowNames(const problems::QpsFile& file) {
  std::vector<std::string> names;
  for (const problems::QpsRow& row : file.rows) names.push_back(row.name);
  return names;
}

void addNames(const problems::QpsFile& file, nlohmann::ordered_json& json) {
  json["columns"] = file.columns;
  json["rows"] = rowNames(file);
}

}  // namespace nsds::command

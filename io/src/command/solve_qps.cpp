#include "solve_qps.hpp"

namespace nsds::command {

void tellInTermsOf(const problems::QpsFile& file, Solved& solved) {
  if (solved.objective) solved.objective = file.objective(*solved.objective);
  if (!solved.solution) return;
  std::vector<double> ofRows = file.rowMultipliers(solved.solution->back().second);
  solved.solution->emplace_back("row_multipliers", std::move(ofRows));
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

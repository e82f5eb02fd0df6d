#include "command/formats/solving/solve_qps.hpp"

namespace nsds::command {

namespace {

constexpr const char* kRowMultipliers = "row_multipliers";

}  // namespace

void tellInTermsOf(const problems::QpsFile& file, Solved& solved) {
  if (solved.objective) solved.objective = file.objective(*solved.objective);
  // Both end with the multipliers of A and C.
  if (solved.solution)
    solved.solution->emplace_back(kRowMultipliers, file.rowMultipliers(solved.solution->back().second));
  if (!solved.certificate.empty())
    solved.certificate.emplace_back(kRowMultipliers, file.rowProof(solved.certificate.back().second));
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

#include "benchmarks/programs/published.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "benchmarks/measurements/csv_fields.hpp"

namespace nsds::bench::programs {
namespace {

std::ifstream open(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("there is no " + file.string());
  return in;
}

// 0: settings that belong to no tolerance.
double tolerance_of(const std::string& settings) {
  if (settings == "low_accuracy") return 1e-3;
  if (settings == "mid_accuracy") return 1e-6;
  return settings == "high_accuracy" ? 1e-9 : 0.0;
}

}  // namespace

Published::Published(const std::filesystem::path& folder) {
  std::ifstream optima = open(folder / "optima.txt");
  for (std::string line; std::getline(optima, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name, number;
    words >> name;
    while (words >> number) optima_[name] = parse_number(number);  // the last of the line
  }
  std::ifstream results = open(folder / "published_results.csv");
  std::string line;
  std::getline(results, line);
  while (std::getline(results, line)) {
    if (line.ends_with('\r')) line.pop_back();  // as Python's writer of CSV ends lines
    const std::vector<std::string> fields = split_fields(line);
    if (fields.size() != 8)
      throw std::runtime_error("published_results.csv: not eight fields in '" + line + "'");
    const double tolerance = tolerance_of(fields[2]);
    if (tolerance == 0.0) continue;
    bool is_solved = fields[4] == "True";
    for (std::size_t k = 5; k < 8; ++k) is_solved = is_solved && parse_number(fields[k]) <= tolerance;
    results_[fields[0]][fields[1]][tolerance] = {is_solved, parse_number(fields[3])};
  }
}

std::optional<double> Published::optimum(std::string problem) const {
  std::transform(problem.begin(), problem.end(), problem.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found = optima_.find(problem);
  return found == optima_.end() ? std::nullopt : std::optional(found->second);
}

Published::Result Published::result(const std::string& problem, const std::string& solver,
                                    double tolerance) const {
  const auto of_problem = results_.find(problem);
  if (of_problem == results_.end()) return {};
  const auto of_solver = of_problem->second.find(solver);
  if (of_solver == of_problem->second.end()) return {};
  const auto found = of_solver->second.find(tolerance);
  return found == of_solver->second.end() ? Result{} : found->second;
}

bool Published::is_solved(const std::string& problem, double tolerance) const {
  const auto of_problem = results_.find(problem);
  if (of_problem == results_.end()) return false;
  return std::any_of(of_problem->second.begin(), of_problem->second.end(), [tolerance](const auto& entry) {
    const auto found = entry.second.find(tolerance);
    return found != entry.second.end() && found->second.is_solved;
  });
}

}  // namespace nsds::bench::programs

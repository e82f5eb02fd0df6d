// What others found of the collection: known objectives, and the results of a public benchmark.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace nsds::bench::programs {

class Published {
 public:
  struct Result {
    bool is_solved = false;  // found, each absolute residual at most the tolerance
    double seconds = 0.0;
  };

  Published() = default;
  // Reads optima.txt and published_results.csv. Throws std::runtime_error where one of them is not there.
  explicit Published(const std::filesystem::path& folder);

  std::optional<double> optimum(std::string problem) const;
  // tolerance: 1e-3, 1e-6 or 1e-9. Not solved where the solver was not run.
  Result result(const std::string& problem, const std::string& solver, double tolerance) const;
  // Whether any solver solved it.
  bool is_solved(const std::string& problem, double tolerance) const;

 private:
  std::map<std::string, double> optima_;  // by name in small letters
  std::map<std::string, std::map<std::string, std::map<double, Result>>>
      results_;  // problem, solver, tolerance
};

}  // namespace nsds::bench::programs

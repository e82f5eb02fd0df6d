// What solving a problem file of any class comes to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nsds/numerics/options.h"
#include "nsds/numerics/report.h"

namespace nsds::command {

using NamedArray = std::pair<std::string, std::vector<double>>;

struct Solved {
  std::string description;  ///< of the problem, for a person: "n = 3, dense"
  nsds_report report{};
  std::optional<double> residualFclib;              ///< where the class has that norm
  std::optional<std::vector<NamedArray>> solution;  ///< none when the solver touched no unknowns
};

/// Reads the file and solves the problem. Throws problems::FileError for a file that cannot be read.
Solved solveLcpFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveMlcpFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveRelayFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveQpFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveAviFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveEqualityFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveFrictionContactFile(const std::filesystem::path& file, const nsds_options* options);
Solved solveGlobalFrictionContactFile(const std::filesystem::path& file, const nsds_options* options);

}  // namespace nsds::command

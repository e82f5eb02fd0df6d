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
Solved solve_lcp_file(const std::filesystem::path& file, const nsds_options* options);
Solved solve_mlcp_file(const std::filesystem::path& file, const nsds_options* options);
Solved solve_relay_file(const std::filesystem::path& file, const nsds_options* options);
Solved solve_qp_file(const std::filesystem::path& file, const nsds_options* options);
Solved solve_avi_file(const std::filesystem::path& file, const nsds_options* options);
Solved solve_equality_file(const std::filesystem::path& file, const nsds_options* options);
Solved solve_friction_contact_file(const std::filesystem::path& file, const nsds_options* options);

}  // namespace nsds::command

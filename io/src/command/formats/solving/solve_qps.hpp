// A file of QPS says more than a problem: names, a constant, whether it maximises. The command tells results in
// these terms.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command/formats/solving/solve.hpp"
#include "nsds/problems/qps.hpp"

namespace nsds::command {

/// Gives the objective that of the file, and adds the multipliers of its rows to the solution and the certificate.
void tellInTermsOf(const problems::QpsFile& file, Solved& solved);

/// The names of the rows that row_multipliers are of.
std::vector<std::string> rowNames(const problems::QpsFile& file);

/// Adds the names of rows and columns in the order of the arrays of the solution.
void addNames(const problems::QpsFile& file, nlohmann::ordered_json& json);

}  // namespace nsds::command

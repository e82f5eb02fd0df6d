// Text files of convex quadratic programs, minimise 1/2 z'Q z + p'z under constraints; their layout is in
// program.hpp.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "nsds/problems/program.hpp"

namespace nsds::problems {

using Qp = Program<nsds_qp>;

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Qp readQp(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Qp readQpText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. Throws std::invalid_argument if a
/// matrix is an operator, a number is not finite or a bound is the wrong infinity.
NSDS_PROBLEMS_API void writeQp(std::ostream& out, const nsds_qp& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeQp(const std::filesystem::path& file, const nsds_qp& problem);

}  // namespace nsds::problems

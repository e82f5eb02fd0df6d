// Reads and writes text files of affine variational inequalities over polyhedra; their layout is in
// program.hpp.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "nsds/problems/program.hpp"

namespace nsds::problems {

using Avi = Program<nsds_avi>;

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Avi readAvi(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Avi readAviText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. Throws std::invalid_argument if a
/// matrix is an operator, a number is not finite or a bound is the wrong infinity.
NSDS_PROBLEMS_API void writeAvi(std::ostream& out, const nsds_avi& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeAvi(const std::filesystem::path& file, const nsds_avi& problem);

}  // namespace nsds::problems

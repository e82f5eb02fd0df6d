// Writes figures as scripts of gnuplot.
#pragma once

#include <filesystem>
#include <string>

#include "figure.hpp"
#include "nsds/io/plot.hpp"

namespace nsds::io {

/// The script draws into standard output, in the format of the suffix of the file. Throws
/// std::invalid_argument for another suffix.
std::string scriptOf(const Figure& figure, const std::filesystem::path& file, const PlotOptions& options);

}  // namespace nsds::io

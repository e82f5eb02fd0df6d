// Runs gnuplot as a child process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace nsds::io {

/// Gives the script to gnuplot and puts what it draws into the file. Throws PlotError.
void runGnuplot(std::string_view script, const std::filesystem::path& file);

/// A text as gnuplot reads it: in single quotes, without line breaks.
std::string gnuplotQuoted(std::string_view text);

}  // namespace nsds::io

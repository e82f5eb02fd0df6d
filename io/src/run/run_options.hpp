// What the words of a command line ask of a run.
#pragma once

#include "nsds/io/parameters.hpp"
#include "run_words.hpp"

namespace nsds::io {

/// Throws ParameterError naming the option.
RunOptions runOptionsOf(const command_line::RunWords& words);

}  // namespace nsds::io

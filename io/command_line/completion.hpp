// What a shell may put at the end of a line.
#pragma once

#include <string>
#include <vector>

#include "description.hpp"

namespace nsds::command_line {

struct Candidate {
  std::string word;
  std::string sentence = {};  ///< what it means, for a shell that shows it
};

struct Completion {
  std::vector<Candidate> candidates;
  bool files = false;     ///< whether names of files fit too
  std::string extension;  ///< that they have, ".csv"; empty: any
};

/// words: those behind the name of the program, the last one to be completed; it may be empty.
Completion complete(const Description& program, const std::vector<std::string>& words);

}  // namespace nsds::command_line

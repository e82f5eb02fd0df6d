// Changes of a binary file that our own writer made, drawn from the bytes of an input.
#pragma once

#include <string>

#include "input.hpp"

namespace nsds::fuzz {

// Numbers of one, four or eight bytes are overwritten, pieces copied, the end cut off: none to eight changes.
void change_file(Input& input, std::string& file);

}  // namespace nsds::fuzz

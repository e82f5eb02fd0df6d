// Finds the line of a value in a text of JSON.
#pragma once

#include <string>
#include <string_view>

namespace nsds::io::scene {

/// The line where the value of a JSON pointer stands, or, if there is none, the innermost value around it; from 1. The
/// text has been read without errors before.
int lineOf(std::string_view text, const std::string& pointer);

}  // namespace nsds::io::scene

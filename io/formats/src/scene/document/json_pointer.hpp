// JSON pointers (RFC 6901): "/bodies/0/rigid/mass".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsds::io::scene {

/// The steps of a pointer, "" has none.
std::vector<std::string> stepsOf(std::string_view pointer);
/// The pointer of a member or element of what `pointer` leads to.
std::string joined(const std::string& pointer, std::string_view step);

}  // namespace nsds::io::scene

// Finds what somebody may have meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsds::io::scene {

/// The name that the fewest insertions, deletions, changes and swaps of neighbours lead to, if these are few: at most a
/// third of its length, and one.
std::optional<std::string> nearestName(std::string_view word, const std::vector<std::string>& names);

/// `; did you mean "mass"?`, or `; there are: mass, inertia` where nothing is near, or nothing where there are no names.
std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace nsds::io::scene

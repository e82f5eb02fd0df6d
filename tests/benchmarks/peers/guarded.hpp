// Work that may crash, hang or print, done in a child process: libraries abort on what they do not like.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace nsds::bench {

// Runs work in a child, silenced, within `limit` seconds of CPU time. Returns its numbers, or nothing where
// it did not end in time and in order.
std::optional<std::vector<double>> guarded(double limit, const std::function<std::vector<double>()>& work);

}  // namespace nsds::bench

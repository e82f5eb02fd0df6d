// Work that may crash, hang or print, done in a child process: libraries abort on what they do not like.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nsds::bench {

// Runs work in a child, silenced, within `limit` seconds of CPU time. Returns its numbers, or nothing where
// it did not end in time and in order.
std::optional<std::vector<double>> guarded(double limit, const std::function<std::vector<double>()>& work);

// The same of a program that writes its numbers to the standard output as doubles, for what cannot be linked
// beside the others. words: its path, and arguments.
std::optional<std::vector<double>> guarded_program(double limit, const std::vector<std::string>& words);

}  // namespace nsds::bench

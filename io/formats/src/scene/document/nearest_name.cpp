#include "scene/document/nearest_name.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "joined.hpp"

namespace nsds::io::scene {

namespace {

/// The optimal string alignment distance, letters of either case being the same.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same(a[i - 1], b[j - 1]) ? 0U : 1U)});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        next[j] = std::min(next[j], last[j - 2] + 1);
    }
    last.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> nearestName(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;  // no name of ours is longer, and the work grows with the square
  if (word.size() > longest) return std::nullopt;
  std::optional<std::string> nearest;
  std::size_t least = 0;
  for (const std::string& name : names) {
    if (name.size() > longest) continue;
    const std::size_t d = distance(word, name);
    if (d > std::max<std::size_t>(1, name.size() / 3) || (nearest && d >= least)) continue;
    nearest = name;
    least = d;
  }
  return nearest;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  if (const auto nearest = nearestName(word, names)) return fmt::format("; did you mean \"{}\"?", *nearest);
  if (names.empty()) return {};
  constexpr std::size_t most = 20;
  const std::size_t shown = std::min(most, names.size());
  return fmt::format("; there {}: {}{}", names.size() == 1 ? "is" : "are",
                     text::joined(std::span(names).first(shown)), shown < names.size() ? ", ..." : "");
}

}  // namespace nsds::io::scene

// The list of what is saved beside a model.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "nsds/io/checkpoint.hpp"

namespace nsds::io {

Kept& Kept::add(Part part) {
  if (part.name.empty()) throw std::invalid_argument("what is kept needs a name");
  if (!part.write || !part.read)
    throw std::invalid_argument(
        fmt::format("\"{}\" needs a function that writes and one that reads", part.name));
  const auto sameName = [&](const Part& other) { return other.name == part.name; };
  if (std::any_of(parts_.begin(), parts_.end(), sameName))
    throw std::invalid_argument(fmt::format("\"{}\" is kept already", part.name));
  parts_.push_back(std::move(part));
  return *this;
}

Kept& Kept::keep(const std::string& name, std::function<Bytes()> write,
                 std::function<void(std::span<const std::byte>)> read) {
  return add({name, Kind::value, std::move(write), std::move(read)});
}

Kept& Kept::keepChange(const std::string& name, std::function<Bytes()> write,
                       std::function<void(std::span<const std::byte>)> read) {
  return add({name, Kind::change, std::move(write), std::move(read)});
}

}  // namespace nsds::io

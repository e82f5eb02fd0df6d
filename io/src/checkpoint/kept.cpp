#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nsds/io/checkpoint.hpp"

namespace nsds::io {

Kept& Kept::keep(const std::string& name, std::function<Bytes()> write,
                 std::function<void(std::span<const std::byte>)> read) {
  if (name.empty()) throw std::invalid_argument("what is kept needs a name");
  if (!write || !read)
    throw std::invalid_argument(fmt::format("\"{}\" needs a function that writes and one that reads", name));
  const auto sameName = [&](const Part& part) { return part.name == name; };
  if (std::any_of(parts_.begin(), parts_.end(), sameName))
    throw std::invalid_argument(fmt::format("\"{}\" is kept already", name));
  parts_.push_back({name, std::move(write), std::move(read)});
  return *this;
}

}  // namespace nsds::io

// The rows and columns of a QPS file by their names, and the sets of RHS, RANGES and BOUNDS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "qps/qps_lines.hpp"

namespace nsds::problems::qps {

/// Names of one kind and their indices.
class Names {
 public:
  /// kind: "row"; section: the one that names them; once: why a name comes only once, the end of a message.
  Names(const char* kind, const char* section, const char* once)
      : kind_(kind), section_(section), once_(once) {}

  /// Throws FileError where the name is there already.
  void add(const Word& name, std::int32_t index, const std::string& file) {
    if (const auto [place, isNew] = index_.try_emplace(name.text, index, name.line); !isNew)
      fail(file, name,
           std::string(kind_) + " " + std::string(name.text) + " was named in line " +
               std::to_string(place->second.line) + " already" + once_);
  }

  /// Throws FileError where no such name is there.
  std::int32_t at(const Word& name, const std::string& file) const {
    const auto place = index_.find(name.text);
    if (place == index_.end())
      failExpected(file, name, std::string("a ") + kind_ + " that section " + section_ + " names");
    return place->second.index;
  }

 private:
  struct Named {
    Named(std::int32_t i, int l) : index(i), line(l) {}
    std::int32_t index;
    int line;
  };

  const char* kind_;
  const char* section_;
  const char* once_;
  std::unordered_map<std::string_view, Named> index_;
};

/// The sets of one section: the first counts.
class Sets {
 public:
  /// Tells whether a line is of the first set. set: its name, may be empty. A warning names each other set once.
  bool isFirst(const Word& set, const char* section, const std::string& file,
               std::vector<std::string>& warnings) {
    if (!first_) first_ = set.text;
    if (set.text == *first_) return true;
    if (left_.insert(set.text).second)
      warnings.push_back(warning(file, set,
                                 std::string(section) + " has more than one set: \"" + std::string(*first_) +
                                     "\" is taken, \"" + std::string(set.text) + "\" left out"));
    return false;
  }

 private:
  std::optional<std::string_view> first_;
  std::unordered_set<std::string_view> left_;
};

}  // namespace nsds::problems::qps

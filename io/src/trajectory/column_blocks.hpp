// Gives systems and links blocks of columns of a dataset. What is given back is given again, so that a run in which bodies come
// and go for ever has as many columns as were there at once.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace nsds::io {

class ColumnBlocks {
 public:
  /// The first column of a block that nobody has.
  std::size_t take(std::size_t width);
  void giveBack(std::size_t first, std::size_t width);
  /// Columns that there are, those that nobody has included.
  std::size_t columns() const { return columns_; }

  nlohmann::json saveState() const;
  void restoreState(const nlohmann::json& state);

 private:
  std::size_t columns_ = 0;
  std::map<std::size_t, std::vector<std::size_t>> free_;  // first columns, by width
};

}  // namespace nsds::io

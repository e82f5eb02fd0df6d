#include "trajectory/column_blocks.hpp"

#include <nlohmann/json.hpp>

namespace nsds::io {

std::size_t ColumnBlocks::take(std::size_t width) {
  if (const auto found = free_.find(width); found != free_.end() && !found->second.empty()) {
    const std::size_t first = found->second.back();
    found->second.pop_back();
    return first;
  }
  const std::size_t first = columns_;
  columns_ += width;
  return first;
}

void ColumnBlocks::giveBack(std::size_t first, std::size_t width) {
  free_[width].push_back(first);
}

nlohmann::json ColumnBlocks::saveState() const {
  nlohmann::json state{{"columns", columns_}, {"free", nlohmann::json::array()}};
  for (const auto& [width, firsts] : free_) state["free"].push_back({width, firsts});
  return state;
}

void ColumnBlocks::restoreState(const nlohmann::json& state) {
  *this = {};
  columns_ = state.at("columns");
  for (const auto& block : state.at("free"))
    free_[block.at(0).get<std::size_t>()] = block.at(1).get<std::vector<std::size_t>>();
}

}  // namespace nsds::io

#include "linalg/factors/minimum_degree.hpp"

#include <amd.h>

namespace nsds::numerics {

void order_by_minimum_degree(const AdjacencyLists& lists, std::span<std::int32_t> order, Arena& arena) {
  if (order.empty()) return;
  const Arena::Mark mark = arena.mark();
  std::int32_t* scratch[6];
  for (auto& items : scratch) items = arena.take<std::int32_t>(order.size()).data();
  double control[AMD_CONTROL];
  double info[AMD_INFO];
  amd_defaults(control);
  amd_2(static_cast<std::int32_t>(order.size()), lists.begins.data(), lists.columns.data(),
        lists.lengths.data(), static_cast<std::int32_t>(lists.columns.size()), lists.used, scratch[0],
        scratch[1], order.data(), scratch[2], scratch[3], scratch[4], scratch[5], control, info);
  arena.rewind(mark);
}

}  // namespace nsds::numerics

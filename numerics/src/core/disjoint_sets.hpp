// Joins the numbers below n to disjoint sets, by Boost: islands and blocks of what is coupled.
#pragma once

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics {

class DisjointSets {
 public:
  // Each number is in a set of its own.
  DisjointSets(std::size_t n, Arena& arena)
      : sets_(arena.take<std::int32_t>(n).data(), arena.take<std::int32_t>(n).data()) {
    for (std::size_t i = 0; i < n; ++i) sets_.make_set(static_cast<std::int32_t>(i));
  }

  void unite(std::int32_t i, std::int32_t j) { sets_.union_set(i, j); }

  // Numbers the sets by their least members, set_of: (n). Returns how many there are.
  std::int32_t number(std::span<std::int32_t> set_of) {
    std::fill(set_of.begin(), set_of.end(), -1);
    std::int32_t count = 0;
    for (std::size_t i = 0; i < set_of.size(); ++i) {
      std::int32_t& set = set_of[static_cast<std::size_t>(sets_.find_set(static_cast<std::int32_t>(i)))];
      if (set < 0) set = count++;
      set_of[i] = set;
    }
    return count;
  }

 private:
  boost::disjoint_sets<std::int32_t*, std::int32_t*> sets_;
};

}  // namespace nsds::numerics

// A filter: pairs of violation and objective that no later point may be worse than in both [Fletcher, Leyffer 2002, Math.
// Program. 91].
#pragma once

#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::nlp {

class Filter {
 public:
  explicit Filter(Arena& arena) : entries_(arena.take<Entry>(capacity)) {}

  void clear() { count_ = 0; }

  bool accepts(double violation, double objective) const {
    for (std::size_t k = 0; k < count_; ++k)
      if (violation >= entries_[k].violation && objective >= entries_[k].objective) return false;
    return true;
  }

  // What the new pair dominates is dropped; where there is no room left, the oldest.
  void add(double violation, double objective) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count_; ++k)
      if (entries_[k].violation < violation || entries_[k].objective < objective)
        entries_[kept++] = entries_[k];
    if (kept == capacity) {
      for (std::size_t k = 1; k < kept; ++k) entries_[k - 1] = entries_[k];
      --kept;
    }
    entries_[kept] = {violation, objective};
    count_ = kept + 1;
  }

 private:
  static constexpr std::size_t capacity = 256;

  struct Entry {
    double violation, objective;
  };
  std::span<Entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace nsds::numerics::nlp

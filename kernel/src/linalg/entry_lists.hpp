// Lists of entries that are not zero, one list after the other in one array: rows or columns of sparse matrices that a step
// reads again and again.
#pragma once

#include <cstdint>
#include <vector>

namespace nsds {

class EntryLists {
 public:
  void clear() {
    starts_.assign(1, 0);
    entries_.clear();
  }
  /// An entry of the list that end() is to end.
  void add(std::int32_t index, double value) { entries_.push_back({value, index}); }
  void end() { starts_.push_back(static_cast<std::int32_t>(entries_.size())); }
  std::size_t lists() const { return starts_.size() - 1; }

  double dot(std::size_t list, const double* x) const {
    double sum = 0.0;
    for (std::int32_t k = starts_[list]; k < starts_[list + 1]; ++k) sum += at(k).value * x[at(k).index];
    return sum;
  }
  /// y += s list
  void axpy(std::size_t list, double s, double* y) const {
    for (std::int32_t k = starts_[list]; k < starts_[list + 1]; ++k) y[at(k).index] += s * at(k).value;
  }

 private:
  struct Entry {
    double value;
    std::int32_t index;
  };
  const Entry& at(std::int32_t k) const { return entries_[static_cast<std::size_t>(k)]; }

  std::vector<std::int32_t> starts_{0};
  std::vector<Entry> entries_;
};

}  // namespace nsds

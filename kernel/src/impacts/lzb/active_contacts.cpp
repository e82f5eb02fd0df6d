#include "impacts/lzb/active_contacts.hpp"

#include <algorithm>

namespace nsds {

/// W is symmetric, so that its columns are its rows.
void ActiveContacts::collect() {
  const auto at = [](std::int32_t i) { return static_cast<std::size_t>(i); };
  for (const std::int32_t contact : moved_) mark_[at(contact)] = none;
  std::sort(compressed_.begin(), compressed_.end());
  moved_ = compressed_;
  for (std::size_t k = 0; k < compressed_.size(); ++k) {
    mark_[at(compressed_[k])] = isCompressed;
    place_[at(compressed_[k])] = static_cast<std::int32_t>(k);
  }
  for (const std::int32_t contact : compressed_) {
    for (SparseMatrix::InnerIterator entry(W_, contact); entry; ++entry) {
      const auto other = static_cast<std::int32_t>(entry.row());
      if (mark_[at(other)] != none) continue;
      mark_[at(other)] = isMoved;
      moved_.push_back(other);
    }
  }
  starts_.assign(1, 0);
  columns_.clear();
  values_.clear();
  for (const std::int32_t contact : moved_) {
    for (SparseMatrix::InnerIterator entry(W_, contact); entry; ++entry) {
      const auto other = static_cast<std::int32_t>(entry.row());
      if (mark_[at(other)] != isCompressed) continue;
      columns_.push_back(at(place_[at(other)]));
      values_.push_back(entry.value());
    }
    starts_.push_back(columns_.size());
  }
}

}  // namespace nsds

#include "core/arena.hpp"

#include <algorithm>
#include <new>

namespace nsds::numerics {

void* Arena::take_from_next_chunk(std::size_t bytes) {
  // Chunks kept from earlier solves come first; one that is too small is passed over.
  while (chunk_ < chunks_.size()) {
    ++chunk_;
    used_ = 0;
    if (bytes <= chunks_[chunk_ - 1].size) return take_bytes(bytes);
  }
  const std::size_t last = chunks_.empty() ? inline_bytes : chunks_.back().size;
  const std::size_t size = std::max(bytes, 2 * last);
  chunks_.reserve(chunks_.size() + 1);
  auto* fresh = static_cast<std::byte*>(::operator new[](size, std::align_val_t{alignment}));
  chunks_.push_back({std::unique_ptr<std::byte[], Release>(fresh), size});
  chunk_ = chunks_.size();
  used_ = 0;
  return take_bytes(bytes);
}

}  // namespace nsds::numerics

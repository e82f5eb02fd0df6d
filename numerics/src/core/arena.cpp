#include "core/arena.hpp"

#include <algorithm>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nsds::numerics {
namespace {

// Large chunks on large pages, where the system has some: what is read here and there in small ones spends
// its time on looking up where they are.
constexpr std::size_t large_page = std::size_t{1} << 21;

void ask_for_large_pages(std::byte* bytes, std::size_t size) {
#if defined(__linux__)
  const std::size_t before = (large_page - reinterpret_cast<std::uintptr_t>(bytes) % large_page) % large_page;
  if (size < before + large_page) return;
  madvise(bytes + before, (size - before) / large_page * large_page, MADV_HUGEPAGE);  // it may be refused
#else
  (void)bytes;
  (void)size;
#endif
}

}  // namespace

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
  if (size >= 8 * large_page) ask_for_large_pages(fresh, size);
  chunks_.push_back({std::unique_ptr<std::byte[], Release>(fresh), size});
  chunk_ = chunks_.size();
  used_ = 0;
  return take_bytes(bytes);
}

}  // namespace nsds::numerics

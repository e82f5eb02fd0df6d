// Scratch memory of a solve: a stack of aligned chunks that only grows.
//
// A solve takes what it needs and gives nothing back; the next one rewinds to the start. Equal sequences of
// requests land in equal places, so a repeated solve of the same shape allocates nothing. What is handed out
// is not initialised: a solver writes before it reads, which makes results independent of earlier solves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "nsds/numerics/export.h"

namespace nsds::numerics {

class NSDS_NUMERICS_API Arena {
 public:
  // Clearing the inline bytes would be work for nothing.
  Arena() {}  // NOLINT(cppcoreguidelines-pro-type-member-init, modernize-use-equals-default)
  ~Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // count objects of a trivial type, aligned to a cache line.
  template <class T>
  std::span<T> take(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    if (count > SIZE_MAX / 2 / sizeof(T)) throw std::bad_alloc();
    return {static_cast<T*>(take_bytes(count * sizeof(T))), count};
  }

  template <class T>
  std::span<T> take(std::size_t count, T value) {
    const std::span<T> taken = take<T>(count);
    for (T& item : taken) item = value;
    return taken;
  }

  // A place in the order of taking, to come back to: what is taken after it becomes free again.
  struct Mark {
    std::size_t chunk;
    std::size_t used;
  };
  Mark mark() const noexcept { return {chunk_, used_}; }
  void rewind(const Mark& mark) noexcept {
    chunk_ = mark.chunk;
    used_ = mark.used;
  }

  // Everything taken becomes free again; the memory stays.
  void rewind() noexcept {
    chunk_ = 0;
    used_ = 0;
  }

  // Returns the memory to the system, all but the first bytes that live in the arena itself.
  void release() noexcept {
    chunks_.clear();
    rewind();
  }

 private:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t inline_bytes = 4096;

  struct Release {
    void operator()(std::byte* bytes) const noexcept {
      ::operator delete[](bytes, std::align_val_t{alignment});
    }
  };
  struct Chunk {
    std::unique_ptr<std::byte[], Release> bytes;
    std::size_t size;
  };

  void* take_bytes(std::size_t bytes) {
    bytes = (bytes + alignment - 1) / alignment * alignment;
    const std::size_t capacity = chunk_ == 0 ? inline_bytes : chunks_[chunk_ - 1].size;
    if (bytes > capacity - used_) return take_from_next_chunk(bytes);
    std::byte* begin = chunk_ == 0 ? inline_ : chunks_[chunk_ - 1].bytes.get();
    void* place = begin + used_;
    used_ += bytes;
    return place;
  }

  void* take_from_next_chunk(std::size_t bytes);

  alignas(alignment) std::byte inline_[inline_bytes];  // small problems need no heap at all
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;  // 0: the inline bytes, k: chunks_[k - 1]
  std::size_t used_ = 0;   // bytes taken of the current chunk
};

// Takes the first `count` of `left`, which then begins behind them.
template <class T>
std::span<T> take_front(std::span<T>& left, std::size_t count) {
  const std::span<T> front = left.first(count);
  left = left.subspan(count);
  return front;
}

}  // namespace nsds::numerics

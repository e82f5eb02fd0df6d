// What a workspace holds: an arena for scratch, and typed slots for what outlives a solve.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/arena.hpp"
#include "nsds/numerics/reuse.h"
#include "nsds/numerics/workspace.h"

namespace nsds::numerics {

// What the last successful check of a problem found, so that reuse = values may skip it.
struct ProblemRecord {
  bool valid = false;
  int problem_class = -1;
  std::int32_t size = 0;
  int storage = 0;
  std::uint64_t structure_hash = 0;  // kept in builds with assertions only
  std::uint64_t value_hash = 0;      // kept in builds with assertions only
  double matrix_scale = 0.0;         // class specific, see the class
};

class Slots {
 public:
  // The one object of type T, created on first use and kept until the workspace is cleared.
  template <class T>
  T& get() {
    for (const Slot& slot : slots_)
      if (slot.key == &key<T>) return *static_cast<T*>(slot.object.get());
    slots_.push_back({&key<T>, std::make_shared<T>()});
    return *static_cast<T*>(slots_.back().object.get());
  }
  void clear() noexcept { slots_.clear(); }

 private:
  template <class T>
  static constexpr char key = 0;  // its address names the type
  struct Slot {
    const void* key;
    std::shared_ptr<void> object;  // shared only because it remembers the deleter of a void
  };
  std::vector<Slot> slots_;
};

}  // namespace nsds::numerics

struct nsds_workspace {
  nsds::numerics::Arena arena;
  nsds::numerics::Slots slots;
  nsds::numerics::ProblemRecord record;

  void clear() noexcept {
    arena.release();
    slots.clear();
    record = {};
  }
};

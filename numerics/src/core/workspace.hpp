// A workspace holds an arena for scratch, and what is known of the last problem.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/arena.hpp"
#include "nsds/numerics/reuse.h"
#include "nsds/numerics/workspace.h"

namespace nsds::numerics {

// Keeps what the last successful check of a problem found, so that reuse = values may skip it.
struct ProblemRecord {
  bool valid = false;
  int problem_class = -1;
  std::uint64_t shape = 0;           // sizes and storages of its matrices
  std::uint64_t structure_hash = 0;  // kept in builds with assertions only
  std::uint64_t value_hash = 0;      // kept in builds with assertions only
  double matrix_scale = 0.0;         // class specific, see the class
  int curvature = 0;                 // of a quadratic program, see polyhedron/curvature.hpp; 0: not looked at
};

// Active sets of earlier solves, the latest first; see box/set_memory.hpp.
struct RememberedSets {
  int problem_class = -1;
  std::int32_t size = 0;
  std::vector<std::vector<signed char>> sets;
};

// A class keeps this of its own.
struct ClassMemory {
  ClassMemory() = default;
  ClassMemory(const ClassMemory&) = delete;
  ClassMemory& operator=(const ClassMemory&) = delete;
  virtual ~ClassMemory() = default;
};

}  // namespace nsds::numerics

struct nsds_workspace {
  nsds::numerics::Arena arena;
  nsds::numerics::ProblemRecord record;
  nsds::numerics::RememberedSets remembered;
  std::unique_ptr<nsds::numerics::ClassMemory> memory;

  void clear() noexcept {
    arena.release();
    record = {};
    remembered = {};
    memory.reset();
  }
};

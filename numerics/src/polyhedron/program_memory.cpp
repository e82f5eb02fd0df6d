#include "polyhedron/program_memory.hpp"

namespace nsds::numerics::polyhedron {

ProgramMemory& ProgramMemory::of(nsds_workspace& workspace) {
  if (auto* const memory = dynamic_cast<ProgramMemory*>(workspace.memory.get())) return *memory;
  workspace.memory = std::make_unique<ProgramMemory>();
  return static_cast<ProgramMemory&>(*workspace.memory);
}

DualActiveSet& ProgramMemory::active_set(const box::Problem& kkt) {
  if (active_set_ && active_set_->has_matrices_of(kkt)) {
    active_set_->move_to(kkt);
    return *active_set_;
  }
  active_set_.reset();
  arena_.rewind();
  return active_set_.emplace(kkt, arena_);
}

}  // namespace nsds::numerics::polyhedron

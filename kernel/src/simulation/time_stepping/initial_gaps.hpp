// Refuses rigid contacts that penetrate when an interaction is first seen, because a scheme at velocity level keeps a
// penetration that it finds. Before the first step that is an error unless accept() was called; later, or then, a
// warning is logged. Compliant contacts may be penetrated.
#pragma once

#include <cstdint>

#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class InitialGaps {
 public:
  /// Lets the simulation begin with negative gaps.
  void accept() { accepted_ = true; }
  /// Looks at the interactions that are new since the last call. atStart: no step has been made yet. Errors:
  /// InvalidArgument naming the interaction whose gap is negative at the start, by more than 1e-8 length scales.
  void check(Model& model, bool atStart) {
    if (structure_ != model.nsds().structureVersion()) checkNew(model, atStart);
  }
  /// Forgets what it has looked at since `before`, because those interactions have been taken back.
  void returnTo(const InitialGaps& before) {
    newest_ = before.newest_;
    structure_ = before.structure_;
  }

 private:
  void checkNew(Model& model, bool atStart);

  bool accepted_ = false;
  std::uint64_t newest_ = 0;     // id of the newest interaction whose gap was looked at
  std::uint64_t structure_ = 0;  // version of the model's structure at that time; 0: none yet
};

}  // namespace nsds

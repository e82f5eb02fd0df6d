// Refuses constraints that do not hold when an interaction is first seen, because a scheme at velocity level keeps a
// penetration or a defect that it finds. Before the first step that is an error unless accept() was called; later, or
// then, one warning is logged, and the number of all of them at the end. Compliant contacts may be penetrated.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

class NSDS_KERNEL_API InitialConstraints {
 public:
  /// Lets the simulation begin with constraints that do not hold.
  void accept() { accepted_ = true; }
  /// Looks at the interactions that are new since the last call. atStart: no step has been made yet. projected:
  /// the steps take back what they find, which nobody needs to be warned of. Errors:
  /// InvalidArgument naming the interaction whose gap is negative at the start, by more than 1e-8 length scales, or
  /// whose equality is off by more than 1e-6 of them.
  void check(Model& model, bool atStart, bool projected) {
    if (structure_ != model.nsds().structureVersion()) checkNew(model, atStart, projected);
  }
  /// Forgets what it has looked at and counted since `before`, because those interactions have been taken back.
  void returnTo(const InitialConstraints& before);
  /// The interactions of the model are others than those that it has looked at, and none of them is new.
  void restart(const NonSmoothDynamicalSystem& nsds);
  /// Logs how many constraints did not hold, if the warning of the first is not all there is to say.
  void summarise(const NonSmoothDynamicalSystem& nsds);

 private:
  void checkNew(Model& model, bool atStart, bool projected);
  void see(const NonSmoothDynamicalSystem& nsds);
  void count(const NonSmoothDynamicalSystem& nsds, const Interaction& interaction, double defect);

  bool accepted_ = false;
  bool told_ = false;                      // the first of those that are counted was told of
  std::array<std::uint64_t, 2> newest_{};  // ids of the newest that were looked at: of the user, of managers
  std::uint64_t structure_ = 0;            // version of the model's structure at that time; 0: none yet
  std::int64_t found_ = 0;                 // interactions that began with a constraint that did not hold
  double worst_ = 0.0;                     // how far one of them was off at most, and which
  double worstTime_ = 0.0;
  std::string worstName_;
};

}  // namespace nsds

// The interactions that are inserted while one of these lives belong to an InteractionManager, not to the user.
#pragma once

#include <utility>

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

class ManagingScope {
 public:
  explicit ManagingScope(NonSmoothDynamicalSystem& nsds)
      : nsds_(nsds), before_(std::exchange(nsds.managing_, true)) {}
  ~ManagingScope() { nsds_.managing_ = before_; }
  ManagingScope(const ManagingScope&) = delete;
  ManagingScope& operator=(const ManagingScope&) = delete;

 private:
  NonSmoothDynamicalSystem& nsds_;
  bool before_;
};

}  // namespace nsds

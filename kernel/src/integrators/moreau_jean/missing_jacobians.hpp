// Tells the log, once an object, that a Jacobian is not given and is taken by finite differences.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class MissingJacobians {
 public:
  void tell(const CompiledModel& model);

 private:
  std::unordered_set<std::uint64_t> told_;  // ids of systems and interactions
};

}  // namespace nsds

// Tells the log, once an object, that a Jacobian is not given and is taken by finite differences.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class MissingJacobians {
 public:
  void tellOfMechanics(const CompiledModel& model);
  void tellOfFirstOrder(const CompiledModel& model);

 private:
  void tell(const CompiledModel& model, ObjectId id, const std::string& what);

  std::unordered_set<std::uint64_t> told_;  // ids of systems and interactions
};

}  // namespace nsds

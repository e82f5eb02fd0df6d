#include "nsds/kernel/modeling/state.hpp"

#include <cstring>

namespace nsds {

StateParticipant::~StateParticipant() = default;

bool operator==(const State& a, const State& b) {
  return a.model_ == b.model_ && a.userStructure_ == b.userStructure_ &&
         a.nextManagedId_ == b.nextManagedId_ && a.managed_ == b.managed_ && a.sections_ == b.sections_ &&
         a.values_.size() == b.values_.size() &&
         std::memcmp(a.values_.data(), b.values_.data(), a.values_.size() * sizeof(double)) == 0;
}

}  // namespace nsds

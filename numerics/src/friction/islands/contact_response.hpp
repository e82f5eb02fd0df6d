// W of an island by what it does, where its blocks are not known.
#pragma once

#include <span>

namespace nsds::numerics::friction {

class ContactResponse {
 public:
  ContactResponse() = default;
  ContactResponse(const ContactResponse&) = delete;
  ContactResponse& operator=(const ContactResponse&) = delete;
  virtual ~ContactResponse() = default;

  // u += W r, both (pad x contacts), in the order and the units of the island.
  virtual void add(std::span<const double> r, std::span<double> u) const = 0;
};

}  // namespace nsds::numerics::friction

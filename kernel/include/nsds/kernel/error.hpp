// The exceptions of the kernel. SolverError and NewtonError are in simulation/failures.hpp.
#pragma once

#include <stdexcept>
#include <string>

#include "nsds/kernel/export.hpp"

namespace nsds {

/// Base of everything the kernel throws. The message says what, where, and what to try.
class NSDS_KERNEL_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
  Error(const Error&) = default;
  ~Error() override;
};

/// An argument is at fault; the message names it. Nothing was changed.
class NSDS_KERNEL_API InvalidArgument : public Error {
 public:
  explicit InvalidArgument(const std::string& message);
  InvalidArgument(const InvalidArgument&) = default;
  ~InvalidArgument() override;
};

}  // namespace nsds

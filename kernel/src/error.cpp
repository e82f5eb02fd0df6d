#include "nsds/kernel/error.hpp"

namespace nsds {

Error::Error(const std::string& message) : std::runtime_error(message) {}
Error::~Error() = default;

InvalidArgument::InvalidArgument(const std::string& message) : Error(message) {}
InvalidArgument::~InvalidArgument() = default;

}  // namespace nsds

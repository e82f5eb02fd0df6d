// The sentence of the error that a call throws.
#pragma once

#include <exception>
#include <string>

namespace nsds::test {

/// Empty if nothing is thrown.
template <class Exception = std::exception, class Call>
std::string errorText(const Call& call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace nsds::test

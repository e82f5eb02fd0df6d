// The sentence of the error that a call throws, and what it says.
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

inline bool says(const std::string& sentence, const std::string& part) {
  return sentence.find(part) != std::string::npos;
}

}  // namespace nsds::test

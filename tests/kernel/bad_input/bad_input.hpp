// One row of a table of bad inputs: what is called, and what the named error says.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <nsds/kernel.hpp>
#include <string>
#include <vector>

#include "support/numbers.hpp"

namespace nsds::test {

inline constexpr double inf = std::numeric_limits<double>::infinity();

template <class Subject>
struct BadCall {
  std::string what;
  std::function<void(Subject&)> call;
  std::vector<std::string> named;  // parts of the message
  bool argument = true;            // InvalidArgument; else an Error that is not one
};

/// Empty if the call fails as it should, else what it did.
template <class Subject>
std::string complaint(const BadCall<Subject>& bad, Subject& subject) {
  std::string message;
  bool argument = false;
  try {
    bad.call(subject);
    return "nothing was thrown";
  } catch (const InvalidArgument& error) {
    message = error.what();
    argument = true;
  } catch (const Error& error) {
    message = error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  if (argument != bad.argument) return "the wrong class of error: " + message;
  for (const std::string& part : bad.named) {
    if (message.find(part) == std::string::npos) return '"' + part + "\" is not in: " + message;
  }
  return {};
}

}  // namespace nsds::test

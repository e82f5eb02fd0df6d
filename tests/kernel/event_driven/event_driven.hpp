// What the tests of event-driven simulation share.
#pragma once

#include <gtest/gtest.h>

#include <nsds/kernel.hpp>
#include <string>

namespace nsds::test {

inline constexpr double g = 9.81;
inline const Matrix one = Matrix::Identity(1, 1);

inline Vector scalar(double x) {
  return Vector::Constant(1, x);
}

/// The message of the error that a function throws; the test fails if there is none.
template <class Exception = Error, class Function>
std::string messageOf(Function&& function) {
  try {
    function();
  } catch (const Exception& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

inline bool speaksOf(const std::string& message, const std::string& what) {
  return message.find(what) != std::string::npos;
}

}  // namespace nsds::test

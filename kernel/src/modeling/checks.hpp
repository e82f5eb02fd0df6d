// Checks of what users hand in: named errors, always on.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "linalg/vector_loops.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds::check {

/// The message is formatted only if the condition fails.
template <class... Arguments>
void that(bool condition, fmt::format_string<Arguments...> message, Arguments&&... arguments) {
  if (!condition) throw InvalidArgument(fmt::format(message, std::forward<Arguments>(arguments)...));
}

inline void size(std::string_view owner, std::string_view what, Index actual, Index expected) {
  if (actual != expected) {
    throw InvalidArgument(fmt::format("{}: {} has {} entries, {} expected", owner, what, actual, expected));
  }
}

template <class AnyMatrix>
void shape(std::string_view owner, std::string_view what, const AnyMatrix& matrix, Index rows, Index cols) {
  if (matrix.rows() != rows || matrix.cols() != cols) {
    throw InvalidArgument(fmt::format("{}: {} is {} x {}, {} x {} expected", owner, what, matrix.rows(),
                                      matrix.cols(), rows, cols));
  }
}

inline void finite(std::string_view owner, std::string_view what, MatrixConstRef matrix) {
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      if (std::isfinite(matrix(i, j))) continue;
      const std::string where = matrix.cols() == 1 ? fmt::format("({})", i) : fmt::format("({}, {})", i, j);
      throw InvalidArgument(fmt::format("{}: {}{} is {}", owner, what, where, matrix(i, j)));
    }
  }
}

inline void finite(std::string_view owner, std::string_view what, const SparseMatrix& matrix) {
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      if (std::isfinite(entry.value())) continue;
      throw InvalidArgument(
          fmt::format("{}: {}({}, {}) is {}", owner, what, entry.row(), entry.col(), entry.value()));
    }
  }
}

/// tolerance: relative to the largest entry.
inline void symmetric(std::string_view owner, std::string_view what, MatrixConstRef matrix,
                      double tolerance) {
  const double scale = matrix.cwiseAbs().maxCoeff();
  that((matrix - matrix.transpose()).cwiseAbs().maxCoeff() <= tolerance * scale, "{}: {} is not symmetric",
       owner, what);
}

inline void finite(std::string_view owner, std::string_view what, double value) {
  if (!std::isfinite(value)) throw InvalidArgument(fmt::format("{}: {} is {}", owner, what, value));
}

/// A result of a user's function that is not finite is a computation that failed, not a wrong argument.
/// owner: has a name(), which is asked for only then.
template <class Owner>
[[noreturn, gnu::noinline, gnu::cold]] void refuseResult(const Owner& owner, std::string_view what,
                                                         const double* values, Index count) {
  Index at = 0;
  while (at + 1 < count && std::isfinite(values[at])) ++at;
  throw Error(fmt::format("{}: {} returned {} at index {}", owner.name(), what, values[at], at));
}

template <class Owner>
inline void finiteResult(const Owner& owner, std::string_view what, const double* values, Index count) {
  if (!allFinite(count, values)) refuseResult(owner, what, values, count);
}
/// Results of functions of time are refused with the time in the message.
template <class Owner>
[[noreturn, gnu::noinline, gnu::cold]] void refuseResult(const Owner& owner, std::string_view what,
                                                         const double* values, Index count, double t) {
  refuseResult(owner, fmt::format("{} at t = {}", what, t), values, count);
}
template <class Owner>
inline void finiteResult(const Owner& owner, std::string_view what, const double* values, Index count,
                         double t) {
  if (!allFinite(count, values)) refuseResult(owner, what, values, count, t);
}
/// Results that are matrices are refused with the row and the column in the message.
template <class Owner>
[[noreturn, gnu::noinline, gnu::cold]] void refuseResult(const Owner& owner, std::string_view what,
                                                         MatrixConstRef value, double t) {
  Index i = 0;
  Index j = 0;
  value.array().isFinite().minCoeff(&i, &j);
  throw Error(
      fmt::format("{}: {} at t = {} returned {} at ({}, {})", owner.name(), what, t, value(i, j), i, j));
}
template <class Owner>
inline void finiteResult(const Owner& owner, std::string_view what, MatrixConstRef value, double t) {
  bool finite = true;
  forEachRun(value, [&](const double* values, Index count) { finite = finite && allFinite(count, values); });
  if (!finite) refuseResult(owner, what, value, t);
}

}  // namespace nsds::check

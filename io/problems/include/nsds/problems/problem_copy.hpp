// Makes a file of the problem of a step that a solver failed at, for `nsds solve`, or to send to someone:
//
//   catch (const nsds::SolverError& error) {
//     nsds::problems::writeProblem("failed.dat", error.problem());
//   }
//
// The copy is nsds::ProblemCopy of the kernel. Only the names of its members are known here, so that this
// library does without the kernel.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

/// A dense matrix, borrowed: (rows x cols), column-major without gaps.
struct CopiedMatrix {
  std::int64_t rows, cols;
  const double* values;
};

/// The members of nsds::ProblemCopy, borrowed; what they mean, and for which class, stands there.
struct CopiedProblem {
  std::string problemClass;
  CopiedMatrix M, A, H;
  std::span<const double> q, lower, upper, mu, muR, b, w;
  std::span<const std::int32_t> blockStarts, blockKinds;
};

/// Writes a copy to a file, in the text form of its class, matrices dense. Throws FileError when it cannot be written, and
/// std::invalid_argument for a class that has no files, for members that do not fit the class or each other, and for
/// numbers that are not finite.
NSDS_PROBLEMS_API void writeProblem(const std::filesystem::path& file, const CopiedProblem& copy);

/// What has the members of nsds::ProblemCopy.
template <class Copy>
concept ProblemCopyLike = requires(const Copy& copy) {
  { copy.problemClass } -> std::convertible_to<std::string>;
  { copy.M.data() } -> std::convertible_to<const double*>;
  { copy.q.data() } -> std::convertible_to<const double*>;
  copy.A.rows();
  copy.H.cols();
  copy.lower.size();
  copy.upper.size();
  copy.mu.size();
  copy.muR.size();
  copy.b.size();
  copy.w.size();
  copy.blockStarts.size();
  copy.blockKinds.size();
};

/// Writes a copy as the kernel makes it. Errors as above.
template <ProblemCopyLike Copy>
void writeProblem(const std::filesystem::path& file, const Copy& copy) {
  const auto matrix = [](const auto& from) {
    return CopiedMatrix{static_cast<std::int64_t>(from.rows()), static_cast<std::int64_t>(from.cols()),
                        from.data()};
  };
  const auto vector = [](const auto& from) {
    return std::span(from.data(), static_cast<std::size_t>(from.size()));
  };
  writeProblem(
      file, CopiedProblem{copy.problemClass, matrix(copy.M), matrix(copy.A), matrix(copy.H), vector(copy.q),
                          vector(copy.lower), vector(copy.upper), vector(copy.mu), vector(copy.muR),
                          vector(copy.b), vector(copy.w), vector(copy.blockStarts), vector(copy.blockKinds)});
}

}  // namespace nsds::problems

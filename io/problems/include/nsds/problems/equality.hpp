// Reads and writes text files of systems of linear equations, M z + q = 0:
//
//   n    NM(M)    q (n)    equality
//
// NM(M) is described in lcp.hpp. The last word tells the file from that of an LCP (any_problem.hpp); the
// reader does not ask for it and ignores whatever follows q.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/equality.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// A system of equations that owns its matrix and vector.
class NSDS_PROBLEMS_API Equality {
 public:
  /// M: (n x n), q: (n). Throws std::invalid_argument when the sizes differ.
  Equality(Matrix M, std::vector<double> q);
  Equality(const Equality&) = delete;
  Equality& operator=(const Equality&) = delete;
  Equality(Equality&&) noexcept;
  Equality& operator=(Equality&&) noexcept;
  ~Equality();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_equality& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Equality readEquality(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Equality readEqualityText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. Throws std::invalid_argument if M
/// is an operator or q not finite.
NSDS_PROBLEMS_API void writeEquality(std::ostream& out, const nsds_equality& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeEquality(const std::filesystem::path& file, const nsds_equality& problem);

}  // namespace nsds::problems

// Reads and writes text files of mixed linear complementarity problems; NM(M) is described in lcp.hpp.
//
//   form1 form2 n m      which of the two forms follow, 1 or 0; n free unknowns, m complementary ones
//   form 1:  offsets of groups of rows, 0 ... n + m;  for each group 1 (complementary) or 0 (equality);
//            NM(M), q (n + m)
//   form 2:  A (n x n), B (m x m), C (n x m), D (m x n) row by row, a (n), b (m)
//
// Where both follow they say the same and the first is taken. Whatever comes then is a remark and is ignored.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/mlcp.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// An MLCP that owns its matrix and vectors.
class NSDS_PROBLEMS_API Mlcp {
 public:
  /// M: (n x n), q: (n), complementary: (n), 1 or 0. Throws std::invalid_argument when the sizes differ.
  Mlcp(Matrix M, std::vector<double> q, std::vector<unsigned char> complementary);
  Mlcp(const Mlcp&) = delete;
  Mlcp& operator=(const Mlcp&) = delete;
  Mlcp(Mlcp&&) noexcept;
  Mlcp& operator=(Mlcp&&) noexcept;
  ~Mlcp();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_mlcp& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Mlcp readMlcp(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Mlcp readMlcpText(std::string text, const std::string& name);

/// Writes the first form with 17 significant digits, so that reading gives the same bits. Throws
/// std::invalid_argument if M is an operator or a number is not finite.
NSDS_PROBLEMS_API void writeMlcp(std::ostream& out, const nsds_mlcp& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeMlcp(const std::filesystem::path& file, const nsds_mlcp& problem);

}  // namespace nsds::problems

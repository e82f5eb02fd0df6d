// Reads and writes text files of linear complementarity problems, LCP(M, q):
//
//   n    NM(M)    q (n)          whitespace-separated; whatever follows q is a remark and is ignored.
//
// NM(M) is "storage rows cols" and then
//   0 dense   rows cols again, then the values by columns
//   1 block   sparse block rows: block and offset counts, cumulative sizes, block indices, blocks by columns
//   2 sparse  the form of the entries, perhaps a line that begins with "CSparse", a header, the entries:
//     1 triplets            triplet: 2-by-2, nzmax: 3 nnz: 3     then "row col : value"
//     2 compressed columns  2-by-2, nzmax: 3 nnz: 3              then, for each column j, "col j : locations a to b"
//                                                                and its lines "row : value", numbered a to b
//     3 compressed rows     csr: 2-by-2, nzmax: 3 nnz: 3         then "row i : locations a to b", "col : value"
// Indices count from 0. Dense stays dense, block becomes NSDS_BSR, sparse becomes NSDS_CSC (entries given
// twice are added).
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/lcp.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// An LCP that owns its matrix and vector.
class NSDS_PROBLEMS_API Lcp {
 public:
  /// M: (n x n), q: (n). Throws std::invalid_argument when the sizes differ.
  Lcp(Matrix M, std::vector<double> q);
  Lcp(const Lcp&) = delete;
  Lcp& operator=(const Lcp&) = delete;
  Lcp(Lcp&&) noexcept;
  Lcp& operator=(Lcp&&) noexcept;
  ~Lcp();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_lcp& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Lcp readLcp(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Lcp readLcpText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. The storage of M decides the form;
/// CSC is written as compressed columns. Throws std::invalid_argument if M is an operator or q not finite.
NSDS_PROBLEMS_API void writeLcp(std::ostream& out, const nsds_lcp& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeLcp(const std::filesystem::path& file, const nsds_lcp& problem);

}  // namespace nsds::problems

// Reads and writes files of contact problems with Coulomb friction, reduced to the contacts, FC(W, q, mu):
//
//   d nc    NM(W)    q (d nc)    mu (nc)       d = 2 or 3; whatever follows is a remark and is ignored.
//
// NM(W) is described in lcp.hpp. Older files end with 0 or 1, whether a guess was available. A file that
// begins with the signature of HDF5 is read as FCLIB's, whose other contents are in fclib.hpp.
//
// W is read into NSDS_BSR with blocks (d x d), one a pair of contacts, where the file gives blocks or sparse
// entries: Gauss-Seidel walks block rows and takes diagonal blocks, and a Delassus matrix has all entries of
// a block or none. A dense W stays dense: most of its blocks are there, and dense solvers take it as it is.
// A sparse W that in blocks were larger than 32-bit positions allow stays NSDS_CSC.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/friction_contact.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// A reduced contact problem that owns its matrix and vectors.
class NSDS_PROBLEMS_API FrictionContact {
 public:
  /// dimension: d, 2 or 3; W: (d nc x d nc), q: (d nc), mu: (nc). Throws std::invalid_argument when the sizes
  /// differ.
  FrictionContact(std::int32_t dimension, Matrix W, std::vector<double> q, std::vector<double> mu);
  FrictionContact(const FrictionContact&) = delete;
  FrictionContact& operator=(const FrictionContact&) = delete;
  FrictionContact(FrictionContact&&) noexcept;
  FrictionContact& operator=(FrictionContact&&) noexcept;
  ~FrictionContact();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_friction_contact& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file, text or FCLIB. Throws FileError with the line or dataset at fault and what was
/// expected there.
NSDS_PROBLEMS_API FrictionContact readFrictionContact(const std::filesystem::path& file);

/// Reads a problem from the contents of a file; name stands for the file in messages.
NSDS_PROBLEMS_API FrictionContact readFrictionContactText(std::string text, const std::string& name);

/// Writes text with 17 significant digits, so that reading gives the same bits. The storage of W decides the
/// form. Throws std::invalid_argument if W is an operator, a number not finite or mu negative.
NSDS_PROBLEMS_API void writeFrictionContact(std::ostream& out, const nsds_friction_contact& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeFrictionContact(const std::filesystem::path& file,
                                            const nsds_friction_contact& problem);

}  // namespace nsds::problems

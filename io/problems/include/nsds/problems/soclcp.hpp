// Reads and writes text files of linear complementarity problems over products of cones:
//
//   n nc    NM(M)    q (n)    starts (nc + 1)    mu (nc)
//   kinds (nc), words out of free, nonnegative and lorentz        may be left out: all are Lorentz cones
//   soclcp                                                        the class; whatever follows the numbers is ignored
//
// NM(M) is described in lcp.hpp, the cones in nsds/numerics/cone.h. starts: the first row of each cone, from 0 to n,
// increasing. mu is 0 for other kinds than lorentz.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/soclcp.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// A problem that owns its matrix, vector and cones.
class NSDS_PROBLEMS_API Soclcp {
 public:
  /// M: (n x n), q: (n); the cones have no projectors, at least one row each, and n in all. Throws std::invalid_argument
  /// otherwise.
  Soclcp(Matrix M, std::vector<double> q, std::vector<nsds_cone> cones);
  Soclcp(const Soclcp&) = delete;
  Soclcp& operator=(const Soclcp&) = delete;
  Soclcp(Soclcp&&) noexcept;
  Soclcp& operator=(Soclcp&&) noexcept;
  ~Soclcp();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_soclcp& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Soclcp readSoclcp(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Soclcp readSoclcpText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. Throws std::invalid_argument if M is an operator, a
/// number not finite, mu negative, or a cone one that a Soclcp cannot have.
NSDS_PROBLEMS_API void writeSoclcp(std::ostream& out, const nsds_soclcp& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeSoclcp(const std::filesystem::path& file, const nsds_soclcp& problem);

}  // namespace nsds::problems

// Reads and writes files of contact problems with friction and rolling resistance, reduced to the contacts,
// RFC(W, q, mu, mu_r):
//
//   d nc    NM(W)    q (d nc)    mu (nc)    mu_r (nc)       d = 3 (plane) or 5 (space); a remark may follow.
//
// NM(W) is described in lcp.hpp. A file that begins with the signature of HDF5 is read as FCLIB's, whose other
// contents are in fclib.hpp. The storage of W is as in friction_contact.hpp. What is written ends with the name of the
// class, which a planar problem needs where its class is guessed: others have as many numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/rolling_friction_contact.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// A reduced contact problem with rolling resistance that owns its matrix and vectors.
class NSDS_PROBLEMS_API RollingFrictionContact {
 public:
  /// dimension: d, 3 or 5; W: (d nc x d nc), q: (d nc), mu, mu_r: (nc). Throws std::invalid_argument when the
  /// sizes differ.
  RollingFrictionContact(std::int32_t dimension, Matrix W, std::vector<double> q, std::vector<double> mu,
                         std::vector<double> mu_r);
  RollingFrictionContact(const RollingFrictionContact&) = delete;
  RollingFrictionContact& operator=(const RollingFrictionContact&) = delete;
  RollingFrictionContact(RollingFrictionContact&&) noexcept;
  RollingFrictionContact& operator=(RollingFrictionContact&&) noexcept;
  ~RollingFrictionContact();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_rolling_friction_contact& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file, text or FCLIB. Throws FileError with the line or dataset at fault and what was
/// expected there.
NSDS_PROBLEMS_API RollingFrictionContact readRollingFrictionContact(const std::filesystem::path& file);

/// Reads a problem from the contents of a file; name stands for the file in messages.
NSDS_PROBLEMS_API RollingFrictionContact readRollingFrictionContactText(std::string text,
                                                                        const std::string& name);

/// Writes text with 17 significant digits, so that reading gives the same bits. The storage of W decides the
/// form. Throws std::invalid_argument if W is an operator, a number not finite or a coefficient negative.
NSDS_PROBLEMS_API void writeRollingFrictionContact(std::ostream& out,
                                                   const nsds_rolling_friction_contact& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeRollingFrictionContact(const std::filesystem::path& file,
                                                   const nsds_rolling_friction_contact& problem);

}  // namespace nsds::problems

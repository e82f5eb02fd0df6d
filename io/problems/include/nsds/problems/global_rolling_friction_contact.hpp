// Files of contact problems with friction and rolling resistance in global form, GRFC(M, H, q, b, mu, mu_r):
//
//   dim nc    NM(M)    NM(H)    q (n)    b (dim nc)    mu (nc)    mu_r (nc)    dim = 3 or 5; M is (n x n),
//                                                                              H (n x dim nc)
//   bilateral m    NM(G)    d (m)                                              where m > 0: G v = d, G is (m x n)
//
// The rest is as in global_friction_contact.hpp. What is written ends with the name of the class.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/global_rolling_friction_contact.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/global_friction_contact.hpp"

namespace nsds::problems {

/// A contact problem with rolling resistance in global form that owns its matrices and vectors.
class NSDS_PROBLEMS_API GlobalRollingFrictionContact {
 public:
  /// parts: of dimension 3 or 5; mu_r: (nc). Throws std::invalid_argument when the sizes differ.
  GlobalRollingFrictionContact(GlobalContactParts parts, std::vector<double> mu_r);
  GlobalRollingFrictionContact(const GlobalRollingFrictionContact&) = delete;
  GlobalRollingFrictionContact& operator=(const GlobalRollingFrictionContact&) = delete;
  GlobalRollingFrictionContact(GlobalRollingFrictionContact&&) noexcept;
  GlobalRollingFrictionContact& operator=(GlobalRollingFrictionContact&&) noexcept;
  ~GlobalRollingFrictionContact();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_global_rolling_friction_contact& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file, text or FCLIB. Throws FileError with the line or dataset at fault and what was
/// expected there.
NSDS_PROBLEMS_API GlobalRollingFrictionContact
readGlobalRollingFrictionContact(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API GlobalRollingFrictionContact readGlobalRollingFrictionContactText(std::string text,
                                                                                    const std::string& name);

/// Writes text with 17 significant digits, so that reading gives the same bits. The storage of a matrix
/// decides its form. Throws std::invalid_argument if a matrix is an operator, a number not finite or a coefficient
/// negative.
NSDS_PROBLEMS_API void writeGlobalRollingFrictionContact(std::ostream& out,
                                                         const nsds_global_rolling_friction_contact& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeGlobalRollingFrictionContact(const std::filesystem::path& file,
                                                         const nsds_global_rolling_friction_contact& problem);

}  // namespace nsds::problems

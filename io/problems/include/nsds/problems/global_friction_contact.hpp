// Files of contact problems with Coulomb friction in global form, GFC(M, H, q, b, mu):
//
//   dim nc    NM(M)    NM(H)    q (n)    b (dim nc)    mu (nc)       dim = 2 or 3; M is (n x n),
//                                                                    H (n x dim nc)
//   bilateral m    NM(G)    d (m)                                    where m > 0: G v = d, G is (m x n)
//
// NM is described in lcp.hpp; whatever follows is a remark and is ignored. Older files end with 0 or 1, whether
// a guess was available. A file that begins with the signature of HDF5 is read as FCLIB's, see fclib.hpp.
// Matrices keep the storage that lcp.hpp names for the form they have in the file; FCLIB's become NSDS_CSC.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nsds/numerics/global_friction_contact.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// G v = d.
struct BilateralConstraints {
  Matrix G;               ///< (m x n)
  std::vector<double> d;  ///< (m)
};

/// The data of a contact problem in global form.
struct GlobalContactParts {
  std::int32_t dimension;  ///< dim, 2 or 3
  Matrix M;                ///< (n x n)
  Matrix H;                ///< (n x dim nc)
  std::vector<double> q;   ///< (n)
  std::vector<double> b;   ///< (dim nc)
  std::vector<double> mu;  ///< (nc)
  std::optional<BilateralConstraints> constraints = std::nullopt;
};

/// A contact problem in global form that owns its matrices and vectors.
class NSDS_PROBLEMS_API GlobalFrictionContact {
 public:
  /// Throws std::invalid_argument when the sizes differ.
  explicit GlobalFrictionContact(GlobalContactParts parts);
  GlobalFrictionContact(const GlobalFrictionContact&) = delete;
  GlobalFrictionContact& operator=(const GlobalFrictionContact&) = delete;
  GlobalFrictionContact(GlobalFrictionContact&&) noexcept;
  GlobalFrictionContact& operator=(GlobalFrictionContact&&) noexcept;
  ~GlobalFrictionContact();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_global_friction_contact& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file, text or FCLIB. Throws FileError with the line or dataset at fault and what was
/// expected there.
NSDS_PROBLEMS_API GlobalFrictionContact readGlobalFrictionContact(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API GlobalFrictionContact readGlobalFrictionContactText(std::string text,
                                                                      const std::string& name);

/// Writes text with 17 significant digits, so that reading gives the same bits. The storage of a matrix
/// decides its form. Throws std::invalid_argument if a matrix is an operator, a number not finite or mu
/// negative.
NSDS_PROBLEMS_API void writeGlobalFrictionContact(std::ostream& out,
                                                  const nsds_global_friction_contact& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeGlobalFrictionContact(const std::filesystem::path& file,
                                                  const nsds_global_friction_contact& problem);

}  // namespace nsds::problems

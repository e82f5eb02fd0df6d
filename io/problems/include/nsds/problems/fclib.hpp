// Reads and writes files of FCLIB, the collection of frictional contact problems: HDF5, one problem a file,
// with a description, a solution and guesses.
//
//   /fclib_local     spacedim, W, vectors/{q, mu}: a reduced problem
//   /fclib_local_rolling, /fclib_global_rolling    spacedim 3 or 5, and vectors/mu_r too: with rolling resistance
//   /fclib_global    spacedim, M, H, vectors/{f, w, mu}: a problem in global form, our q is f, our b is w;
//                    G (n x m) and vectors/b where there are bilateral constraints: ours are Gᵀ and d = −b
//   either           info/{title, description, math_info}, Nullable
//   /solution        u, r, v (global), l where there are bilateral constraints (ours: lambda); Nullable
//   /guesses         number_of_guesses, and groups 1, 2, ... like /solution; Nullable
//   W, M, H, G       m, n (rows, columns), nz, nzmax, p, i, x
//
// nz says what the arrays of a matrix are: its number of triplets, i their rows and p their columns (as the
// collection has them; the comment in fclib.h says the opposite); -1 for columns, p where they start in i and
// x, i the rows; -2 for rows, i the columns. Entries given twice are added. Numbers never written are zeros.
// Equality rows of local problems (V, R, s) have no counterpart here and are refused.
//
// W is read into NSDS_BSR (why: friction_contact.hpp), M, H and G into NSDS_CSC. W is written by rows, M, H
// and G as triplets, which is what the field's programs take; numbers keep their bits.
//
// Only datasets in one piece are read, uncompressed, as FCLIB writes them; links are not followed. A file
// that is damaged is refused with the name of the dataset, and one that claims to hold more than its size
// allows before memory is asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"

namespace nsds::problems {

struct FclibInfo {
  std::string title, description, mathInfo;
};

/// A solution, or a guess of one.
struct FclibSolution {
  std::vector<double> v;       ///< (n) for global problems, else empty
  std::vector<double> r;       ///< (d nc)
  std::vector<double> u;       ///< (d nc)
  std::vector<double> lambda;  ///< (m) of bilateral constraints
};

/// The contents of a file other than the problem.
struct FclibExtras {
  FclibInfo info;
  std::optional<FclibSolution> solution;
  std::vector<FclibSolution> guesses;
};

struct FclibLocal {
  FrictionContact problem;
  FclibExtras extras;
};

struct FclibRolling {
  RollingFrictionContact problem;
  FclibExtras extras;
};

struct FclibGlobal {
  GlobalFrictionContact problem;
  FclibExtras extras;
};

struct FclibGlobalRolling {
  GlobalRollingFrictionContact problem;
  FclibExtras extras;
};

/// Whether the contents of a file begin with the signature of HDF5.
NSDS_PROBLEMS_API bool isHdf5(const std::string& bytes);

/// Reads a file. Throws FileError with the dataset at fault and what was expected there.
NSDS_PROBLEMS_API FclibLocal readFclibLocal(const std::filesystem::path& file);
NSDS_PROBLEMS_API FclibRolling readFclibRolling(const std::filesystem::path& file);
NSDS_PROBLEMS_API FclibGlobalRolling readFclibGlobalRolling(const std::filesystem::path& file);
NSDS_PROBLEMS_API FclibGlobal readFclibGlobal(const std::filesystem::path& file);

/// Reads a problem from the contents of a file; name stands for the file in messages.
NSDS_PROBLEMS_API FclibLocal readFclibLocalBytes(const std::string& bytes, const std::string& name);
NSDS_PROBLEMS_API FclibRolling readFclibRollingBytes(const std::string& bytes, const std::string& name);
NSDS_PROBLEMS_API FclibGlobalRolling readFclibGlobalRollingBytes(const std::string& bytes,
                                                                 const std::string& name);
NSDS_PROBLEMS_API FclibGlobal readFclibGlobalBytes(const std::string& bytes, const std::string& name);

/// The contents of a file with this problem. Throws std::invalid_argument if a matrix is an operator, a
/// number not finite, mu negative, or a vector of extras of the wrong size.
NSDS_PROBLEMS_API std::string fclibBytes(const nsds_friction_contact& problem,
                                         const FclibExtras& extras = {});
NSDS_PROBLEMS_API std::string fclibBytes(const nsds_rolling_friction_contact& problem,
                                         const FclibExtras& extras = {});
NSDS_PROBLEMS_API std::string fclibBytes(const nsds_global_rolling_friction_contact& problem,
                                         const FclibExtras& extras = {});
NSDS_PROBLEMS_API std::string fclibBytes(const nsds_global_friction_contact& problem,
                                         const FclibExtras& extras = {});

/// Writes such a file. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeFclib(const std::filesystem::path& file, const nsds_friction_contact& problem,
                                  const FclibExtras& extras = {});
NSDS_PROBLEMS_API void writeFclib(const std::filesystem::path& file,
                                  const nsds_rolling_friction_contact& problem,
                                  const FclibExtras& extras = {});
NSDS_PROBLEMS_API void writeFclib(const std::filesystem::path& file,
                                  const nsds_global_rolling_friction_contact& problem,
                                  const FclibExtras& extras = {});
NSDS_PROBLEMS_API void writeFclib(const std::filesystem::path& file,
                                  const nsds_global_friction_contact& problem,
                                  const FclibExtras& extras = {});

}  // namespace nsds::problems

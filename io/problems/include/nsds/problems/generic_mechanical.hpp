// Reads and writes text files of generic mechanical problems, whose rows are of different kinds:
//
//   n nb    NM(W)    q (n)
//   for each of the nb blocks of rows, in their order, one of
//     equality rows
//     complementarity rows
//     box rows    lower (rows)    upper (rows)     -inf in lower and inf in upper where there is no bound
//     friction rows    mu                          2 or 3 rows
//   generic_mechanical                             the class; whatever follows the blocks is ignored
//
// NM(W) is described in lcp.hpp, what the kinds mean in nsds/numerics/generic_mechanical.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/generic_mechanical.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// The law of each block of rows, and what belongs to it.
struct MechanicalBlocks {
  std::vector<std::int32_t> starts;  ///< (nb + 1), first row of each block; first 0, last n, increasing
  std::vector<std::int32_t> kinds;   ///< (nb), of nsds_block_kind
  std::vector<double> mu;            ///< (nb), of friction blocks; not read of others
  std::vector<double> lower;         ///< (n), of the rows of boxes, may be -infinite; not read of others
  std::vector<double> upper;         ///< (n), may be infinite
};

/// A generic mechanical problem that owns its matrix and vectors.
class NSDS_PROBLEMS_API GenericMechanical {
 public:
  /// W: (n x n), q: (n). Throws std::invalid_argument when the sizes differ or the blocks are not well formed.
  GenericMechanical(Matrix W, std::vector<double> q, MechanicalBlocks blocks);
  GenericMechanical(const GenericMechanical&) = delete;
  GenericMechanical& operator=(const GenericMechanical&) = delete;
  GenericMechanical(GenericMechanical&&) noexcept;
  GenericMechanical& operator=(GenericMechanical&&) noexcept;
  ~GenericMechanical();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_generic_mechanical& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there. What is not read
/// of a block is 0 in mu, -inf in lower and inf in upper.
NSDS_PROBLEMS_API GenericMechanical readGenericMechanical(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API GenericMechanical readGenericMechanicalText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. Throws std::invalid_argument if W is
/// an operator, a number not finite, mu negative, a bound the wrong infinity or a kind unknown.
NSDS_PROBLEMS_API void writeGenericMechanical(std::ostream& out, const nsds_generic_mechanical& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeGenericMechanical(const std::filesystem::path& file,
                                              const nsds_generic_mechanical& problem);

}  // namespace nsds::problems

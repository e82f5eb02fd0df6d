// Reads and writes text files of relay problems; NM(M) is described in lcp.hpp.
//
//   n    NM(M)    q (n)    lower (n)    upper (n)      whatever follows is a remark and is ignored.
//
// Bounds are numbers, lower ≤ upper; -inf in lower and inf in upper where there is none.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/relay.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// A relay problem that owns its matrix and vectors.
class NSDS_PROBLEMS_API Relay {
 public:
  /// M: (n x n); q, lower, upper: (n). Throws std::invalid_argument when the sizes differ.
  Relay(Matrix M, std::vector<double> q, std::vector<double> lower, std::vector<double> upper);
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  Relay(Relay&&) noexcept;
  Relay& operator=(Relay&&) noexcept;
  ~Relay();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to
  /// lives.
  const nsds_relay& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API Relay readRelay(const std::filesystem::path& file);

/// Reads a problem from a text in memory; name stands for the file in messages.
NSDS_PROBLEMS_API Relay readRelayText(std::string text, const std::string& name);

/// Writes with 17 significant digits, so that reading gives the same bits. Throws std::invalid_argument if M
/// is an operator, q not finite or a bound the wrong infinity.
NSDS_PROBLEMS_API void writeRelay(std::ostream& out, const nsds_relay& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeRelay(const std::filesystem::path& file, const nsds_relay& problem);

}  // namespace nsds::problems

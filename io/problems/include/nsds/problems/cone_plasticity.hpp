// Reads and writes files of plastic flow in cones or cylinders of stress, CP(M, q, law):
//
//   3 nc law    NM(M)    q (3 nc)    eta (nc)    theta (nc)     law = 1, Drucker-Prager
//   3 nc law    NM(M)    q (3 nc)    sigma_y (nc)               law = 2, von Mises; a remark may follow.
//
// NM(M) is described in lcp.hpp. Older files have no law and are Drucker and Prager's: they are told by the 3 nc rows of M,
// which are the fourth word in these and the fifth in others. Law 0, which Siconos calls unknown, is refused. The storage
// of M is as that of W in friction_contact.hpp. What is written has the law and ends with the name of the class, which an
// older file needs where its class is guessed.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/cone_plasticity.h"
#include "nsds/problems/export.hpp"
#include "nsds/problems/file_error.hpp"
#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

/// The yield law of all points and its numbers: (nc) each, and empty those of the other law.
struct YieldLaw {
  std::vector<double> eta, theta;  // Drucker-Prager
  std::vector<double> sigma_y;     // von Mises
};

/// A problem of plastic flow that owns its matrix and vectors.
class NSDS_PROBLEMS_API ConePlasticity {
 public:
  /// M: (3 nc x 3 nc), q: (3 nc). law: von Mises's where it has sigma_y, else Drucker and Prager's. Throws
  /// std::invalid_argument when the sizes differ or the law has the numbers of both.
  ConePlasticity(Matrix M, std::vector<double> q, YieldLaw law);
  ConePlasticity(const ConePlasticity&) = delete;
  ConePlasticity& operator=(const ConePlasticity&) = delete;
  ConePlasticity(ConePlasticity&&) noexcept;
  ConePlasticity& operator=(ConePlasticity&&) noexcept;
  ~ConePlasticity();

  /// The problem as numerics takes it. Borrowed, valid as long as this object or the one it was moved to lives.
  const nsds_cone_plasticity& view() const noexcept;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Reads a problem file. Throws FileError with the line at fault and what was expected there.
NSDS_PROBLEMS_API ConePlasticity readConePlasticity(const std::filesystem::path& file);

/// Reads a problem from the contents of a file; name stands for the file in messages.
NSDS_PROBLEMS_API ConePlasticity readConePlasticityText(std::string text, const std::string& name);

/// Writes text with 17 significant digits, so that reading gives the same bits. The storage of M decides the form. Throws
/// std::invalid_argument if M is an operator, a number not finite or a number of the law negative.
NSDS_PROBLEMS_API void writeConePlasticity(std::ostream& out, const nsds_cone_plasticity& problem);

/// Writes the problem to a file as above. Throws FileError when it cannot be written.
NSDS_PROBLEMS_API void writeConePlasticity(const std::filesystem::path& file,
                                           const nsds_cone_plasticity& problem);

}  // namespace nsds::problems

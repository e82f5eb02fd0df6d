// A problem after it has been checked: an affine map, and the variational inequality over cones that it makes, each cone in a
// unit of its own.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/reuse.h"
#include "nsds/numerics/soclcp.h"
#include "vi/problem.hpp"

namespace nsds::numerics::soclcp {

// M z + q as a map of a user, whose Jacobian is M in the pattern that it has.
class NSDS_NUMERICS_API AffineMap {
 public:
  AffineMap(const nsds_matrix& M, const double* q, Arena& arena);
  AffineMap(const AffineMap&) = delete;
  AffineMap& operator=(const AffineMap&) = delete;
  ~AffineMap() = default;

  // Borrowed from this.
  nsds_map map();

 private:
  void gather(Arena& arena);
  static int evaluate(void* user, const double* z, double* w);
  static int jacobian(void* user, const double* z, double* values);

  const nsds_matrix& M_;
  const double* q_;
  // not of a dense M
  const std::int32_t *starts_ = nullptr, *rows_ = nullptr;
  const double* values_ = nullptr;
};

class AffineInequality {
 public:
  // given has been checked, and outlives it. It stays where it is.
  AffineInequality(const nsds_soclcp& given, nonlinear::ScalarUnits units, Arena& arena);
  AffineInequality(const AffineInequality&) = delete;
  AffineInequality& operator=(const AffineInequality&) = delete;
  ~AffineInequality() = default;

  std::size_t size() const { return inequality_.size(); }
  const nsds_soclcp& given() const { return given_; }
  const nonlinear::ScalarUnits& units() const { return inequality_.units(); }
  vi::Inequality& inequality() { return inequality_; }

  // w = M z + q and |M| |z| + |q|, in the units of the caller. All (n).
  void evaluate(std::span<const double> z, std::span<double> w, std::span<double> magnitude) const;

  // The residual of the class there, which solvers work with. Infinite where a number is not finite. scratch: (2 n).
  nsds_residual class_residual(std::span<const double> z, std::span<const double> w,
                               std::span<const double> magnitude, std::span<double> scratch);

 private:
  double roundoff_floor(std::span<const double> z, std::span<const double> magnitude) const;

  const nsds_soclcp& given_;
  AffineMap map_;
  nsds_vi as_vi_;
  vi::Inequality inequality_;
};

// The units of the problem; nothing, and a sentence, where it is not admissible. given, workspace: Nullable. Operators come
// through; see has_entries.
NSDS_NUMERICS_API std::optional<nonlinear::ScalarUnits> checked(const nsds_soclcp* given,
                                                                nsds_workspace* workspace, nsds_reuse reuse,
                                                                const Sentence& sentence);

// False, and a sentence, where M is an operator.
NSDS_NUMERICS_API bool has_entries(const nsds_soclcp& given, const Sentence& sentence);

}  // namespace nsds::numerics::soclcp

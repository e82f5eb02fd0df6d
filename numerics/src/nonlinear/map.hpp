// A map of the user as the solvers see it: in units, counted, with what was found at the last point.
//
//   b = F(s_z a) / s_w,   A = db/da = J s_z / s_w,   a and b without units, row by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "affine/structure.hpp"
#include "core/arena.hpp"
#include "core/deadline.hpp"
#include "core/numbers.hpp"
#include "nonlinear/callback.hpp"
#include "nonlinear/differences.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/nonlinear_map.h"

namespace nsds::numerics::nonlinear {

// The units of the unknowns and of the values. Nullable: 1.
struct Units {
  const double* z = nullptr;
  const double* w = nullptr;

  double of_z(std::size_t i) const { return z == nullptr ? 1.0 : z[i]; }
  double of_w(std::size_t i) const { return w == nullptr ? 1.0 : w[i]; }
};

struct Counts {
  std::int64_t evaluations = 0;
  std::int64_t jacobians = 0;
};

// The bounds of the caller, within which alone F is evaluated.
struct Bounds {
  const double* lower = nullptr;  // Nullable: zero
  const double* upper = nullptr;  // Nullable: infinite

  double below(std::size_t i) const { return lower == nullptr ? 0.0 : lower[i]; }
  double above(std::size_t i) const { return upper == nullptr ? infinity : upper[i]; }
};

class NSDS_NUMERICS_API Map {
 public:
  // given, and what the bounds and units point at, must outlive it. where: what CallbackFailed calls it.
  Map(std::int32_t size, const nsds_map& given, Bounds bounds, Units units, Arena& arena,
      const char* where = "F.");

  std::size_t size() const { return lower_.size(); }
  std::span<const double> lower() const { return lower_; }
  std::span<const double> upper() const { return upper_; }
  const Units& units() const { return units_; }
  const Counts& counts() const { return counts_; }

  // The same point in the units of the caller, within the bounds there too.
  double given(std::size_t i, double a) const {
    return std::clamp(a * units_.of_z(i), bounds_.below(i), bounds_.above(i));
  }

  // a: (n) within the bounds. b: (n) out. False: outside the domain, or not finite; b is worth nothing then, and what
  // was known of the last point stays. Throws MapFailed.
  bool evaluate(std::span<const double> a, std::span<double> b);

  // Makes jacobian() that at a, where b has been evaluated. False: it is not finite. Throws MapFailed.
  bool linearise(std::span<const double> a, std::span<const double> b);

  // Whether the caller gives a Jacobian, so that it may be wrong.
  bool is_given_jacobian() const { return given_.jacobian != nullptr; }
  bool has_jacobian() const { return has_jacobian_; }
  // A as it was last made. The places of its entries never change.
  const affine::Structure& jacobian() const { return structure_; }
  // Calls visit(i, j, value) for each of its places in the pattern of the caller, for all where there is none.
  template <class Visit>
  void for_each_entry(const Visit& visit) const {
    const Pattern pattern{static_cast<std::int32_t>(size()), given_.column_starts, given_.row_indices};
    pattern.for_each([&](std::size_t k, std::size_t i, std::size_t j) { visit(i, j, entries_[k]); });
  }
  // The same as a matrix, borrowed.
  nsds_matrix matrix() const;

  // Differences stop where it has no more time, and the Jacobian is none.
  Watch& watch() { return watch_; }
  const Watch& watch() const { return watch_; }

  // (n), whose values hold until the next call of any function of this.
  std::span<double> scratch() { return z_; }

 private:
  bool call_map(const double* z, double* w);
  bool call_jacobian(std::span<const double> a, std::span<const double> b);
  void put_in_units();

  const nsds_map& given_;
  const char* where_;
  Bounds bounds_;
  Units units_;
  std::span<double> lower_, upper_;  // in units
  Counts counts_;
  std::span<double> point_, value_;  // the last point, and b there
  bool has_value_ = false;
  std::span<double> tangent_;  // where A was last made
  bool has_jacobian_ = false;
  std::span<double> z_;        // the argument of callbacks, in the units of the caller
  std::span<double> entries_;  // in the order of the pattern
  std::span<double> dense_;    // (n x n) where the pattern is sparse and A is not, else empty
  affine::Structure structure_;
  Differences differences_;
  Watch watch_;
};

}  // namespace nsds::numerics::nonlinear

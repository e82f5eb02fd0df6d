// A conversion may have the unknowns of the given problem: nothing is to be carried but into the bounds.
#pragma once

#include <optional>
#include <vector>

#include "conversion/conversion.hpp"

namespace nsds::numerics::conversion {

struct SameUnknowns : nsds_conversion {
  OwnedMatrix square;                // Q or M
  std::optional<OwnedMatrix> A, C;   // nothing: null
  std::vector<double> linear, b, d;  // linear: p or q
  std::vector<double> lower, upper;

  // Sizes of info.given_*; after that the arrays are filled, then the problem is bound to them.
  SameUnknowns(nsds_class given_class, std::int32_t size, std::int32_t multipliers);
  void bind_qp();
  void bind_avi();

  void back(const Point& converted, const Result& given) const override;
  void forward(const Point& given, const Result& converted) const override;
};

// (n), the given bounds, or where they are null `missing`.
std::vector<double> bounds_of(const double* given, std::int32_t n, double missing);

// (n)
inline std::vector<double> copy_vector(const double* x, std::int32_t n) {
  return n == 0 ? std::vector<double>() : std::vector<double>(x, x + n);
}

}  // namespace nsds::numerics::conversion

// Converts problems of one class to another, with the way back, in C++, over conversion.h.
#pragma once

#include <memory>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/conversion.h"
#include "nsds/numerics/cpp/error.hpp"

namespace nsds::numerics {

struct CarriedPoint {
  Eigen::VectorXd z;
  Eigen::VectorXd multipliers = Eigen::VectorXd();  // empty where the class has none
};

// Holds the converted problem. Moves, does not copy; what a pointer to the problem points at stays where it
// is.
class Conversion {
 public:
  // Takes ownership of what a function of conversion.h has made, not null.
  explicit Conversion(nsds_conversion* made) : handle_(made) {}

  const nsds_conversion_info& info() const noexcept { return *nsds_conversion_describe(handle_.get()); }
  const nsds_conversion* get() const noexcept { return handle_.get(); }

  // Null where the converted problem is of another class.
  const nsds_lcp* lcp() const noexcept { return nsds_conversion_lcp(handle_.get()); }
  const nsds_mlcp* mlcp() const noexcept { return nsds_conversion_mlcp(handle_.get()); }
  const nsds_qp* qp() const noexcept { return nsds_conversion_qp(handle_.get()); }
  const nsds_avi* avi() const noexcept { return nsds_conversion_avi(handle_.get()); }
  const nsds_mcp* mcp() const noexcept { return nsds_conversion_mcp(handle_.get()); }
  const nsds_vi* vi() const noexcept { return nsds_conversion_vi(handle_.get()); }
  const nsds_soclcp* soclcp() const noexcept { return nsds_conversion_soclcp(handle_.get()); }
  const nsds_convex_qp* convex_qp() const noexcept { return nsds_conversion_convex_qp(handle_.get()); }

  // Makes a solution of the given problem from one of the converted problem. Throws Error: sizes, numbers
  // that are not finite. Multipliers that are left empty are zero.
  CarriedPoint back(const CarriedPoint& converted) const {
    return carry(nsds_conversion_back, converted, {info().converted_size, info().converted_multipliers},
                 {info().given_size, info().given_multipliers});
  }
  // The point of the converted problem that belongs to one of the given problem.
  CarriedPoint forward(const CarriedPoint& given) const {
    return carry(nsds_conversion_forward, given, {info().given_size, info().given_multipliers},
                 {info().converted_size, info().converted_multipliers});
  }

 private:
  struct Sizes {
    int32_t z, multipliers;
  };
  struct Free {
    void operator()(nsds_conversion* conversion) const noexcept { nsds_conversion_free(conversion); }
  };

  template <class Map>
  CarriedPoint carry(Map map, const CarriedPoint& from, const Sizes& sizes, const Sizes& out) const {
    const bool no_multipliers = from.multipliers.size() == 0;
    if (from.z.size() != sizes.z || (!no_multipliers && from.multipliers.size() != sizes.multipliers))
      throw Error(NSDS_INVALID_ARGUMENT, "the point has another size than its problem");
    CarriedPoint to{Eigen::VectorXd(out.z), Eigen::VectorXd(out.multipliers)};
    detail::require(map(handle_.get(), from.z.data(), no_multipliers ? nullptr : from.multipliers.data(),
                        to.z.data(), to.multipliers.data()),
                    "the point, or what becomes of it, is not finite");
    return to;
  }

  std::unique_ptr<nsds_conversion, Free> handle_;
};

namespace detail {

template <class Function, class Problem>
Conversion convert(Function function, const Problem& problem) {
  nsds_conversion* made = nullptr;
  char message[256] = "";
  require(function(&problem, &made, message, sizeof message), message);
  return Conversion(made);
}

}  // namespace detail

// Each of these calls the C function of its name, and throws Error where the problem is refused.
inline Conversion qp_to_mlcp(const nsds_qp& problem) {
  return detail::convert(nsds_qp_to_mlcp, problem);
}
inline Conversion qp_to_dual(const nsds_qp& problem) {
  return detail::convert(nsds_qp_to_dual, problem);
}
inline Conversion lcp_to_qp_symmetric(const nsds_lcp& problem) {
  return detail::convert(nsds_lcp_to_qp_symmetric, problem);
}
inline Conversion lcp_to_qp_nonsymmetric(const nsds_lcp& problem) {
  return detail::convert(nsds_lcp_to_qp_nonsymmetric, problem);
}
inline Conversion mlcp_to_lcp(const nsds_mlcp& problem) {
  return detail::convert(nsds_mlcp_to_lcp, problem);
}
inline Conversion relay_to_lcp(const nsds_relay& problem) {
  return detail::convert(nsds_relay_to_lcp, problem);
}
inline Conversion relay_to_avi(const nsds_relay& problem) {
  return detail::convert(nsds_relay_to_avi, problem);
}
inline Conversion lcp_to_avi(const nsds_lcp& problem) {
  return detail::convert(nsds_lcp_to_avi, problem);
}
inline Conversion qp_to_avi(const nsds_qp& problem) {
  return detail::convert(nsds_qp_to_avi, problem);
}
// The functions and user data of the maps have to outlive these.
inline Conversion vi_to_mcp(const nsds_vi& problem) {
  return detail::convert(nsds_vi_to_mcp, problem);
}
inline Conversion mcp_to_vi(const nsds_mcp& problem) {
  return detail::convert(nsds_mcp_to_vi, problem);
}
inline Conversion nlp_to_mcp(const nsds_nlp& problem) {
  return detail::convert(nsds_nlp_to_mcp, problem);
}
inline Conversion friction_contact_to_mcp(const nsds_friction_contact& problem) {
  return detail::convert(nsds_friction_contact_to_mcp, problem);
}
inline Conversion qvi_to_mcp(const nsds_qvi& problem) {
  return detail::convert(nsds_qvi_to_mcp, problem);
}
inline Conversion soclcp_to_vi(const nsds_soclcp& problem) {
  return detail::convert(nsds_soclcp_to_vi, problem);
}
inline Conversion vi_to_soclcp(const nsds_vi& problem) {
  return detail::convert(nsds_vi_to_soclcp, problem);
}
inline Conversion soclcp_to_convex_qp(const nsds_soclcp& problem) {
  return detail::convert(nsds_soclcp_to_convex_qp, problem);
}
inline Conversion friction_contact_to_soclcp(const nsds_friction_contact& problem) {
  return detail::convert(nsds_friction_contact_to_soclcp, problem);
}

}  // namespace nsds::numerics

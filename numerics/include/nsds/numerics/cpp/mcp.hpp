// Solves mixed and nonlinear complementarity problems in C++, over mcp.h: w = F(z), -w in the normal cone of [lower, upper]
// at z.
#pragma once

#include <string>
#include <utility>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/nonlinear_map.hpp"
#include "nsds/numerics/mcp.h"

namespace nsds::numerics::mcp {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd z;  // (n)
  Eigen::VectorXd w;  // (n) F(z)
  Report report;      // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// Makes it the solver of the options, and of their copies, until another is set: see nsds_mcp_options_set_solver. Throws Error.
inline void set_solver(Options& options, const std::string& name, nsds_mcp_solver solve,
                       void* user = nullptr) {
  if (nsds_mcp_options_set_solver(options.get(), name.c_str(), solve, user) != NSDS_OK)
    throw Error(NSDS_INVALID_ARGUMENT, nsds_options_error(options.get()));
}

// A problem keeps copies of its vectors and of the map. Moves and copies.
class Problem {
 public:
  // lower, upper: (n), may be infinite. Throws Error where the sizes differ.
  Problem(NonlinearMap F, const Vector& lower, const Vector& upper)
      : F_(std::move(F)), lower_(lower), upper_(upper) {
    numerics::detail::require_fit(upper.size() == lower.size(), "upper is");
  }
  // The nonlinear complementarity problem 0 ≤ z ⟂ F(z) ≥ 0, z: (size).
  Problem(NonlinearMap F, Eigen::Index size)
      : Problem(std::move(F), Eigen::VectorXd::Zero(size),
                Eigen::VectorXd::Constant(size, std::numeric_limits<double>::infinity())) {}

  // What one of each unknown and of each F_i is, in which the residual is measured: (n), positive.
  Problem& set_scales(const Vector& z, const Vector& w) {
    numerics::detail::require_fit(z.size() == size() && w.size() == size(), "scale of z or w is");
    scale_z_ = z;
    scale_w_ = w;
    return *this;
  }

  Eigen::Index size() const noexcept { return lower_.size(); }

  // Solves in place. z: (n) in/out (the start with the option warm_start), w: (n) out. Throws Error where the call is
  // refused, and what the map threw; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
               Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && w.size() == size(), "z or w is");
    NonlinearMap::Call call(F_, size());
    return numerics::detail::solve({options, workspace}, call.rethrowing(nsds_mcp_solve), view(call),
                                   z.data(), w.data());
  }

  // Solves from a starting point, (n), and returns the solution by value.
  Solution solve(const Vector& start, const Options& options = Options(NSDS_CLASS_MCP),
                 Workspace* workspace = nullptr) const {
    Solution solution{start, Eigen::VectorXd::Zero(size()), {}};
    Options from_start = options;
    from_start.set("warm_start", true);
    solution.report = solve(solution.z, solution.w, from_start, workspace);
    return solution;
  }

  // Evaluates the residual of the class at z: (n), within the bounds. Throws Error on arguments that are refused, and what
  // the map threw.
  nsds_residual residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    NonlinearMap::Call call(F_, size());
    return numerics::detail::residual("the residual needs a z within ordered bounds where F is defined",
                                      call.rethrowing(nsds_mcp_residual), view(call), z.data());
  }

 private:
  // Borrowed from this object and the call.
  nsds_mcp view(NonlinearMap::Call& call) const {
    nsds_mcp made;
    nsds_mcp_init(&made);
    made.size = static_cast<int32_t>(size());
    made.F = call.view();
    made.lower = lower_.data();
    made.upper = upper_.data();
    made.scale_z = scale_z_.size() == 0 ? nullptr : scale_z_.data();
    made.scale_w = scale_w_.size() == 0 ? nullptr : scale_w_.data();
    return made;
  }

  NonlinearMap F_;
  Eigen::VectorXd lower_, upper_;
  Eigen::VectorXd scale_z_, scale_w_;  // empty: 1
};

}  // namespace nsds::numerics::mcp

// Solves the relay problem in C++, over relay.h: w = M z + q, -w in the normal cone of [lower, upper] at z.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/relay.h"

namespace nsds::numerics::relay {

struct Solution {
  Eigen::VectorXd z;  // (n)
  Eigen::VectorXd w;  // (n) M z + q
  Report report;      // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// lower, upper: (n), may be infinite.
struct Bounds {
  Eigen::Ref<const Eigen::VectorXd> lower;
  Eigen::Ref<const Eigen::VectorXd> upper;
};

namespace detail {

// A problem that borrows its arguments.
inline nsds_relay problem(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                          const Bounds& bounds) {
  if (bounds.lower.size() != q.size() || bounds.upper.size() != q.size())
    throw Error(NSDS_INVALID_ARGUMENT, "lower, upper and q differ in size");
  nsds_relay made;
  nsds_relay_init(&made);
  made.size = static_cast<int32_t>(q.size());
  made.M = &M;
  made.q = q.data();
  made.lower = bounds.lower.data();
  made.upper = bounds.upper.data();
  return made;
}

}  // namespace detail

// Solves in place. z: (n) in/out (in only with the option warm_start), w: (n) out. Throws Error where the
// call is refused; any other outcome is in the report.
inline Report solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q, const Bounds& bounds,
                    Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
                    Workspace* workspace = nullptr) {
  if (z.size() != q.size() || w.size() != q.size())
    throw Error(NSDS_INVALID_ARGUMENT, "z, w and q differ in size");
  const nsds_relay given = detail::problem(M, q, bounds);
  Report report;
  nsds_relay_solve(&given, z.data(), w.data(), options.get(),
                   workspace == nullptr ? nullptr : workspace->get(), &report);
  if (numerics::detail::is_refusal(report.status)) throw Error(report);
  return report;
}

// Solves from zero and returns the solution by value.
inline Solution solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q, const Bounds& bounds,
                      const Options& options = Options(NSDS_CLASS_RELAY), Workspace* workspace = nullptr) {
  Solution solution{Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Zero(q.size()), {}};
  solution.report = solve(M, q, bounds, solution.z, solution.w, options, workspace);
  return solution;
}

// Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
inline nsds_residual residual(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                              const Bounds& bounds, const Eigen::Ref<const Eigen::VectorXd>& z) {
  if (z.size() != q.size()) throw Error(NSDS_INVALID_ARGUMENT, "z and q differ in size");
  const nsds_relay given = detail::problem(M, q, bounds);
  nsds_residual value;
  nsds_residual_init(&value);
  numerics::detail::require(nsds_relay_residual(&given, z.data(), &value),
                            "the residual needs a well-formed (n x n) matrix, a finite q and ordered bounds");
  return value;
}

}  // namespace nsds::numerics::relay

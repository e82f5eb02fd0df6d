// The LCP in C++, over lcp.h: find z, w with w = M z + q, 0 <= w _|_ z >= 0.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds::numerics::lcp {

struct Solution {
  Eigen::VectorXd z;  // (n)
  Eigen::VectorXd w;  // (n) M z + q
  Report report;      // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem over borrowed arrays. M: (n x n), q: (n).
inline nsds_lcp problem(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q) {
  nsds_lcp made;
  nsds_lcp_init(&made);
  made.size = static_cast<int32_t>(q.size());
  made.M = &M;
  made.q = q.data();
  return made;
}

// In place. z: (n) in/out (in only with the option warm_start), w: (n) out. Does not allocate beyond what the
// solver needs. Throws Error where the call is refused; any other outcome is in the report.
inline Report solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                    Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
                    Workspace* workspace = nullptr) {
  if (z.size() != q.size() || w.size() != q.size())
    throw Error(NSDS_INVALID_ARGUMENT, "z, w and q differ in size");
  const nsds_lcp given = problem(M, q);
  Report report;
  nsds_lcp_solve(&given, z.data(), w.data(), options.get(), workspace == nullptr ? nullptr : workspace->get(),
                 &report);
  if (detail::is_refusal(report.status)) throw Error(report);
  return report;
}

// By value, from zero.
inline Solution solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                      const Options& options = Options(NSDS_CLASS_LCP), Workspace* workspace = nullptr) {
  Solution solution{Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Zero(q.size()), {}};
  solution.report = solve(M, q, solution.z, solution.w, options, workspace);
  return solution;
}

// The residual of the class at z: (n). Throws Error on arguments that are refused.
inline nsds_residual residual(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                              const Eigen::Ref<const Eigen::VectorXd>& z) {
  if (z.size() != q.size()) throw Error(NSDS_INVALID_ARGUMENT, "z and q differ in size");
  const nsds_lcp given = problem(M, q);
  nsds_residual value;
  nsds_residual_init(&value);
  detail::require(nsds_lcp_residual(&given, z.data(), &value),
                  "the residual needs a well-formed (n x n) matrix and a finite q");
  return value;
}

}  // namespace nsds::numerics::lcp

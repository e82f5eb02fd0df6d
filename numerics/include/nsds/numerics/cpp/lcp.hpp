// Solves the LCP in C++, over lcp.h: find z, w with w = M z + q, 0 ≤ w ⟂ z ≥ 0.
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
  // (n) where report.status is NSDS_INFEASIBLE, else empty: y ≥ 0, M'y ≤ 0, q'y < 0, so that no z ≥ 0 has
  // M z + q ≥ 0
  Eigen::VectorXd certificate = Eigen::VectorXd();

  bool ok() const noexcept { return report.ok(); }
};

// A problem over borrowed arrays, which must outlive it. M: (n x n); q: (n), a vector, segment, Map or Ref.
template <class Derived>
nsds_lcp problem(const nsds_matrix& M, const Eigen::DenseBase<Derived>& q) {
  numerics::detail::require_columns<Derived>();
  static_assert(Derived::ColsAtCompileTime == 1, "q is a column vector");
  nsds_lcp made;
  nsds_lcp_init(&made);
  made.size = static_cast<int32_t>(q.size());
  made.M = &M;
  made.q = q.derived().data();
  return made;
}
// A temporary would be gone before the problem is used.
template <class Derived>
nsds_lcp problem(const nsds_matrix& M, const Eigen::PlainObjectBase<Derived>&& q) = delete;
template <class Plain, int Options, class Stride>
nsds_lcp problem(const nsds_matrix& M, const Eigen::Ref<const Plain, Options, Stride>&& q) = delete;
template <class Vector>
nsds_lcp problem(const nsds_matrix&& M, const Vector& q) = delete;

namespace detail {

// certificate: (n) out, Nullable.
inline Report solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                    Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, double* certificate,
                    const Options& options, Workspace* workspace) {
  if (z.size() != q.size() || w.size() != q.size())
    throw Error(NSDS_INVALID_ARGUMENT, "z, w and q differ in size");
  const nsds_lcp given = problem(M, q);
  Report report;
  report.certificate = certificate;
  nsds_lcp_solve(&given, z.data(), w.data(), options.get(), workspace == nullptr ? nullptr : workspace->get(),
                 &report);
  report.certificate = nullptr;  // the report may outlive what it pointed at
  if (numerics::detail::is_refusal(report.status)) throw Error(report);
  return report;
}

}  // namespace detail

// Solves in place. z: (n) in/out (in only with the option warm_start), w: (n) out. Does not allocate beyond
// what the solver needs. Throws Error where the call is refused; any other outcome is in the report.
inline Report solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                    Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
                    Workspace* workspace = nullptr) {
  return detail::solve(M, q, z, w, nullptr, options, workspace);
}

// Solves from zero and returns the solution by value.
inline Solution solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                      const Options& options = Options(NSDS_CLASS_LCP), Workspace* workspace = nullptr) {
  const Eigen::Index n = q.size();
  Solution solution{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n), {}, Eigen::VectorXd::Zero(n)};
  solution.report =
      detail::solve(M, q, solution.z, solution.w, solution.certificate.data(), options, workspace);
  if (solution.report.status != NSDS_INFEASIBLE) solution.certificate.resize(0);
  return solution;
}

// Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
inline nsds_residual residual(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                              const Eigen::Ref<const Eigen::VectorXd>& z) {
  if (z.size() != q.size()) throw Error(NSDS_INVALID_ARGUMENT, "z and q differ in size");
  const nsds_lcp given = problem(M, q);
  nsds_residual value;
  nsds_residual_init(&value);
  numerics::detail::require(nsds_lcp_residual(&given, z.data(), &value),
                            "the residual needs a well-formed (n x n) matrix and a finite q");
  return value;
}

}  // namespace nsds::numerics::lcp

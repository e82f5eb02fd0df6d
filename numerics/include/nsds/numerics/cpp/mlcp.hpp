// Solves the mixed LCP in C++, over mlcp.h: w = M z + q; 0 ≤ w ⟂ z ≥ 0 in complementary rows, w = 0 in the
// others.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/mlcp.h"

namespace nsds::numerics::mlcp {

using Marks = Eigen::Matrix<unsigned char, Eigen::Dynamic, 1>;  // (n), 1: complementary row, 0: equality row

struct Solution {
  Eigen::VectorXd z;  // (n)
  Eigen::VectorXd w;  // (n) M z + q
  Report report;      // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

namespace detail {

// A problem that borrows its arguments.
inline nsds_mlcp problem(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                         const Eigen::Ref<const Marks>& complementary) {
  if (complementary.size() != q.size())
    throw Error(NSDS_INVALID_ARGUMENT, "complementary and q differ in size");
  nsds_mlcp made;
  nsds_mlcp_init(&made);
  made.size = static_cast<int32_t>(q.size());
  made.M = &M;
  made.q = q.data();
  made.complementary = complementary.data();
  return made;
}

}  // namespace detail

// Solves in place. z: (n) in/out (in only with the option warm_start), w: (n) out. Throws Error where the
// call is refused; any other outcome is in the report.
inline Report solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                    const Eigen::Ref<const Marks>& complementary, Eigen::Ref<Eigen::VectorXd> z,
                    Eigen::Ref<Eigen::VectorXd> w, const Options& options, Workspace* workspace = nullptr) {
  if (z.size() != q.size() || w.size() != q.size())
    throw Error(NSDS_INVALID_ARGUMENT, "z, w and q differ in size");
  const nsds_mlcp given = detail::problem(M, q, complementary);
  Report report;
  nsds_mlcp_solve(&given, z.data(), w.data(), options.get(),
                  workspace == nullptr ? nullptr : workspace->get(), &report);
  if (numerics::detail::is_refusal(report.status)) throw Error(report);
  return report;
}

// Solves from zero and returns the solution by value.
inline Solution solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                      const Eigen::Ref<const Marks>& complementary,
                      const Options& options = Options(NSDS_CLASS_MLCP), Workspace* workspace = nullptr) {
  Solution solution{Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Zero(q.size()), {}};
  solution.report = solve(M, q, complementary, solution.z, solution.w, options, workspace);
  return solution;
}

// Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
inline nsds_residual residual(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                              const Eigen::Ref<const Marks>& complementary,
                              const Eigen::Ref<const Eigen::VectorXd>& z) {
  if (z.size() != q.size()) throw Error(NSDS_INVALID_ARGUMENT, "z and q differ in size");
  const nsds_mlcp given = detail::problem(M, q, complementary);
  nsds_residual value;
  nsds_residual_init(&value);
  numerics::detail::require(nsds_mlcp_residual(&given, z.data(), &value),
                            "the residual needs a well-formed (n x n) matrix and a finite q");
  return value;
}

}  // namespace nsds::numerics::mlcp

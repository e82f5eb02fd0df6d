// Solves systems of linear equations in C++, over equality.h: M z + q = 0, M regular or not.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/equality.h"

namespace nsds::numerics::equality {

struct Solution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd certificate;  // where the status is infeasible; see equality.h
  Report report;                // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// Solves from zero. Throws Error where the call is refused; any other outcome is in the report.
inline Solution solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                      const Options& options = Options(NSDS_CLASS_EQUALITY), Workspace* workspace = nullptr) {
  Solution solution{Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Zero(q.size()), {}};
  nsds_equality given;
  nsds_equality_init(&given);
  given.size = static_cast<int32_t>(q.size());
  given.M = &M;
  given.q = q.data();
  solution.report.certificate = solution.certificate.data();
  nsds_equality_solve(&given, solution.z.data(), options.get(),
                      workspace == nullptr ? nullptr : workspace->get(), &solution.report);
  solution.report.certificate = nullptr;  // the report may outlive what it pointed at
  if (detail::is_refusal(solution.report.status)) throw Error(solution.report);
  if (solution.report.status != NSDS_INFEASIBLE) solution.certificate.resize(0);
  return solution;
}

}  // namespace nsds::numerics::equality

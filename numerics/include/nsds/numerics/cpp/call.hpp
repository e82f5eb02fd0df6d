// Calls the functions of C for the C++ classes of problems, in one form for all of them.
#pragma once

#include <string>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/options.hpp"

namespace nsds::numerics::detail {

// Throws Error unless the vectors of a call, names in words, fit the problem.
inline void require_fit(bool fits, const char* names) {
  if (!fits) throw Error(NSDS_INVALID_ARGUMENT, std::string(names) + " of another size than the problem");
}

// Every solve ends with these arguments.
struct SolveArguments {
  const Options& options;
  Workspace* workspace = nullptr;
  Eigen::VectorXd* certificate = nullptr;  // out; null: nobody asks for it
  Eigen::Index certificate_size = 0;
};

// Solves in place. function: the solve of a class; vectors: in its order. Throws Error where the call is
// refused; any other outcome is in the report.
template <class Function, class Problem, class... Vectors>
Report solve(const SolveArguments& arguments, Function&& function, const Problem& problem,
             Vectors... vectors) {
  nsds_workspace* const workspace = arguments.workspace == nullptr ? nullptr : arguments.workspace->get();
  Report report;
  Eigen::VectorXd* const certificate = arguments.certificate;
  if (certificate != nullptr) {
    certificate->setZero(arguments.certificate_size);
    report.certificate = certificate->data();
  }
  function(&problem, vectors..., arguments.options.get(), workspace, &report);
  report.certificate = nullptr;  // the report may outlive what it pointed at
  const bool is_proved = report.status == NSDS_INFEASIBLE || report.status == NSDS_UNBOUNDED;
  if (certificate != nullptr && !is_proved) certificate->resize(0);
  if (is_refusal(report.status)) throw Error(report);
  return report;
}

// Evaluates a residual. needs: what the function asks of a point and a problem, in words. Throws Error where
// it refuses them.
template <class Function, class Problem, class... Vectors>
nsds_residual residual(const char* needs, Function&& function, const Problem& problem, Vectors... vectors) {
  nsds_residual value;
  nsds_residual_init(&value);
  require(function(&problem, vectors..., &value), needs);
  return value;
}

}  // namespace nsds::numerics::detail

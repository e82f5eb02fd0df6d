// One problem over a box, as an MLCP or as a relay problem, solved again and again by one solver.
#pragma once

#include "benchmarks/measurements/solve_measurement.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/mlcp.h"
#include "nsds/numerics/relay.h"
#include "support/box_families.hpp"

namespace nsds::bench {

// The call of its class. Borrows the problem and M.
class BoxCall {
 public:
  // problem_class: NSDS_CLASS_MLCP or NSDS_CLASS_RELAY. M: the matrix in the storage to be solved in. Throws
  // std::invalid_argument where the boxes are not those of an MLCP.
  BoxCall(const test::BoxProblem& problem, nsds_class problem_class, const nsds_matrix& M);

  BoxCall(const BoxCall&) = delete;
  BoxCall& operator=(const BoxCall&) = delete;

  nsds_class problem_class() const { return class_; }
  int size() const { return relay_.size; }

  // z: (n) in/out, w: (n) out.
  nsds_status solve(double* z, double* w, const numerics::Options& options, numerics::Workspace& workspace,
                    numerics::Report& report) const;
  // The residual of the class at z: (n); infinite where z is not finite.
  double residual(const Eigen::VectorXd& z) const;

 private:
  nsds_class class_;
  test::BoxProblem::Marks marks_;
  nsds_mlcp mlcp_{};
  nsds_relay relay_{};
};

// The matrix as the family has it, sparse or dense.
nsds_matrix natural_matrix(const test::BoxProblem& problem);

// Errors: numerics::Error for an unknown solver or one that does not take the problem's storage.
SolveMeasured measure_box(const BoxCall& call, const SolveSettings& settings);

}  // namespace nsds::bench

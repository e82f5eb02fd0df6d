// A program of the study as the library takes it.
#pragma once

#include "benchmarks/programs/subjects.hpp"
#include "nsds/numerics/cpp/qp.hpp"

namespace nsds::bench::programs {

// Borrows the problem, and holds dense copies of its matrices where it is to be dense.
class SolverView {
 public:
  explicit SolverView(const Posed& posed) : posed_(posed), views_{made(0), made(1), made(2)} {
    const test::JudgedProblem& problem = posed.problem;
    nsds_qp_init(&view_);
    view_.size = static_cast<int32_t>(problem.q.size());
    view_.inequalities = static_cast<int32_t>(problem.b.size());
    view_.equalities = static_cast<int32_t>(problem.d.size());
    view_.Q = &views_[0];
    view_.A = view_.inequalities > 0 ? &views_[1] : nullptr;
    view_.C = view_.equalities > 0 ? &views_[2] : nullptr;
    view_.p = problem.q.data();
    view_.b = problem.b.data();
    view_.d = problem.d.data();
    view_.lower = problem.lower.data();
    view_.upper = problem.upper.data();
  }
  SolverView(const SolverView&) = delete;
  SolverView& operator=(const SolverView&) = delete;

  const nsds_qp& get() const { return view_; }

 private:
  nsds_matrix made(std::size_t which) {
    const test::JudgedProblem& problem = posed_.problem;
    const Eigen::SparseMatrix<double>& sparse = which == 0 ? problem.M : which == 1 ? problem.A : problem.C;
    return posed_.is_dense ? numerics::view(dense_[which] = sparse) : numerics::view(sparse);
  }

  const Posed& posed_;
  Eigen::MatrixXd dense_[3];
  nsds_matrix views_[3];
  nsds_qp view_{};
};

}  // namespace nsds::bench::programs

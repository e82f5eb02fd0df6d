// The driver of the linear complementarity problem.
#include "drawn_problem.hpp"
#include "nsds/numerics/lcp.h"
#include "subject.hpp"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_LCP;

namespace {

class LcpSubject final : public Subject {
 public:
  LcpSubject(Input& input, int n, Range range)
      : n_(n), range_(range), M_(input, {n, n, range, false}), q_(input.numbers(n, range)) {
    nsds_lcp_init(&problem_);
    problem_.size = n;
    problem_.M = M_.view();
    problem_.q = q_.data();
    sound_ = is_tame(range) && M_.sound();
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, n_}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_lcp_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return nsds_lcp_residual(&problem_, x.z_data(), residual);
  }
  // y >= 0, M'y <= 0, q'y < 0: no z >= 0 has M z + q >= 0.
  bool proves(std::span<const double> y) const override {
    Sum gap;
    for (int j = 0; j < n_; ++j) {
      const Sum column = transposed_product(M_, y, j);
      if (!(y[static_cast<std::size_t>(j)] >= 0.0) || !(column.value <= column.tolerance())) return false;
      gap.add(q_[static_cast<std::size_t>(j)], y[static_cast<std::size_t>(j)]);
    }
    return gap.value < 0.0;
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { M_.double_values(); }

 private:
  int n_;
  Range range_;
  DrawnMatrix M_;
  std::vector<double> q_;
  bool sound_ = false;
  nsds_lcp problem_{};
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input);
  return std::make_unique<LcpSubject>(input, n, range);
}

}  // namespace nsds::fuzz

// The driver of the mixed linear complementarity problem.
#include "drawn_problem.hpp"
#include "nsds/numerics/mlcp.h"
#include "subject.hpp"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_MLCP;

namespace {

class MlcpSubject final : public Subject {
 public:
  MlcpSubject(Input& input, int n, Range range)
      : n_(n), range_(range), M_(input, {n, n, range, false}), q_(input.numbers(n, range)) {
    nsds_mlcp_init(&problem_);
    problem_.size = n;
    problem_.M = M_.view();
    problem_.q = q_.data();
    for (int i = 0; i < n; ++i) complementary_.push_back(input.chance(144) ? 1 : 0);
    const bool bad_mark = n > 0 && input.chance(4);
    if (bad_mark) complementary_[input.byte() % complementary_.size()] = 2;
    problem_.complementary = complementary_.data();
    sound_ = is_tame(range) && M_.sound() && !bad_mark;
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, n_}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_mlcp_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return nsds_mlcp_residual(&problem_, x.z_data(), residual);
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
  std::vector<unsigned char> complementary_;
  bool sound_ = false;
  nsds_mlcp problem_{};
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input);
  return std::make_unique<MlcpSubject>(input, n, range);
}

}  // namespace nsds::fuzz

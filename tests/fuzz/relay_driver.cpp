// The driver of the relay problem.
#include "drawn_problem.hpp"
#include "nsds/numerics/relay.h"
#include "subject.hpp"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_RELAY;

namespace {

class RelaySubject final : public Subject {
 public:
  RelaySubject(Input& input, int n, Range range)
      : n_(n),
        range_(range),
        M_(input, {n, n, range, false}),
        q_(input.numbers(n, range)),
        bounds_(input, n, range) {
    nsds_relay_init(&problem_);
    problem_.size = n;
    problem_.M = M_.view();
    problem_.q = q_.data();
    problem_.lower = bounds_.lower.data();
    problem_.upper = bounds_.upper.data();
    sound_ = is_tame(range) && M_.sound() && bounds_.ordered;
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, n_}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_relay_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return nsds_relay_residual(&problem_, x.z_data(), residual);
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
  Bounds bounds_;
  bool sound_ = false;
  nsds_relay problem_{};
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input);
  return std::make_unique<RelaySubject>(input, n, range);
}

}  // namespace nsds::fuzz

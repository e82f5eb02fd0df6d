// The driver of the convex quadratic program: over a box, or over a ball behind a projector that may fail.
#include "drawn_ball.hpp"
#include "drawn_problem.hpp"
#include "nsds/numerics/convex_qp.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

class ConvexQpSubject final : public Subject {
 public:
  ConvexQpSubject(Input& input, int n, int m, bool with_A, Range range)
      : n_(n),
        m_(with_A ? m : n),
        range_(range),
        M_(input, {n, n, range, true}),
        q_(input.numbers(n, range)),
        A_(input, {m_, n, range, false}),
        b_(input.numbers(m_, range)),
        bounds_(input, m_, range) {
    nsds_convex_qp_init(&problem_);
    problem_.size = n_;
    problem_.rows = m_;
    problem_.M = M_.view();
    problem_.q = q_.data();
    problem_.A = with_A ? A_.view() : nullptr;
    problem_.b = input.chance(128) ? b_.data() : nullptr;
    problem_.lower = bounds_.lower.data();
    problem_.upper = bounds_.upper.data();
    sound_ = is_tame(range) && M_.sound() && (!with_A || A_.sound()) && bounds_.ordered;
    // A negative diagonal entry is refused: M is not positive semidefinite.
    for (int j = 0; j < n_; ++j) sound_ = sound_ && M_.entry(j, j) >= 0.0;
    if (input.chance(96)) draw_projector(input);
    if (input.chance(64)) draw_scales(input);
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, m_, m_, 0, 0}; }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return m_ > 0; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_convex_qp_solve(&problem_, x.z_data(), x.second_data(), x.third_data(), options, workspace,
                                report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return nsds_convex_qp_residual(&problem_, x.z_data(), x.second_data(), residual);
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { M_.double_values(); }

 private:
  void draw_projector(Input& input) {
    ball_ = Ball(input, m_);
    if (ball_.fault != 0) sound_ = false;
    problem_.project = project_onto_ball;
    problem_.user = &ball_;
  }

  void draw_scales(Input& input) {
    if (input.chance(128)) return;  // judged block by block
    const Range range = input.chance(240) ? Range::moderate : Range::any;
    problem_.scale_z = input.number(range);
    problem_.scale_w = input.number(range);
    if (!(problem_.scale_z > 0.0) || !(problem_.scale_w > 0.0) || range == Range::any) sound_ = false;
  }

  int n_, m_;
  Range range_;
  DrawnMatrix M_;
  std::vector<double> q_;
  DrawnMatrix A_;
  std::vector<double> b_;
  Bounds bounds_;
  Ball ball_;
  bool sound_ = false;
  nsds_convex_qp problem_{};
};

std::unique_ptr<Subject> draw_convex_qp(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  const int m = draw_size(input, 8);
  const bool with_A = input.chance(160);
  return std::make_unique<ConvexQpSubject>(input, n, m, with_A, range);
}

}  // namespace

void convex_qp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_CONVEX_QP, draw_convex_qp, bytes);
}

}  // namespace nsds::fuzz

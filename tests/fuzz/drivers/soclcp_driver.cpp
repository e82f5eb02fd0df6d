// The driver of linear complementarity over cones.
#include "drawn_map.hpp"
#include "drawn_problem.hpp"
#include "nsds/numerics/soclcp.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

class SoclcpSubject final : public Subject {
 public:
  SoclcpSubject(Input& input, int n, Range range)
      : n_(n), range_(range), M_(input, {n, n, range, false}), q_(input.numbers(n, range)) {
    nsds_soclcp_init(&problem_);
    problem_.size = n;
    problem_.M = M_.view();
    problem_.q = q_.data();
    sound_ = is_tame(range) && M_.sound();
    draw_cones(input);
    problem_.cone_count = static_cast<std::int32_t>(cones_.size());
    problem_.cones = cones_.data();
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_soclcp_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    if (x.without_z) return nsds_soclcp_residual(&problem_, nullptr, residual);
    return measure_within(x.z, nullptr, nullptr, residual,
                          [&](const double* z) { return nsds_soclcp_residual(&problem_, z, residual); });
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { M_.double_values(); }

 private:
  void draw_cones(Input& input) {
    for (int left = n_; left > 0;) {
      nsds_cone cone{};
      cone.kind = static_cast<nsds_cone_kind>(input.integer(0, 2));
      cone.size = input.integer(1, left);
      if (cone.kind == NSDS_CONE_LORENTZ) cone.mu = std::fabs(input.number(range_));
      sound_ = sound_ && std::isfinite(cone.mu);
      left -= cone.size;
      cones_.push_back(cone);
    }
  }

  int n_;
  Range range_;
  DrawnMatrix M_;
  std::vector<double> q_;
  std::vector<nsds_cone> cones_;
  bool sound_ = false;
  nsds_soclcp problem_{};
};

std::unique_ptr<Subject> draw_soclcp(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  return std::make_unique<SoclcpSubject>(input, n, range);
}

}  // namespace

void soclcp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_SOCLCP, draw_soclcp, bytes);
}

}  // namespace nsds::fuzz

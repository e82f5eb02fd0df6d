// The driver of the variational inequality, over each of its sets.
#include "drawn_map.hpp"
#include "drawn_set.hpp"
#include "nsds/numerics/vi.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

class ViSubject final : public Subject {
 public:
  ViSubject(Input& input, int n, Range range) : n_(n), F_(input, n, range), K_(input, n, range) {
    nsds_vi_init(&problem_);
    problem_.size = n;
    problem_.F = F_.view();
    K_.enter(problem_);
    sound_ = F_.sound() && K_.sound();
    if (input.chance(32)) {
      problem_.scale_z = input.number(range);
      problem_.scale_w = input.number(range);
      sound_ = sound_ && problem_.scale_z >= 0.0 && problem_.scale_w >= 0.0;
    }
    if (spoil_map_struct(input, problem_, problem_.F.evaluate)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, K_.rows(), n_, 0, 0}; }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return K_.rows() > 0; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_vi_solve(&problem_, x.z_data(), x.second_data(), x.third_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    if (x.without_z) return nsds_vi_residual(&problem_, nullptr, x.second_data(), residual);
    for (const double multiplier : x.second)
      if (!x.without_second && !std::isfinite(multiplier)) {
        residual->value = std::numeric_limits<double>::infinity();
        return NSDS_OK;
      }
    return measure_within(x.z, K_.lower(), K_.upper(), residual, [&](const double* z) {
      return nsds_vi_residual(&problem_, z, x.second_data(), residual);
    });
  }
  void change_vectors(Input& input) override { F_.change(input); }
  void change_values() override { F_.double_values(); }

 private:
  int n_;
  DrawnMap F_;
  DrawnSet K_;
  bool sound_ = false;
  nsds_vi problem_{};
};

std::unique_ptr<Subject> draw_vi(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  return std::make_unique<ViSubject>(input, n, range);
}

}  // namespace

void vi_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_VI, draw_vi, bytes);
}

}  // namespace nsds::fuzz

// The driver of the quasi-variational inequality: over each set of the class vi, which stays or is moved by a map, with rows
// g(y, z) ≥ 0 or without.
#include "drawn_map.hpp"
#include "drawn_rows.hpp"
#include "drawn_set.hpp"
#include "nsds/numerics/qvi.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

class QviSubject final : public Subject {
 public:
  QviSubject(Input& input, int n, Range range)
      : n_(n),
        moves_(input.chance(128)),
        F_(input, n, range),
        c_(input, moves_ ? n : 0, range),
        g_(input, input.chance(160) ? draw_size(input, 4) : 0, n, range),
        K_(input, n, range) {
    nsds_qvi_init(&problem_);
    problem_.size = n;
    problem_.F = F_.view();
    if (moves_) problem_.c = c_.view();
    g_.enter(problem_);
    K_.enter(problem_);
    sound_ = F_.sound() && (!moves_ || c_.sound()) && g_.sound() && K_.sound();
    if (input.chance(32)) {
      problem_.scale_z = input.number(range);
      problem_.scale_w = input.number(range);
      sound_ = sound_ && problem_.scale_z >= 0.0 && problem_.scale_w >= 0.0;
    }
    if (spoil_map_struct(input, problem_, problem_.F.evaluate)) sound_ = false;
    if (input.chance(8)) spoil(input);
  }

  Lengths lengths() const override { return {n_, g_.count() + K_.rows(), n_, 0, 0}; }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return g_.count() + K_.rows() > 0; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_qvi_solve(&problem_, x.z_data(), x.second_data(), x.third_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    if (x.without_z) return nsds_qvi_residual(&problem_, nullptr, x.second_data(), residual);
    for (const double multiplier : x.second)
      if (!x.without_second && !std::isfinite(multiplier)) {
        residual->value = std::numeric_limits<double>::infinity();
        return NSDS_OK;
      }
    const double* const lower = moves_ ? nullptr : K_.lower();
    const double* const upper = moves_ ? nullptr : K_.upper();
    return measure_within(x.z, lower, upper, residual, [&](const double* z) {
      return nsds_qvi_residual(&problem_, z, x.second_data(), residual);
    });
  }
  void change_vectors(Input& input) override {
    F_.change(input);
    c_.change(input);
    g_.change(input);
  }
  void change_values() override {
    F_.double_values();
    c_.double_values();
  }

 private:
  // A field that does not fit the others. It never makes an array too short.
  void spoil(Input& input) {
    sound_ = false;
    switch (input.byte() % 6) {
      case 0:
        problem_.rows = -1;
        break;
      case 1:
        problem_.g = nullptr;
        break;
      case 2:
        problem_.g_by_y.evaluate = nullptr;
        break;
      case 3:
        problem_.g_is_affine = 2;
        break;
      case 4:
        problem_.c.evaluate = nullptr;
        break;
      default:
        problem_.rows = 0;
    }
  }

  int n_;
  bool moves_;
  DrawnMap F_, c_;
  DrawnRows g_;
  DrawnSet K_;
  bool sound_ = false;
  nsds_qvi problem_{};
};

std::unique_ptr<Subject> draw_qvi(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 6);
  return std::make_unique<QviSubject>(input, n, range);
}

}  // namespace

void qvi_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_QVI, draw_qvi, bytes);
}

}  // namespace nsds::fuzz

// The driver of the variational inequality, over each of its sets.
#include "drawn_ball.hpp"
#include "drawn_map.hpp"
#include "nsds/numerics/vi.h"
#include "program_subject.hpp"
#include "subject.hpp"

namespace nsds::fuzz {

const nsds_class subject_class = NSDS_CLASS_VI;

namespace {

class ViSubject final : public Subject {
 public:
  ViSubject(Input& input, int n, Range range)
      : n_(n), F_(input, n, range), K_(input, n, range), ball_(input, n) {
    nsds_vi_init(&problem_);
    problem_.size = n;
    problem_.F = F_.view();
    sound_ = F_.sound();
    problem_.set = static_cast<nsds_vi_set>(input.integer(input.chance(4) ? 0 : 1, 4));
    draw_set(input, range);
    if (input.chance(32)) {
      problem_.scale_z = input.number(range);
      problem_.scale_w = input.number(range);
      sound_ = sound_ && problem_.scale_z >= 0.0 && problem_.scale_w >= 0.0;
    }
    if (spoil_map_struct(input, problem_, problem_.F.evaluate)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, rows(), n_, 0, 0}; }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return rows() > 0; }
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
    const bool has_cones = problem_.set == NSDS_VI_CONES;
    const double* const lower = has_cones ? cone_lower_.data() : problem_.lower;
    return measure_within(x.z, lower, problem_.upper, residual, [&](const double* z) {
      return nsds_vi_residual(&problem_, z, x.second_data(), residual);
    });
  }
  void change_vectors(Input& input) override { F_.change(input); }
  void change_values() override { F_.double_values(); }

 private:
  int rows() const { return problem_.set == NSDS_VI_POLYHEDRON ? K_.m + K_.e : 0; }

  void draw_set(Input& input, Range range) {
    switch (problem_.set) {
      case NSDS_VI_BOX:
        problem_.lower = K_.without_lower ? nullptr : K_.bounds.lower.data();
        problem_.upper = K_.without_upper ? nullptr : K_.bounds.upper.data();
        sound_ = sound_ && (K_.bounds.ordered || (K_.without_lower && K_.without_upper));
        return;
      case NSDS_VI_POLYHEDRON:
        K_.enter(problem_);
        // A polyhedron may be empty, onto which nothing can be projected.
        sound_ = false;
        return;
      case NSDS_VI_CONES:
        draw_cones(input, range);
        problem_.cone_count = static_cast<std::int32_t>(cones_.size());
        problem_.cones = cones_.data();
        return;
      case NSDS_VI_PROJECTOR:
        problem_.project = project_onto_ball;
        problem_.user = &ball_;
        sound_ = sound_ && ball_.fault == 0;
        return;
      case NSDS_VI_NO_SET:
        sound_ = false;
    }
  }

  void draw_cones(Input& input, Range range) {
    for (int left = n_; left > 0;) {
      nsds_cone cone{};
      cone.kind = static_cast<nsds_cone_kind>(input.integer(0, 2));
      cone.size = input.integer(1, left);
      if (cone.kind == NSDS_CONE_LORENTZ) cone.mu = std::fabs(input.number(range));
      sound_ = sound_ && std::isfinite(cone.mu);
      left -= cone.size;
      const double bound =
          cone.kind == NSDS_CONE_NONNEGATIVE ? 0.0 : -std::numeric_limits<double>::infinity();
      cone_lower_.insert(cone_lower_.end(), static_cast<std::size_t>(cone.size), bound);
      cones_.push_back(cone);
    }
  }

  int n_;
  DrawnMap F_;
  DrawnPolyhedron K_;
  Ball ball_;
  std::vector<nsds_cone> cones_;
  std::vector<double> cone_lower_;  // half-lines are bounds
  bool sound_ = false;
  nsds_vi problem_{};
};

}  // namespace

std::unique_ptr<Subject> draw_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  return std::make_unique<ViSubject>(input, n, range);
}

}  // namespace nsds::fuzz

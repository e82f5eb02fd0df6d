// The driver of the generalised equation: T the normal cone of a ball, or the subdifferential of a multiple of |z|_1.
#include "drawn_ball.hpp"
#include "drawn_map.hpp"
#include "nsds/numerics/generalized_equation.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

int resolve_normal_cone(void* user, double /*rho*/, const double* x, double* out) {
  return project_onto_ball(user, x, out);
}

// Shortens each component by rho times the radius.
int resolve_absolute_values(void* user, double rho, const double* x, double* out) {
  const auto& ball = *static_cast<const Ball*>(user);
  for (int i = 0; i < ball.rows; ++i)
    out[i] = std::copysign(std::fmax(std::fabs(x[i]) - rho * ball.radius, 0.0), x[i]);
  return 0;
}

class EquationSubject final : public Subject {
 public:
  EquationSubject(Input& input, int n, Range range) : n_(n), F_(input, n, range), ball_(input, n) {
    nsds_generalized_equation_init(&problem_);
    problem_.size = n;
    problem_.F = F_.view();
    const bool is_ball = input.chance(128);
    problem_.resolvent = is_ball ? resolve_normal_cone : resolve_absolute_values;
    problem_.user = &ball_;
    sound_ = F_.sound() && (!is_ball || ball_.fault == 0);
    if (spoil_map_struct(input, problem_, problem_.resolvent)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_generalized_equation_solve(&problem_, x.z_data(), x.second_data(), options, workspace,
                                           report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    if (x.without_z) return nsds_generalized_equation_residual(&problem_, nullptr, residual);
    return measure_within(x.z, nullptr, nullptr, residual, [&](const double* z) {
      return nsds_generalized_equation_residual(&problem_, z, residual);
    });
  }
  void change_vectors(Input& input) override { F_.change(input); }
  void change_values() override { F_.double_values(); }

 private:
  int n_;
  DrawnMap F_;
  Ball ball_;
  bool sound_ = false;
  nsds_generalized_equation problem_{};
};

std::unique_ptr<Subject> draw_generalized_equation(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  return std::make_unique<EquationSubject>(input, n, range);
}

}  // namespace

void generalized_equation_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_GENERALIZED_EQUATION, draw_generalized_equation, bytes);
}

}  // namespace nsds::fuzz

// The driver of contact with friction, reduced to the contacts.
#include "contact_residuals.hpp"
#include "friction_subject.hpp"
#include "nsds/numerics/friction_contact.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

class FrictionSubject final : public Subject {
 public:
  FrictionSubject(Input& input, int d, int contacts, Range range)
      : d_(d),
        contacts_(contacts),
        range_(range),
        W_(input, {d * contacts, d * contacts, range, false, Structure::gram}),
        q_(input.numbers(d * contacts, range)),
        friction_(input, contacts, range) {
    nsds_friction_contact_init(&problem_);
    problem_.dimension = d;
    problem_.contacts = contacts;
    problem_.W = W_.view();
    problem_.q = q_.data();
    problem_.mu = friction_.mu.data();
    sound_ = is_tame(range) && W_.sound() && friction_.sound;
    if (spoil_friction(input, problem_)) sound_ = false;
  }

  Lengths lengths() const override { return {d_ * contacts_, d_ * contacts_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    by_class_ = is_judged_by_class(options);
    return nsds_friction_contact_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return by_class_ ? nsds_friction_contact_class_residual(&problem_, x.z_data(), residual)
                     : nsds_friction_contact_residual(&problem_, x.z_data(), residual);
  }
  nsds_status residual_fclib(Unknowns& x, double* value) const override {
    return nsds_friction_contact_residual_fclib(&problem_, x.z_data(), value);
  }
  void check_solution(const Unknowns& x) const override {
    if (!sound_) return;
    nsds_residual residual;
    nsds_residual_init(&residual);
    check_class_residual(nsds_friction_contact_class_residual(&problem_, x.z.data(), &residual),
                         naive_class_residual(x), residual);
    for (std::size_t c = 0; c < friction_.mu.size(); ++c)
      NSDS_FUZZ_CHECK(
          is_in_cone(static_cast<std::size_t>(d_), friction_.mu[c], &x.z[c * static_cast<std::size_t>(d_)]),
          "a reaction is not in its cone");
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { W_.double_values(); }

 private:
  // By the formula of the header; NaN where that loses digits.
  double naive_class_residual(const Unknowns& x) const {
    // The difference of the formula loses digits as the square of mu.
    const bool steep =
        std::any_of(friction_.mu.begin(), friction_.mu.end(), [](double mu) { return mu > 4.0; });
    if (steep) return std::numeric_limits<double>::quiet_NaN();
    const auto d = static_cast<std::size_t>(d_);
    const std::size_t n = q_.size();
    double s_w = 0.0, trace = 0.0, largest = 0.0;
    for (std::size_t c = 0; c * d < n; ++c) {
      s_w = std::max(s_w, norm(&q_[c * d], d));
      double sum = 0.0;
      for (std::size_t k = c * d; k < (c + 1) * d; ++k) sum += entry(k, k);
      trace = std::max(trace, sum / d_);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, std::fabs(entry(i, j)));
    if (s_w == 0.0) s_w = 1.0;
    if (!(trace > 0.0)) trace = largest > 0.0 ? largest : 1.0;
    const double s_r = s_w / trace;
    double worst = 0.0;
    for (std::size_t c = 0; c * d < n; ++c) {
      double r[3], u[3];
      for (std::size_t k = 0; k < d; ++k) {
        r[k] = x.z[c * d + k] / s_r;
        long double sum = q_[c * d + k];
        for (std::size_t j = 0; j < n; ++j) sum += static_cast<long double>(entry(c * d + k, j)) * x.z[j];
        u[k] = static_cast<double>(sum / s_w);
      }
      worst = std::max(worst, law_defect(d, friction_.mu[c], r, u));
    }
    return worst;
  }

  double entry(std::size_t i, std::size_t j) const {
    return W_.entry(static_cast<int>(i), static_cast<int>(j));
  }

  int d_, contacts_;
  Range range_;
  DrawnMatrix W_;
  std::vector<double> q_;
  Friction friction_;
  bool sound_ = false;
  mutable bool by_class_ = false;  // whether the last solve judged by the residual of the class
  nsds_friction_contact problem_{};
};

std::unique_ptr<Subject> draw_friction_contact(Input& input) {
  const Range range = draw_range(input);
  const int d = input.chance(96) ? 2 : 3;
  const int contacts = draw_size(input, 5);
  return std::make_unique<FrictionSubject>(input, d, contacts, range);
}

}  // namespace

void friction_contact_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_FRICTION_CONTACT, draw_friction_contact, bytes);
}

}  // namespace nsds::fuzz

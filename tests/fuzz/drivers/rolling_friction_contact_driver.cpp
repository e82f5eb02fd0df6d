// The driver of contact with friction and rolling resistance, reduced to the contacts.
#include "contact_residuals.hpp"
#include "friction_subject.hpp"
#include "nsds/numerics/rolling_friction_contact.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

// | r - P_K(r - u - (mu |u_T| + mu_r |omega|) e_N) | in numbers without units, the normal by bisection.
double rolling_defect(std::size_t tangents, double mu, double mu_r, const double* r, const double* u) {
  const std::size_t d = 2 * tangents + 1;
  double x[5], p[5] = {};
  for (std::size_t k = 0; k < d; ++k) x[k] = r[k] - u[k];
  x[0] -= mu * norm(u + 1, tangents) + mu_r * norm(u + 1 + tangents, tangents);
  const double slide = norm(x + 1, tangents), roll = norm(x + 1 + tangents, tangents);
  const auto slope = [&](double n) {
    return n - x[0] - mu * std::max(0.0, slide - mu * n) - mu_r * std::max(0.0, roll - mu_r * n);
  };
  if (slope(0.0) < 0.0) {
    double low = 0.0, high = std::max(0.0, x[0]) + mu * slide + mu_r * roll;
    for (int k = 0; k < 200; ++k) (slope(0.5 * (low + high)) > 0.0 ? high : low) = 0.5 * (low + high);
    std::copy_n(x, d, p);
    p[0] = high;
    for (std::size_t k = 1; k <= tangents; ++k) {
      if (slide > mu * high) p[k] *= mu * high / slide;
      if (roll > mu_r * high) p[k + tangents] *= mu_r * high / roll;
    }
  }
  for (std::size_t k = 0; k < d; ++k) p[k] -= r[k];
  return norm(p, d);
}

class RollingSubject final : public Subject {
 public:
  RollingSubject(Input& input, int d, int contacts, Range range)
      : d_(d),
        contacts_(contacts),
        range_(range),
        W_(input, {d * contacts, d * contacts, range, false, Structure::gram}),
        q_(input.numbers(d * contacts, range)),
        friction_(input, contacts, range),
        rolling_(input, contacts, range) {
    nsds_rolling_friction_contact_init(&problem_);
    problem_.dimension = d;
    problem_.contacts = contacts;
    problem_.W = W_.view();
    problem_.q = q_.data();
    problem_.mu = friction_.mu.data();
    problem_.mu_r = rolling_.mu.data();
    sound_ = is_tame(range) && W_.sound() && friction_.sound && rolling_.sound;
    if (spoil_friction(input, problem_)) sound_ = false;
  }

  Lengths lengths() const override { return {d_ * contacts_, d_ * contacts_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    by_class_ = is_judged_by_class(options);
    return nsds_rolling_friction_contact_solve(&problem_, x.z_data(), x.second_data(), options, workspace,
                                               report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return by_class_ ? nsds_rolling_friction_contact_class_residual(&problem_, x.z_data(), residual)
                     : nsds_rolling_friction_contact_residual(&problem_, x.z_data(), residual);
  }
  nsds_status residual_fclib(Unknowns& x, double* value) const override {
    return nsds_rolling_friction_contact_residual_fclib(&problem_, x.z_data(), value);
  }
  void check_solution(const Unknowns& x) const override {
    if (!sound_) return;
    nsds_residual residual;
    nsds_residual_init(&residual);
    check_class_residual(nsds_rolling_friction_contact_class_residual(&problem_, x.z.data(), &residual),
                         naive_class_residual(x), residual);
    for (std::size_t c = 0; c < friction_.mu.size(); ++c)
      NSDS_FUZZ_CHECK(is_in_rolling_cone(static_cast<std::size_t>(d_), friction_.mu[c], rolling_.mu[c],
                                         &x.z[c * static_cast<std::size_t>(d_)]),
                      "a reaction is not in its cone");
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { W_.double_values(); }

 private:
  // By the formula of the header; NaN where that loses digits.
  double naive_class_residual(const Unknowns& x) const {
    // The differences of the formula lose digits as the squares of the coefficients.
    const auto steep = [](double mu) { return mu > 4.0; };
    const Scales scales = this->scales();
    bool is_steep = std::any_of(friction_.mu.begin(), friction_.mu.end(), steep);
    for (std::size_t c = 0; c < rolling_.mu.size(); ++c) {
      const double length = scales.lengths[c];
      is_steep = is_steep || steep(rolling_.mu[c] / length) || !(length > 1e-6 && length < 1e6);
    }
    if (is_steep) return std::numeric_limits<double>::quiet_NaN();
    const auto d = static_cast<std::size_t>(d_), tangents = d / 2;
    double s_w = 0.0;
    for (std::size_t c = 0; c * d < q_.size(); ++c) {
      double block[5];
      for (std::size_t k = 0; k < d; ++k)
        block[k] = q_[c * d + k] * (k > tangents ? of_moments(c, scales) : 1.0);
      s_w = std::max(s_w, norm(block, d));
    }
    if (s_w == 0.0) s_w = 1.0;
    const double s_r = s_w / scales.matrix;
    double worst = 0.0;
    for (std::size_t c = 0; c * d < q_.size(); ++c) {
      double r[5], u[5];
      for (std::size_t k = 0; k < d; ++k) {
        r[k] = x.z[c * d + k] / s_r / (k > tangents ? scales.lengths[c] : 1.0);
        long double sum = q_[c * d + k];
        for (std::size_t j = 0; j < q_.size(); ++j)
          sum += static_cast<long double>(entry(c * d + k, j)) * x.z[j];
        u[k] = static_cast<double>(sum / s_w) * (k > tangents ? of_moments(c, scales) : 1.0);
      }
      worst = std::max(worst,
                       rolling_defect(tangents, friction_.mu[c], rolling_.mu[c] / scales.lengths[c], r, u));
    }
    return worst;
  }

  struct Scales {
    double matrix;                // w
    std::vector<double> lengths;  // L of each contact
  };
  // What angular velocities are multiplied by: those that nothing resists are left out.
  double of_moments(std::size_t c, const Scales& scales) const {
    return rolling_.mu[c] > 0.0 ? scales.lengths[c] : 0.0;
  }
  Scales scales() const {
    const auto d = static_cast<std::size_t>(d_), tangents = d / 2;
    const double most = rolling_.mu.empty() ? 0.0 : *std::max_element(rolling_.mu.begin(), rolling_.mu.end());
    Scales found{0.0, {}};
    for (std::size_t c = 0; c * d < q_.size(); ++c) {
      double sums[2] = {};
      for (std::size_t k = 0; k < d; ++k) sums[k > tangents ? 1 : 0] += entry(c * d + k, c * d + k);
      const double F = sums[0] / static_cast<double>(tangents + 1),
                   M = sums[1] / static_cast<double>(tangents);
      double length = rolling_.mu[c];
      if (length == 0.0) length = most > 0.0 ? most : 1.0;
      if (F > 0.0 && M > 0.0) length = std::sqrt(F / M);
      found.lengths.push_back(length);
      found.matrix = std::max(found.matrix, F > 0.0 ? F : length * length * M);
    }
    if (found.matrix > 0.0) return found;
    for (std::size_t i = 0; i < q_.size(); ++i)
      for (std::size_t j = 0; j < q_.size(); ++j)
        found.matrix = std::max(found.matrix, std::fabs(entry(i, j)));
    if (found.matrix == 0.0) found.matrix = 1.0;
    return found;
  }
  double entry(std::size_t i, std::size_t j) const {
    return W_.entry(static_cast<int>(i), static_cast<int>(j));
  }

  int d_, contacts_;
  Range range_;
  DrawnMatrix W_;
  std::vector<double> q_;
  Friction friction_, rolling_;
  bool sound_ = false;
  mutable bool by_class_ = false;  // whether the last solve judged by the residual of the class
  nsds_rolling_friction_contact problem_{};
};

std::unique_ptr<Subject> draw_rolling_friction_contact(Input& input) {
  const Range range = draw_range(input);
  const int d = input.chance(96) ? 3 : 5;
  const int contacts = draw_size(input, 4);
  return std::make_unique<RollingSubject>(input, d, contacts, range);
}

}  // namespace

void rolling_friction_contact_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_ROLLING_FRICTION_CONTACT, draw_rolling_friction_contact, bytes);
}

}  // namespace nsds::fuzz

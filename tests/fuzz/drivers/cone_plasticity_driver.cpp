// The driver of plastic flow in cones and cylinders of stress.
#include "contact_residuals.hpp"
#include "friction_subject.hpp"
#include "nsds/numerics/cone_plasticity.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

constexpr std::size_t rows = 3;

// | r - P_C(r - u - theta |u_T| e_N) | in numbers without units: of the cone, which is Coulomb's with a normal velocity
// that has the shift of theta in the place of that of eta, or of the cylinder.
double yield_defect(bool is_cone, double limit, double theta, const double* r, const double* u) {
  if (is_cone) {
    double v[rows] = {u[0] + (theta - limit) * norm(u + 1, 2), u[1], u[2]};
    return law_defect(rows, limit, r, v);
  }
  double y[2] = {r[1] - u[1], r[2] - u[2]};
  const double length = norm(y, 2), keep = length > limit ? limit / length : 1.0;
  const double map[rows] = {u[0], r[1] - keep * y[0], r[2] - keep * y[1]};
  return norm(map, rows);
}

class PlasticitySubject final : public Subject {
 public:
  PlasticitySubject(Input& input, bool is_cone, int points, Range range)
      : is_cone_(is_cone),
        points_(points),
        range_(range),
        M_(input, {3 * points, 3 * points, range, false, Structure::gram}),
        q_(input.numbers(3 * points, range)),
        limit_(input, points, range),
        theta_(input, points, range) {
    nsds_cone_plasticity_init(&problem_);
    problem_.law = is_cone ? NSDS_DRUCKER_PRAGER : NSDS_VON_MISES;
    problem_.points = points;
    problem_.M = M_.view();
    problem_.q = q_.data();
    (is_cone ? problem_.eta : problem_.sigma_y) = limit_.mu.data();
    if (is_cone) problem_.theta = theta_.mu.data();
    sound_ = is_tame(range) && M_.sound() && limit_.sound && (theta_.sound || !is_cone);
    if (input.chance(8)) spoil(input);
  }

  Lengths lengths() const override { return {3 * points_, 3 * points_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    by_class_ = is_judged_by_class(options);
    return nsds_cone_plasticity_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return by_class_ ? nsds_cone_plasticity_class_residual(&problem_, x.z_data(), residual)
                     : nsds_cone_plasticity_residual(&problem_, x.z_data(), residual);
  }
  nsds_status residual_fclib(Unknowns& x, double* value) const override {
    return nsds_cone_plasticity_residual_fclib(&problem_, x.z_data(), value);
  }
  void check_solution(const Unknowns& x) const override {
    if (!sound_) return;
    nsds_residual residual;
    nsds_residual_init(&residual);
    check_class_residual(nsds_cone_plasticity_class_residual(&problem_, x.z.data(), &residual),
                         naive_class_residual(x), residual);
    for (std::size_t c = 0; c < limit_.mu.size(); ++c) {
      const double* const r = &x.z[rows * c];
      NSDS_FUZZ_CHECK(
          is_cone_ ? is_in_cone(rows, limit_.mu[c], r)
                   : norm(r + 1, 2) <= limit_.mu[c] * (1.0 + 1e-12) + std::numeric_limits<double>::min(),
          "a stress is beyond its yield limit");
    }
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { M_.double_values(); }

 private:
  // By the formula of the header; NaN where that loses digits.
  double naive_class_residual(const Unknowns& x) const {
    // The differences of the formula lose digits as the squares of the coefficients.
    const auto steep = [](double mu) { return mu > 4.0; };
    const bool is_steep = is_cone_ && (std::any_of(limit_.mu.begin(), limit_.mu.end(), steep) ||
                                       std::any_of(theta_.mu.begin(), theta_.mu.end(), steep));
    if (is_steep) return std::numeric_limits<double>::quiet_NaN();
    double s_u = 0.0;
    for (std::size_t c = 0; c * rows < q_.size(); ++c) s_u = std::max(s_u, norm(&q_[rows * c], rows));
    if (s_u == 0.0) s_u = 1.0;
    const double s_r = s_u / matrix_scale();
    double worst = 0.0;
    for (std::size_t c = 0; c * rows < q_.size(); ++c) {
      double r[rows], u[rows];
      for (std::size_t k = 0; k < rows; ++k) {
        r[k] = x.z[c * rows + k] / s_r;
        long double sum = q_[c * rows + k];
        for (std::size_t j = 0; j < q_.size(); ++j)
          sum += static_cast<long double>(entry(c * rows + k, j)) * x.z[j];
        u[k] = static_cast<double>(sum / s_u);
      }
      const double limit = is_cone_ ? limit_.mu[c] : limit_.mu[c] / s_r;
      worst = std::max(worst, yield_defect(is_cone_, limit, theta_.mu[c], r, u));
    }
    return worst;
  }

  // Another version's struct, a law that there is not, a number of points that the arrays do not have, a null array.
  void spoil(Input& input) {
    sound_ = false;
    constexpr std::int32_t counts[] = {-1, INT32_MIN, INT32_MAX, INT32_MAX / 3};
    switch (input.byte() % 5) {
      case 0:
        problem_.struct_size += 8;
        break;
      case 1:
        problem_.points = counts[input.byte() % 4];
        break;
      case 2:
        problem_.points -= 1;
        break;
      case 3:
        problem_.law = 3 * (input.byte() % 2);
        break;
      default:
        problem_.q = nullptr;
    }
  }
  double matrix_scale() const {
    double scale = 0.0, largest = 0.0;
    for (std::size_t c = 0; c * rows < q_.size(); ++c) {
      double trace = 0.0;
      for (std::size_t k = rows * c; k < rows * (c + 1); ++k) trace += entry(k, k);
      scale = std::max(scale, trace / 3.0);
    }
    if (scale > 0.0) return scale;
    for (std::size_t i = 0; i < q_.size(); ++i)
      for (std::size_t j = 0; j < q_.size(); ++j) largest = std::max(largest, std::fabs(entry(i, j)));
    return largest == 0.0 ? 1.0 : largest;
  }
  double entry(std::size_t i, std::size_t j) const {
    return M_.entry(static_cast<int>(i), static_cast<int>(j));
  }

  bool is_cone_;
  int points_;
  Range range_;
  DrawnMatrix M_;
  std::vector<double> q_;
  Friction limit_, theta_;
  bool sound_ = false;
  mutable bool by_class_ = false;  // whether the last solve judged by the residual of the class
  nsds_cone_plasticity problem_{};
};

std::unique_ptr<Subject> draw_cone_plasticity(Input& input) {
  const Range range = draw_range(input);
  const bool is_cone = !input.chance(96);
  const int points = draw_size(input, 4);
  return std::make_unique<PlasticitySubject>(input, is_cone, points, range);
}

}  // namespace

void cone_plasticity_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_CONE_PLASTICITY, draw_cone_plasticity, bytes);
}

}  // namespace nsds::fuzz

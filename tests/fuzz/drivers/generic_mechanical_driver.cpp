// The driver of generic mechanical problems.
#include <algorithm>

#include "contact_residuals.hpp"
#include "friction_subject.hpp"
#include "nsds/numerics/generic_mechanical.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Which rows are which, now and then in a way that is refused.
struct Blocks {
  Blocks(Input& input, int n) {
    while (starts.back() < n) {
      const int left = n - starts.back();
      int kind = input.integer(NSDS_BLOCK_EQUALITY, NSDS_BLOCK_FRICTION);
      if (left < 2 && kind == NSDS_BLOCK_FRICTION) kind = NSDS_BLOCK_COMPLEMENTARITY;
      const int rows = kind == NSDS_BLOCK_FRICTION ? input.integer(2, std::min(3, left))
                                                   : input.integer(1, std::min(4, left));
      kinds.push_back(kind);
      starts.push_back(starts.back() + rows);
    }
    if (kinds.empty() || !input.chance(6)) return;
    sound = false;
    constexpr std::int32_t wrong[] = {-1, 4, INT32_MIN, INT32_MAX};
    if (input.chance(128))
      kinds[input.byte() % kinds.size()] = wrong[input.byte() % 4];
    else
      starts[1 + input.byte() % kinds.size()] = wrong[input.byte() % 4];
  }
  std::vector<std::int32_t> starts{0}, kinds;
  bool sound = true;
};

class MechanicalSubject final : public Subject {
 public:
  MechanicalSubject(Input& input, int n, Range range)
      : n_(n),
        range_(range),
        W_(input, {n, n, range, false, Structure::gram}),
        q_(input.numbers(n, range)),
        blocks_(input, n),
        friction_(input, static_cast<int>(blocks_.kinds.size()), range),
        bounds_(input, n, range) {
    nsds_generic_mechanical_init(&problem_);
    problem_.size = n;
    problem_.blocks = static_cast<std::int32_t>(blocks_.kinds.size());
    problem_.W = W_.view();
    problem_.q = q_.data();
    problem_.block_starts = blocks_.starts.data();
    problem_.kinds = blocks_.kinds.data();
    problem_.mu = friction_.mu.data();
    problem_.lower = bounds_.lower.data();
    problem_.upper = bounds_.upper.data();
    sound_ = is_tame(range) && W_.sound() && blocks_.sound && friction_.sound && bounds_.ordered;
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, n_, 0, 0, n_}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    by_class_ = is_judged_by_class(options);
    return nsds_generic_mechanical_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return by_class_ ? nsds_generic_mechanical_class_residual(&problem_, x.z_data(), residual)
                     : nsds_generic_mechanical_residual(&problem_, x.z_data(), residual);
  }
  // By the formula of the header, where all diagonals are positive.
  double naive_class_residual(const Unknowns& x) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const bool steep =
        std::any_of(friction_.mu.begin(), friction_.mu.end(), [](double mu) { return mu > 4.0; });
    if (!sound_ || x.without_z || steep) return none;
    double s = 0.0;
    std::vector<double> a(q_.size());
    for (const Group& group : groups()) {
      double trace = 0.0, size = 0.0;
      for (std::size_t i = group.first; i < group.first + group.rows; ++i) trace += entry(i, i);
      if (!(trace > 0.0)) return none;
      for (std::size_t i = group.first; i < group.first + group.rows; ++i) {
        a[i] = std::sqrt(trace / static_cast<double>(group.rows));
        size = std::hypot(size, q_[i] / a[i]);
      }
      s = std::max({s, size, a[group.first] * std::max(group.lower, -group.upper)});
    }
    if (s == 0.0) s = 1.0;
    double worst = 0.0;
    for (const Group& group : groups()) {
      double l[3] = {}, v[3] = {};
      for (std::size_t k = 0; k < group.rows; ++k) {
        const std::size_t i = group.first + k;
        long double sum = q_[i];
        for (std::size_t j = 0; j < q_.size(); ++j) sum += static_cast<long double>(entry(i, j)) * x.z[j];
        l[k] = x.z[i] * a[i] / s;
        v[k] = static_cast<double>(sum / (static_cast<long double>(a[i]) * s));
      }
      const double unit = a[group.first] / s;
      worst = std::max(
          worst, group.rows > 1 ? law_defect(group.rows, group.mu, l, v)
                                : std::fabs(row_defect(group.lower * unit, group.upper * unit, l[0], v[0])));
    }
    return worst;
  }
  bool proves(std::span<const double> y) const override {
    double gap = 0.0;
    for (const Group& group : groups()) {
      const bool equality = group.rows == 1 && group.lower == -infinity && group.upper == infinity;
      for (std::size_t i = group.first; i < group.first + group.rows; ++i) {
        if (!equality && y[i] != 0.0) return false;
        gap += y[i] * q_[i];
      }
    }
    for (int j = 0; j < n_; ++j) {
      const Sum sum = transposed_product(W_, y, j);
      if (!(std::fabs(sum.value) <= sum.tolerance())) return false;
    }
    return gap > 0.0;
  }
  void check_solution(const Unknowns& x) const override {
    if (sound_ && !x.without_z) {
      nsds_residual residual;
      nsds_residual_init(&residual);
      check_class_residual(nsds_generic_mechanical_class_residual(&problem_, x.z.data(), &residual),
                           naive_class_residual(x), residual);
    }
    if (!sound_) return;
    for (const Group& group : groups()) {
      const double* const z = &x.z[group.first];
      const bool inside =
          group.rows > 1 ? is_in_cone(group.rows, group.mu, z) : z[0] >= group.lower && z[0] <= group.upper;
      NSDS_FUZZ_CHECK(inside, "a multiplier is not in its set");
    }
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { W_.double_values(); }

 private:
  // A row over an interval, or the rows of a contact.
  struct Group {
    std::size_t first, rows;
    double mu, lower, upper;
  };

  // Of a sound problem.
  std::vector<Group> groups() const {
    std::vector<Group> made;
    for (std::size_t k = 0; k < blocks_.kinds.size(); ++k) {
      const auto first = static_cast<std::size_t>(blocks_.starts[k]);
      const auto end = static_cast<std::size_t>(blocks_.starts[k + 1]);
      const std::int32_t kind = blocks_.kinds[k];
      if (kind == NSDS_BLOCK_FRICTION) made.push_back({first, end - first, friction_.mu[k], 0.0, 0.0});
      for (std::size_t i = first; i < end && kind != NSDS_BLOCK_FRICTION; ++i)
        made.push_back(
            {i, 1, 0.0,
             kind == NSDS_BLOCK_BOX ? bounds_.lower[i] : (kind == NSDS_BLOCK_EQUALITY ? -infinity : 0.0),
             kind == NSDS_BLOCK_BOX ? bounds_.upper[i] : infinity});
    }
    return made;
  }
  static double row_defect(double lower, double upper, double l, double v) {
    if (lower == -infinity && upper == infinity) return v;
    if (l - v < lower) return l - lower;
    return l - v > upper ? l - upper : v;
  }
  double entry(std::size_t i, std::size_t j) const {
    return W_.entry(static_cast<int>(i), static_cast<int>(j));
  }

  int n_;
  Range range_;
  DrawnMatrix W_;
  std::vector<double> q_;
  Blocks blocks_;
  Friction friction_;
  Bounds bounds_;
  bool sound_ = false;
  mutable bool by_class_ = false;  // whether the last solve judged by the residual of the class
  nsds_generic_mechanical problem_{};
};

std::unique_ptr<Subject> draw_generic_mechanical(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input);
  return std::make_unique<MechanicalSubject>(input, n, range);
}

}  // namespace

void generic_mechanical_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_GENERIC_MECHANICAL, draw_generic_mechanical, bytes);
}

}  // namespace nsds::fuzz

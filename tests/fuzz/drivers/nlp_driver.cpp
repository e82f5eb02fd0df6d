// The driver of the nonlinear program: a quadratic or quartic objective, and rows that are linear or bent.
#include "drawn_map.hpp"
#include "drawn_problem.hpp"
#include "nsds/numerics/nlp.h"
#include "subject.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

// f = x'Q x/2 + p'x + Σ a_j x_j^4 / 4,  c = A x - b + k |x|^2 / 2.
class NlpSubject final : public Subject {
 public:
  NlpSubject(Input& input, int n, Range range)
      : n_(n),
        m_(draw_size(input, 5)),
        e_(draw_size(input, 3)),
        range_(range),
        Q_(input, {n, n, range, true}),
        p_(input.numbers(n, range)),
        a_(input.numbers(n, range)),
        A_(input, {m_ + e_, n, range, false}),
        b_(input.numbers(m_ + e_, range)),
        k_(input.numbers(m_ + e_, range)),
        bounds_(input, n, range),
        is_quartic_(input.chance(128)),
        is_bent_(input.chance(128)) {
    nsds_nlp_init(&problem_);
    problem_.size = n;
    problem_.inequalities = m_;
    problem_.equalities = e_;
    problem_.objective = objective;
    problem_.gradient = gradient;
    problem_.constraints = constraints;
    problem_.jacobian = jacobian;
    problem_.hessian = input.chance(160) ? hessian : nullptr;
    problem_.user = this;
    sound_ = is_tame(range);
    if (input.chance(128)) {
      problem_.lower = bounds_.lower.data();
      problem_.upper = bounds_.upper.data();
      sound_ = sound_ && bounds_.ordered;
    }
    if (input.chance(24)) {
      fault_ = static_cast<Fault>(input.integer(1, 4));
      threshold_ = input.number(Range::moderate);
      sound_ = false;
    }
    if (spoil_map_struct(input, problem_, problem_.gradient)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, m_ + e_, 0, 0, 0}; }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return m_ + e_ > 0; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return nsds_nlp_solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    if (x.without_z) return nsds_nlp_residual(&problem_, nullptr, x.second_data(), residual);
    for (const double multiplier : x.second)
      if (!x.without_second && !std::isfinite(multiplier)) {
        residual->value = std::numeric_limits<double>::infinity();
        return NSDS_OK;
      }
    return measure_within(x.z, problem_.lower, problem_.upper, residual, [&](const double* z) {
      return nsds_nlp_residual(&problem_, z, x.second_data(), residual);
    });
  }
  bool falls_to(const Unknowns& x) const override {
    double f = 0.0;
    objective(const_cast<NlpSubject*>(this), x.z.data(), &f);
    std::vector<double> c(b_.size());
    constraints(const_cast<NlpSubject*>(this), x.z.data(), c.data());
    double violation = 0.0;
    for (int i = 0; i < m_ + e_; ++i) {
      const double value = c[static_cast<std::size_t>(i)];
      violation += i < m_ ? std::max(0.0, -value) : std::fabs(value);
    }
    return f < -1e20 && violation <= 1.0;
  }
  void change_vectors(Input& input) override {
    for (double& value : p_) value = input.number(range_);
    for (double& value : b_) value = input.number(range_);
  }
  void change_values() override {
    Q_.double_values();
    A_.double_values();
  }

 private:
  static const NlpSubject& self(void* user) { return *static_cast<const NlpSubject*>(user); }

  int fault_at(const double* x, double* first) const {
    const bool beyond = n_ > 0 && x[0] > threshold_;
    if (fault_ == Fault::throws) throw threshold_;
    if (fault_ == Fault::fails) return NSDS_MAP_FAILED;
    if (fault_ == Fault::outside_beyond && beyond) return NSDS_MAP_OUTSIDE;
    if (fault_ == Fault::writes_nan_beyond && beyond) *first = std::numeric_limits<double>::quiet_NaN();
    return NSDS_MAP_EVALUATED;
  }

  static int objective(void* user, const double* x, double* f) {
    const NlpSubject& s = self(user);
    *f = 0.0;
    for (int i = 0; i < s.n_; ++i) {
      const auto row = static_cast<std::size_t>(i);
      double slope = s.p_[row];
      for (int j = 0; j < s.n_; ++j) slope += 0.5 * s.Q_.entry(i, j) * x[j];
      if (s.is_quartic_) slope += 0.25 * s.a_[row] * x[i] * x[i] * x[i];
      *f += slope * x[i];
    }
    return s.fault_at(x, f);
  }

  static int gradient(void* user, const double* x, double* g) {
    const NlpSubject& s = self(user);
    for (int i = 0; i < s.n_; ++i) {
      const auto row = static_cast<std::size_t>(i);
      g[i] = s.p_[row];
      for (int j = 0; j < s.n_; ++j) g[i] += s.Q_.entry(i, j) * x[j];
      if (s.is_quartic_) g[i] += s.a_[row] * x[i] * x[i] * x[i];
    }
    return NSDS_MAP_EVALUATED;
  }

  static int constraints(void* user, const double* x, double* c) {
    const NlpSubject& s = self(user);
    for (int i = 0; i < s.m_ + s.e_; ++i) {
      const auto row = static_cast<std::size_t>(i);
      c[i] = -s.b_[row];
      for (int j = 0; j < s.n_; ++j)
        c[i] += s.A_.entry(i, j) * x[j] + (s.is_bent_ ? 0.5 * s.k_[row] * x[j] * x[j] : 0.0);
    }
    return NSDS_MAP_EVALUATED;
  }

  static int jacobian(void* user, const double* x, double* values) {
    const NlpSubject& s = self(user);
    for (int j = 0; j < s.n_; ++j)
      for (int i = 0; i < s.m_ + s.e_; ++i)
        *values++ = s.A_.entry(i, j) + (s.is_bent_ ? s.k_[static_cast<std::size_t>(i)] * x[j] : 0.0);
    return NSDS_MAP_EVALUATED;
  }

  static int hessian(void* user, const double* x, double weight, const double* multipliers, double* values) {
    const NlpSubject& s = self(user);
    double bent = 0.0;
    for (int i = 0; s.is_bent_ && i < s.m_ + s.e_; ++i)
      bent += multipliers[i] * s.k_[static_cast<std::size_t>(i)];
    for (int j = 0; j < s.n_; ++j)
      for (int i = 0; i < s.n_; ++i) {
        *values = weight * s.Q_.entry(i, j);
        if (i == j) *values += bent;
        if (i == j && s.is_quartic_)
          *values += weight * 3.0 * s.a_[static_cast<std::size_t>(j)] * x[j] * x[j];
        ++values;
      }
    return NSDS_MAP_EVALUATED;
  }

  int n_, m_, e_;
  Range range_;
  DrawnMatrix Q_;
  std::vector<double> p_, a_;
  DrawnMatrix A_;
  std::vector<double> b_, k_;
  Bounds bounds_;
  bool is_quartic_, is_bent_;
  Fault fault_ = Fault::none;
  double threshold_ = 0.0;
  bool sound_ = false;
  nsds_nlp problem_{};
};

std::unique_ptr<Subject> draw_nlp(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 6);
  return std::make_unique<NlpSubject>(input, n, range);
}

}  // namespace

void nlp_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_NLP, draw_nlp, bytes);
}

}  // namespace nsds::fuzz

// A problem of contact in global form, whatever law its contacts have: bodies, contacts and bilateral rows.
#pragma once

#include <cstring>

#include "friction_subject.hpp"

namespace nsds::fuzz {

struct GlobalSizes {
  int d, contacts, n, m;
};

/// Law: the struct of the class with its functions, and the coefficients of each contact.
template <class Law>
class GlobalContactSubject final : public Subject {
 public:
  GlobalContactSubject(Input& input, const GlobalSizes& sizes, Range range)
      : sizes_(sizes),
        range_(range),
        M_(input, {sizes.n, sizes.n, range, false, Structure::diagonal, true}),
        H_(input, {sizes.n, sizes.d * sizes.contacts, range}),
        G_(input, {sizes.m, sizes.n, range}),
        q_(input.numbers(sizes.n, range)),
        b_(input.numbers(sizes.d * sizes.contacts, range)),
        d_(input.numbers(sizes.m, range)),
        law_(input, sizes.contacts, range) {
    Law::init(&problem_);
    problem_.dimension = sizes.d;
    problem_.contacts = sizes.contacts;
    problem_.size = sizes.n;
    problem_.constraints = sizes.m;
    problem_.M = M_.view();
    problem_.H = H_.view();
    problem_.G = sizes.m == 0 && input.chance(128) ? nullptr : G_.view();
    problem_.q = q_.data();
    problem_.b = b_.data();
    problem_.d = d_.data();
    law_.give(problem_);
    sound_ = is_tame(range) && M_.sound() && H_.sound() && (sizes.m == 0 || G_.sound()) && law_.sound();
    if (spoil_friction(input, problem_) || spoil_sizes(input)) sound_ = false;
  }

  Lengths lengths() const override {
    const int rows = sizes_.d * sizes_.contacts;
    return {sizes_.n, rows, rows, sizes_.m, 0};
  }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return sizes_.contacts > 0; }
  bool needs_fourth() const override { return sizes_.m > 0; }
  bool refuses_singular() const override { return true; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    const char* word = "";
    by_contract_ = options != nullptr && nsds_options_get_choice(options, "norm", &word) == NSDS_OK &&
                   std::strcmp(word, "contract") == 0;
    return Law::solve(&problem_, x.z_data(), x.second_data(), x.third_data(), x.fourth_data(), options,
                      workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return (by_contract_ ? Law::residual : Law::class_residual)(&problem_, x.z_data(), x.second_data(),
                                                                x.fourth_data(), residual);
  }
  nsds_status residual_fclib(Unknowns& x, double* value) const override {
    return Law::residual_fclib(&problem_, x.z_data(), x.second_data(), x.fourth_data(), value);
  }
  void check_solution(const Unknowns& x) const override {
    if (!sound_) return;
    const auto d = static_cast<std::size_t>(sizes_.d);
    for (std::size_t c = 0; c < static_cast<std::size_t>(sizes_.contacts); ++c)
      NSDS_FUZZ_CHECK(law_.is_in_cone(d, c, &x.second[c * d]), "a reaction is not in its cone");
    if (x.without_third) return;
    for (std::size_t j = 0; j < b_.size(); ++j) {
      Sum u = transposed_product(H_, x.z, static_cast<int>(j));
      u.add(1.0, b_[j]);
      NSDS_FUZZ_CHECK(std::fabs(u.value - x.third[j]) <= u.tolerance(), "u is not H'v + b");
    }
  }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
    for (double& value : b_) value = input.number(range_);
  }
  void change_values() override {
    M_.double_values();
    H_.double_values();
  }

 private:
  bool spoil_sizes(Input& input) {
    if (!input.chance(6)) return false;
    constexpr std::int32_t sizes[] = {-1, INT32_MIN, INT32_MAX};
    (input.chance(128) ? problem_.size : problem_.constraints) = sizes[input.byte() % 3];
    return true;
  }

  GlobalSizes sizes_;
  Range range_;
  DrawnMatrix M_, H_, G_;
  std::vector<double> q_, b_, d_;
  Law law_;
  bool sound_ = false;
  mutable bool by_contract_ = false;  // whether the last solve judged by the contract
  typename Law::Problem problem_{};
};

}  // namespace nsds::fuzz

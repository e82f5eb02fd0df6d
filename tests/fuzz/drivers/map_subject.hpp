// What the drivers of lcp, mlcp, relay and equality share: the map w = M z + q.
#pragma once

#include "drawn_problem.hpp"
#include "subject.hpp"

namespace nsds::fuzz {

// M'v = 0 and q'v > 0: no z has M z + q = 0 on the rows on which v is not zero.
inline bool refutes(const DrawnMatrix& M, std::span<const double> q, std::span<const double> v) {
  Sum gap;
  for (std::size_t j = 0; j < q.size(); ++j) {
    const Sum column = transposed_product(M, v, static_cast<int>(j));
    if (!(std::fabs(column.value) <= column.tolerance())) return false;
    gap.add(q[j], v[j]);
  }
  return gap.value > 0.0;
}

// What a class has beside the map; the base of those that have nothing. Derived ones say init, solve and
// residual, the functions of the class.
struct MapParts {
  static constexpr bool has_w = true;  // its solve writes w

  MapParts(Input&, int, Range) {}
  template <class Problem>
  void enter(Problem&) const {}
  static bool proves(const DrawnMatrix&, std::span<const double>, std::span<const double>) { return false; }

  bool sound = true;
};

template <class Problem, class Parts>
class MapSubject final : public Subject {
 public:
  MapSubject(Input& input, int n, Range range)
      : n_(n),
        range_(range),
        M_(input, {n, n, range, false}),
        q_(input.numbers(n, range)),
        parts_(input, n, range) {
    Parts::init(&problem_);
    problem_.size = n;
    problem_.M = M_.view();
    problem_.q = q_.data();
    parts_.enter(problem_);
    sound_ = is_tame(range) && M_.sound() && parts_.sound;
    if (spoil_struct(input, problem_, problem_.q)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, Parts::has_w ? n_ : 0, 0, 0, n_}; }
  bool sound() const override { return sound_; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    if constexpr (Parts::has_w)
      return Parts::solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
    else
      return Parts::solve(&problem_, x.z_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return Parts::residual(&problem_, x.z_data(), residual);
  }
  bool proves(std::span<const double> y) const override { return parts_.proves(M_, q_, y); }
  void change_vectors(Input& input) override {
    for (double& value : q_) value = input.number(range_);
  }
  void change_values() override { M_.double_values(); }

 private:
  int n_;
  Range range_;
  DrawnMatrix M_;
  std::vector<double> q_;
  Parts parts_;
  bool sound_ = false;
  Problem problem_{};
};

template <class Problem, class Parts>
std::unique_ptr<Subject> draw_map_subject(Input& input) {
  const Range range = draw_range(input);
  const int n = draw_size(input);
  return std::make_unique<MapSubject<Problem, Parts>>(input, n, range);
}

}  // namespace nsds::fuzz

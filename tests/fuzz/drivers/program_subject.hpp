// What the drivers of qp and avi share: a matrix, a vector, and a polyhedron.
#pragma once

#include "drawn_problem.hpp"
#include "subject.hpp"

namespace nsds::fuzz {

// {z : A z >= b, C z = d, lower <= z <= upper}
struct DrawnPolyhedron {
  DrawnPolyhedron(Input& input, int n, Range range)
      : m(draw_size(input, 6)),
        e(draw_size(input, 3)),
        A(input, {m, n, range, false}),
        b(input.numbers(m, range)),
        C(input, {e, n, range, false}),
        d(input.numbers(e, range)),
        bounds(input, n, range),
        without_lower(input.chance(96)),
        without_upper(input.chance(96)),
        without_empty(input.chance(128)) {}

  bool sound() const {
    return A.sound() && C.sound() && (bounds.ordered || (without_lower && without_upper));
  }

  template <class Problem>
  void enter(Problem& problem) const {
    problem.inequalities = m;
    problem.equalities = e;
    problem.A = m == 0 && without_empty ? nullptr : A.view();
    problem.b = b.data();
    problem.C = e == 0 && without_empty ? nullptr : C.view();
    problem.d = d.data();
    problem.lower = without_lower ? nullptr : bounds.lower.data();
    problem.upper = without_upper ? nullptr : bounds.upper.data();
  }

  double low(int j) const {
    return without_lower ? -std::numeric_limits<double>::infinity()
                         : bounds.lower[static_cast<std::size_t>(j)];
  }
  double high(int j) const {
    return without_upper ? std::numeric_limits<double>::infinity()
                         : bounds.upper[static_cast<std::size_t>(j)];
  }

  int m, e;
  DrawnMatrix A;
  std::vector<double> b;
  DrawnMatrix C;
  std::vector<double> d;
  Bounds bounds;
  bool without_lower, without_upper, without_empty;
};

// y = (0, lambda, mu): lambda >= 0 and max over the bounds of (A'lambda + C'mu)'z < b'lambda + d'mu.
bool proves_empty(const DrawnPolyhedron& K, int n, std::span<const double> y);

// y = (v, 0, 0): Q v = 0, p'v < 0, and v leads nowhere out of K.
bool proves_unbounded(const DrawnPolyhedron& K, const DrawnMatrix& Q, std::span<const double> p,
                      std::span<const double> y);

// The methods of Subject that both classes have. Functions: solve, residual and init of the class, and enter.
template <class Problem, class Functions>
class ProgramSubject final : public Subject {
 public:
  ProgramSubject(Input& input, int n, Range range, bool symmetric)
      : n_(n),
        range_(range),
        matrix_(input, {n, n, range, symmetric}),
        vector_(input.numbers(n, range)),
        K_(input, n, range) {
    Functions::init(&problem_);
    problem_.size = n;
    const double*& vector = Functions::enter(problem_, matrix_.view(), vector_.data());
    K_.enter(problem_);
    sound_ = is_tame(range) && matrix_.sound() && K_.sound();
    if (spoil_struct(input, problem_, vector)) sound_ = false;
  }

  Lengths lengths() const override { return {n_, K_.m + K_.e, 0, 0, n_ + K_.m + K_.e}; }
  bool sound() const override { return sound_; }
  bool needs_second() const override { return K_.m + K_.e > 0; }
  nsds_status solve(Unknowns& x, const nsds_options* options, nsds_workspace* workspace,
                    nsds_report* report) const override {
    return Functions::solve(&problem_, x.z_data(), x.second_data(), options, workspace, report);
  }
  nsds_status residual(Unknowns& x, nsds_residual* residual) const override {
    return Functions::residual(&problem_, x.z_data(), x.second_data(), residual);
  }
  bool proves(std::span<const double> y) const override {
    return proves_empty(K_, n_, y) || proves_unbounded(K_, matrix_, vector_, y);
  }
  void change_vectors(Input& input) override {
    for (double& value : vector_) value = input.number(range_);
    for (double& value : K_.b) value = input.number(range_);
  }
  void change_values() override {
    matrix_.double_values();
    K_.A.double_values();
  }

 private:
  int n_;
  Range range_;
  DrawnMatrix matrix_;
  std::vector<double> vector_;
  DrawnPolyhedron K_;
  bool sound_ = false;
  Problem problem_{};
};

// symmetric: in so many of 256 inputs.
template <class Problem, class Functions>
std::unique_ptr<Subject> draw_program_subject(Input& input, int symmetric) {
  const Range range = draw_range(input);
  const int n = draw_size(input, 8);
  const bool is_symmetric = symmetric == 256 || input.chance(symmetric);
  return std::make_unique<ProgramSubject<Problem, Functions>>(input, n, range, is_symmetric);
}

}  // namespace nsds::fuzz

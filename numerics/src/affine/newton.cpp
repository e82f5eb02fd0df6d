// The points of affine problems for the loop of newton_loop.hpp: b changes linearly along a direction, so that a trial
// costs n operations.
#include "affine/newton.hpp"

#include "affine/newton_loop.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr int most_finishing = 5;
enum : int { rounds_option = 1, shift_option = 1 };  // after memory

class AffinePoint {
 public:
  static constexpr int most_halvings = 34;
  static constexpr bool polishes = false;

  AffinePoint(const BoxProblem& box, Arena& arena)
      : box_(box),
        problem_(box.map),
        arena_(arena),
        n_(index(box.map.n)),
        diagonal_(take()),
        structure_(analyse_structure(box.map, diagonal_, arena)),
        z_(take()),
        w_(take()),
        a_(take()),
        b_(take()),
        l_(take()),
        u_(take()),
        direction_(take()),
        change_(take()),
        centre_(take()) {
    // Bounds are kept in the unit of z.
    for (std::size_t i = 0; i < n_; ++i) {
      l_[i] = box_.lower[i] / problem_.s_z;
      u_[i] = box_.upper[i] / problem_.s_z;
    }
  }

  std::span<const double> a() const { return a_; }
  std::span<const double> b() const { return b_; }
  std::span<const double> lower() const { return l_; }
  std::span<const double> upper() const { return u_; }
  const Structure& structure() const { return structure_; }
  double alpha() const { return problem_.s_z / problem_.s_w; }

  void place(std::span<const double> z) {
    std::copy(z.begin(), z.end(), z_.begin());
    refresh();
  }

  double measure(std::span<double> z) {
    for (std::size_t i = 0; i < n_; ++i) z[i] = project(box_, static_cast<std::int32_t>(i), z_[i]);
    evaluate(problem_, structure_, z.data(), w_.data());
    return natural_map(box_, z.data(), w_.data());
  }

  void move_into_box() {
    for (std::size_t i = 0; i < n_; ++i) z_[i] = project(box_, static_cast<std::int32_t>(i), z_[i]);
  }

  void set_shift(double shift) {
    shift_ = shift;
    std::copy(z_.begin(), z_.end(), centre_.begin());
    refresh();
  }

  void remember() {
    if (remembered_.empty()) remembered_ = take();
    std::copy(z_.begin(), z_.end(), remembered_.begin());
  }

  void go_back() {
    std::copy(remembered_.begin(), remembered_.end(), z_.begin());
    refresh();
  }

  static bool linearise() { return true; }
  static bool step_of_subproblem(std::span<double> /*d*/, double /*delta*/) { return false; }

  void aim(std::span<const double> direction, Way /*way*/) {
    std::copy(direction.begin(), direction.end(), direction_.begin());
    for (std::size_t i = 0; i < n_; ++i) w_[i] = direction[i] * problem_.s_z;
    std::fill(change_.begin(), change_.end(), 0.0);
    add_product(structure_, w_, change_);
    for (std::size_t i = 0; i < n_; ++i) change_[i] = change_[i] / problem_.s_w + shift_ * direction_[i];
    slope_ = nan;
  }

  Trial at(double step, std::span<const double> gradient, const MeritFunction& function) {
    if (std::isnan(slope_)) slope_ = dot(gradient, direction_);
    step_ = step;
    double merit = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double phi =
          function(a_[i] + step * direction_[i], b_[i] + step * change_[i], l_[i], u_[i]).value;
      merit += 0.5 * phi * phi;
    }
    return {merit, step * slope_};
  }

  void go() {
    for (std::size_t i = 0; i < n_; ++i) z_[i] += step_ * w_[i];
    refresh();
  }

 private:
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

  std::span<double> take() { return arena_.take<double>(n_); }

  // a, b at z_, b with the perturbation.
  void refresh() {
    evaluate(problem_, structure_, z_.data(), w_.data());
    for (std::size_t i = 0; i < n_; ++i) {
      a_[i] = z_[i] / problem_.s_z;
      b_[i] = w_[i] / problem_.s_w + shift_ * (z_[i] - centre_or_zero(i)) / problem_.s_z;
    }
  }

  double centre_or_zero(std::size_t i) const { return shift_ > 0.0 ? centre_[i] : 0.0; }

  const BoxProblem& box_;
  const Problem& problem_;
  Arena& arena_;
  std::size_t n_;
  std::span<double> diagonal_;
  Structure structure_;
  std::span<double> z_, w_;  // w_: scratch; in a search the direction in the units of z
  std::span<double> a_, b_, l_, u_;
  std::span<double> direction_, change_;  // of a and b
  std::span<double> centre_;
  std::span<double> remembered_;  // z, where a search takes steps unseen
  double shift_ = 0.0;
  double slope_ = nan;
  double step_ = 0.0;
};

}  // namespace

SolverClaim solve_newton(const BoxProblem& problem, NewtonKind kind, double* z, SolveContext& context) {
  AffinePoint point(problem, *context.arena);
  return SemismoothNewton(point, kind, search_rule(context.own), {z, index(problem.map.n)}, context)
      .solve(static_cast<int>(context.own[rounds_option]));
}

SolverClaim finish_by_newton(const BoxProblem& problem, double* z, const SolveContext& context) {
  SolveContext inner = context;
  inner.own = finishing_options;
  inner.max_iterations = std::min(inner.max_iterations, inner.done_before + most_finishing);
  const Arena::Mark mark = context.arena->mark();
  const SolverClaim claim = solve_newton(problem, NewtonKind::minimum, z, inner);
  context.arena->rewind(mark);
  return claim;
}

SolverClaim solve_proximal(const BoxProblem& problem, double* z, SolveContext& context) {
  AffinePoint point(problem, *context.arena);
  return SemismoothNewton(point, NewtonKind::minimum, search_rule(context.own), {z, index(problem.map.n)},
                          context)
      .solve_proximal(context.own[shift_option], 10.0);
}

}  // namespace nsds::numerics::affine

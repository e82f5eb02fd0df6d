// Mehrotra's predictor-corrector method with primal and dual proximal terms [Schwan, Jiang, Kuhn, Jones 2023, PIQP;
// Friedlander, Orban 2012, Math. Program. Comput. 4]. With values v_k, unknowns first and then rows A x, slacks s > 0 and
// multipliers z > 0 of every finite side of an inequality, an iteration takes a step of Newton towards
//
//   Q x + p + rho (x - x') - A'y - z_lower + z_upper = 0,
//   +-(v - side) - s + delta (z - z') = 0,   a x - b + delta (y - y') = 0 for equalities,   s z = mu,
//
// where y = z_lower - z_upper for rows that are no equalities and x', y', z' is the last iterate. rho and delta keep the
// matrix quasidefinite whatever the rank of A; their terms vanish in the limit, which solves the program itself.
#pragma once

#include <span>

#include "polyhedron/proximal_ip/kkt_system.hpp"
#include "polyhedron/proximal_ip/weights.hpp"

namespace nsds::numerics::polyhedron::proximal {

// The lower or the upper sides of all values, (n + m) each.
struct Sides {
  double sign;  // 1: lower, -1: upper
  std::span<const double> bound;
  std::span<unsigned char> there;  // 1: finite, and of an inequality
  std::span<double> s, z, s_step, z_step;
  std::span<double> rest;     // of the equation of the slack
  std::span<double> product;  // that s z should lose
};

class Interior {
 public:
  Interior(const Program& program, KktSystem& system, Arena& arena);

  // Starts inside. Otherwise than done: as factorise.
  KktFactor::Outcome start(const SolveContext& context);

  // Starts again further inside, at the same x.
  void restart();

  // Evaluates residuals and mu at the iterate; comes before iterate.
  void evaluate();
  // Takes a predictor and a corrector.
  KktFactor::Outcome iterate(const SolveContext& context);

  std::span<const double> x() const { return x_; }
  std::span<const double> y() const { return y_; }
  double mu() const { return mu_; }
  double first_mu() const { return first_mu_; }  // the largest since the start
  // max min(s, z): at the root of mu where a side holds without a multiplier.
  double undecided() const { return undecided_; }
  const Sides& lower() const { return lower_; }
  const Sides& upper() const { return upper_; }
  double primal_rest() const { return primal_rest_; }
  double dual_rest() const { return dual_rest_; }
  std::span<const double> x_step() const { return std::span(step_).first(program_.n); }
  std::span<const double> y_step() const { return y_step_; }

 private:
  std::span<const double> values_of(std::span<const double> x);
  template <class NumberOf>
  double make_positive(NumberOf&& number_of);
  double typical_side();
  void start_slacks(std::span<const double> value);
  void start_multipliers(std::span<const double> value);
  void even_out_start();
  Sides take_sides(double sign, std::span<const double> bound, Arena& arena) const;
  // visit(sides, k) for every finite side of an inequality.
  template <class Visit>
  void for_each_side(Visit&& visit) {
    for (Sides* sides : {&lower_, &upper_})
      for (std::size_t k = 0; k < N_; ++k)
        if (sides->there[k] != 0) visit(*sides, k);
  }
  void set_row_multipliers();
  KktFactor::Outcome factorise(const SolveContext& context);
  // What residuals may hold of rounding.
  double primal_noise() const;
  double dual_noise() const;
  void fill_diagonal();
  double side_weight(const Sides& sides, std::size_t k) const {
    return sides.there[k] != 0 ? 1.0 / (sides.s[k] / sides.z[k] + weights_.delta()) : 0.0;
  }
  double side_rest(const Sides& sides, std::size_t k) const;
  bool direction();
  void complete_sides(std::size_t k, double value_step, double y_step);
  double longest_step(bool primal) const;
  struct Lengths {
    double primal, dual;
  };
  Lengths step_lengths(double fraction);
  void correct();
  bool keeps_dual_residual(double primal, double dual);
  void advance(double primal, double dual);

  const Program& program_;
  KktSystem& system_;
  std::size_t n_, N_;
  std::span<double> x_, y_;
  std::span<double> value_;          // (n + m) x and A x
  std::span<double> dual_residual_;  // (n)
  std::span<double> diagonal_, step_, y_step_, value_step_;
  Sides lower_, upper_;
  double count_ = 0.0;                  // of sides
  double mean_s_ = 1.0, mean_z_ = 1.0;  // of the start
  Weights weights_;
  double undecided_ = 0.0;
  double mu_ = 0.0, last_mu_ = 0.0;
  double primal_rest_ = 0.0, dual_rest_ = 0.0;
  double first_mu_ = 0.0, first_primal_rest_ = 0.0, first_dual_rest_ = 0.0;  // the largest yet
};

}  // namespace nsds::numerics::polyhedron::proximal

// The central path of an island: with x = (mu r_N, r_T) and y = (u_N / mu + s, u_T) inside Lorentz cones,
//   y = u(r) in these coordinates + s,   s^2 = |u_T|^2 + e^2,   x o y = tau,   e proportional to tau,
// whose end at tau = 0 solves the problem of friction in the form of De Saxce
// [Acary, Armand, Nguyen, Shpakovych 2024, Optim. Methods Softw. 39]. This file is the equations and their
// linearisation in the scaling of Nesterov and Todd; who follows the path is path_follower.cpp.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "friction/contact/lorentz_cone.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/islands/island.hpp"
#include "friction/islands/velocity_rounding.hpp"

namespace nsds::numerics::friction {

struct PathVector {
  std::span<double> x, y;  // (d x contacts) each
  double theta;            // log tau, or its change
};

template <int D>
class CentralPath {
 public:
  CentralPath(const Island<D>& island, NewtonLu<D>& lu, Arena& arena);

  // Chooses one of many paths: tau of a contact is tau times a share, all 1 for number 0, else drawn.
  void choose(int number);

  PathVector vector() const;  // of its own memory
  // Starts inside the cones, with products that suit the units of the problem.
  void start(PathVector& point) const;

  // The reactions of a point, (pad x contacts).
  std::span<const double> reactions(const PathVector& point);

  // Residuals and scalings at a point, for what follows.
  void evaluate(const PathVector& point);
  // Gives the largest residual of the first equation, and of the products, of any contact and relative to
  // tau.
  double infeasibility() const { return infeasibility_; }
  double off_centre() const { return off_centre_; }
  // Gives the infeasibility of those residuals that count as zero because they are rounding.
  double below_rounding() const { return below_rounding_; }
  // Sum of the squares of the residuals of infeasibility and off_centre over all contacts.
  double merit() const { return merit_; }

  // Factorises at the point evaluated, with alpha times the weight of each contact added to the diagonal of
  // W, which refinement takes back. False where the matrix is singular.
  bool factorise(const PathVector& point, double alpha);
  // Tells which way the path goes: its orientation is that of theta times this [Allgower, Georg 1990, ch. 2].
  double orientation() const { return lu_.determinant_sign(); }
  // Computes Newton's direction to the path at constant tau, and the derivative of the path by theta.
  void newton_direction(PathVector& direction);
  void tangent(PathVector& direction);

  // Predicts from the point evaluated, which `from` is, to where the path should be, its derivative being
  // `tangent`: further than straight on (predict_pair.hpp). False where that is not inside the cones.
  bool predict(const PathVector& from, const PathVector& tangent, double step, PathVector& to) const;

  // Measures in the metric of the point evaluated, in which a change is measured relative to the cones around
  // it.
  double product(const PathVector& a, const PathVector& b) const;
  double largest_change(const PathVector& direction) const;
  // The longest step inside the cones, at most `most`.
  double step_limit(const PathVector& point, const PathVector& direction, double most) const;

 private:
  double mu(std::size_t c) const;
  double target(std::size_t c) const { return tau_ * shares_[c]; }
  double product(std::size_t c, const PathVector& a, const PathVector& b) const;
  bool is_rounding(std::size_t c, const double* first) const;
  double smoothing_speed(std::size_t c) const;
  double sliding_speed(std::size_t c, const double* y) const;
  void solve(std::span<const double> first, std::span<const double> products, PathVector& direction);
  void solve_refined();
  double find_residual();

  const Island<D>& island_;
  Island<D> without_q_;  // of which velocities are W r
  NewtonLu<D>& lu_;
  Arena& arena_;
  VelocityRounding<D> rounding_;
  double energy_ = 0.0;  // typical x o y
  double tau_ = 0.0;     // of the point evaluated
  double infeasibility_ = 0.0, below_rounding_ = 0.0, off_centre_ = 0.0, merit_ = 0.0;
  std::span<double> r_, u_, right_, given_, sum_, correction_, change_;  // (pad x contacts)
  std::span<double> first_, products_, scaled_, slope_;                  // (d x contacts)
  std::span<double> wanted_, scales_;                                    // in the frames
  std::span<double> frames_, right_factors_;                             // (d d x contacts)
  std::span<double> tangent_first_, tangent_products_;
  std::span<double> shares_;  // (contacts)
  std::span<double> speeds_;  // (contacts): e over tau
  std::span<double> shifts_;  // (contacts)
  std::span<NesterovTodd<D>> scalings_;
  std::span<NewtonRow<D>> rows_;
};

}  // namespace nsds::numerics::friction

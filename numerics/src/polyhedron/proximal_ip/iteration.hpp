// The course of a solve of the reduced program in its own units: iterations, clean-ups, restarts, proofs.
#pragma once

#include <span>

#include "polyhedron/proximal_ip/clean_up.hpp"
#include "polyhedron/proximal_ip/proofs.hpp"
#include "polyhedron/proximal_ip/rays.hpp"

namespace nsds::numerics::polyhedron::proximal {

class Iteration {
 public:
  Iteration(const Program& program, const Proofs& proofs, SolveContext& context);

  // OK: x() and y() are as good as rounding lets them be. INFEASIBLE: there is a proof, left in the context. STALLED, or
  // a limit: they are the best that was found.
  nsds_status run();
  // Tries the active set of a point that may be near a solution. x: (n), y: (m). True where that solves it: x() and y()
  // do; else run has still to be called.
  bool solves_from(std::span<const double> x, std::span<const double> y);

  std::span<const double> x() const { return x_; }  // (n) within the bounds
  std::span<const double> y() const { return y_; }  // (m)
  std::int64_t done() const { return done_; }       // factorisations of the iteration

 private:
  void note(std::span<const double> x, std::span<const double> y);
  void note_iterate();
  bool tries_clean_up();
  void clean();
  bool restarts();
  bool is_slow();
  bool is_decided() const;
  double cleaned_quality() const;
  bool advances();
  bool runs_away();
  bool proves();
  bool proves_empty(std::span<const double> y);
  bool proves_unbounded(std::span<const double> x);

  const Program& program_;
  const Proofs& proofs_;
  const SolveContext& context_;
  KktSystem system_;
  Interior interior_;
  CleanUp clean_up_;
  Rays rays_;
  MeasureScratch scratch_;
  std::span<double> inside_, x_, y_, ray_;
  double best_ = infinity, last_ = infinity, gap_ = infinity;  // qualities
  double tried_x_ = 0.0, tried_y_ = 0.0;                       // sizes at the last proof that was tried
  double first_primal_ = 0.0, first_dual_ = 0.0;               // largest residuals
  double cleaned_mu_ = infinity;                               // at the last clean-up
  double least_mu_ = infinity, least_primal_ = infinity, least_dual_ = infinity, least_best_ = infinity;
  double seen_mu_ = infinity, seen_primal_ = infinity, seen_dual_ = infinity;  // some iterations ago
  int waiting_ = 0, since_look_ = 0, restarts_ = 0;
  std::int64_t done_ = 0;
};

}  // namespace nsds::numerics::polyhedron::proximal

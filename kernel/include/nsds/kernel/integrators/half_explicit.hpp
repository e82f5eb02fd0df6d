// Half-explicit Runge-Kutta methods on the index-2 form: explicit in q, v and the forces; the multiplier of
// every stage is such that the next stage satisfies the constraint on velocities, which therefore hold to
// round-off at the end of every step (Brasey, Hairer 1993, SIAM J. Numer. Anal. 30, 538-552; Hairer, Wanner,
// Solving ODEs II, VII.6). Steps ask for no second derivative of a constraint; accelerations at their ends
// do.
#pragma once

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class NSDS_KERNEL_API HalfExplicit : public SmoothIntegrator {
 public:
  std::string name() const override;
  int order() const override;

 protected:
  struct Tableau;
  HalfExplicit(const Tableau& tableau, const SmoothOptions& options);

  static const Tableau& hem5();
  static const Tableau& bh3();
  static const Tableau& bh5();

 private:
  void doStart() override;
  double doStep(double h) override;
  int errorOrder() const override;
  bool holdsVelocity() const override { return true; }

  void stage(double h, std::size_t i, double weightOfLast);
  double estimate(double h);
  double difference(double h, const std::vector<double>& weights);

  const Tableau& tableau_;
  std::vector<Vector> rates_;          // q'
  std::vector<Vector> accelerations_;  // v'
  Matrix G_, last_;                    // of the stage that is made, and of the one before
  Matrix D_;
  Vector force_, right_, q_, v_, lastQ_, lastV_, errorQ_, errorV_;
};

/// HEM5: 8 stages, order 5; the last stage is the embedded solution of the error estimate.
class NSDS_KERNEL_API Hem5 final : public HalfExplicit {
 public:
  explicit Hem5(const SmoothOptions& options = {}) : HalfExplicit(hem5(), options) {}
};

/// 3 stages, order 3 (Brasey, Hairer 1993, table 2).
class NSDS_KERNEL_API Bh3 final : public HalfExplicit {
 public:
  explicit Bh3(const SmoothOptions& options = {}) : HalfExplicit(bh3(), options) {}
};

/// 5 stages, order 4 (Brasey, Hairer 1993, table 5).
class NSDS_KERNEL_API Bh5 final : public HalfExplicit {
 public:
  explicit Bh5(const SmoothOptions& options = {}) : HalfExplicit(bh5(), options) {}
};

}  // namespace nsds

// Explicit Runge-Kutta pairs of the orders 2, 3 and 4 on the index-1 form: in every stage the acceleration satisfies the constraints
// differentiated twice, and the state is projected, position then velocity, where the violations of the options are exceeded. Beside
// the methods of order 5 they serve where the order is asked for or where steps are short for other reasons. Where constraints lose
// their rank accelerations are hardly known, and short steps do not pass: take half_explicit.hpp there.
#pragma once

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class NSDS_KERNEL_API ExplicitRungeKutta : public SmoothIntegrator {
 public:
  std::string name() const override;
  int order() const override;

 protected:
  struct Tableau;
  ExplicitRungeKutta(const Tableau& tableau, const SmoothOptions& options);

  static const Tableau& heun2();
  static const Tableau& bogackiShampine3();
  static const Tableau& fehlberg45();

 private:
  void doStart() override;
  double doStep(double h) override;
  int errorOrder() const override;

  const Tableau& tableau_;
  std::vector<Vector> rates_;          // q'
  std::vector<Vector> accelerations_;  // v'
  Vector q_, v_;                       // of a stage, or the change over the step
  Vector errorQ_, errorV_;
};

/// 2 stages, order 2; Euler's method measures the error (Heun 1900).
class NSDS_KERNEL_API Heun2 final : public ExplicitRungeKutta {
 public:
  explicit Heun2(const SmoothOptions& options = {}) : ExplicitRungeKutta(heun2(), options) {}
};

/// 4 stages, the last of which begins the next step, order 3(2) (Bogacki, Shampine 1989, Appl. Math. Lett. 2, 321-325).
class NSDS_KERNEL_API Bs3 final : public ExplicitRungeKutta {
 public:
  explicit Bs3(const SmoothOptions& options = {}) : ExplicitRungeKutta(bogackiShampine3(), options) {}
};

/// RKF45: 6 stages; goes on with the result of order 4, and that of order 5 measures its error (Fehlberg 1969; Hairer, Norsett,
/// Wanner, Solving ODEs I, II.5).
class NSDS_KERNEL_API Rkf45 final : public ExplicitRungeKutta {
 public:
  explicit Rkf45(const SmoothOptions& options = {}) : ExplicitRungeKutta(fehlberg45(), options) {}
};

}  // namespace nsds

// PHEM56: the partitioned half-explicit Runge-Kutta method of order 5 on Dormand and Prince's nodes, 6 stages
// (Murua 1997, Computing 59, 43-61; Arnold, Murua 1998, Appl. Numer. Math. 28). Forces are evaluated at the
// explicit nodes, constraints on velocities at other ones, the last of which is the end of the step.
#pragma once

#include <array>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class NSDS_KERNEL_API Phem56 final : public SmoothIntegrator {
 public:
  explicit Phem56(const SmoothOptions& options = {});
  std::string name() const override { return "PHEM56"; }
  int order() const override { return 5; }

 private:
  void doStart() override;
  double doStep(double h) override;
  int errorOrder() const override { return 5; }
  bool holdsVelocity() const override { return true; }
  double estimate(double h);

  static constexpr std::size_t stages = 6;
  std::array<Vector, stages + 1> rates_;
  std::array<Vector, stages + 1> accelerations_;
  Matrix G_, D_;
  Vector force_, right_, q_, v_, constraintQ_, constraintV_, errorQ_, errorV_;
};

}  // namespace nsds

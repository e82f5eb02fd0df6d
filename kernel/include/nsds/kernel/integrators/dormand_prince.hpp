// Dormand and Prince's explicit Runge-Kutta pair of order 5(4) on the index-1 form: in every stage the
// acceleration satisfies the constraints differentiated twice (Dormand, Prince 1980, J. Comput. Appl. Math.
// 6, 19-26; Hairer, Norsett, Wanner, Solving ODEs I, II.5).
#pragma once

#include <array>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

/// DOPRI5: the constraints on positions and velocities drift with the integration error.
class NSDS_KERNEL_API Dopri5 : public SmoothIntegrator {
 public:
  explicit Dopri5(const SmoothOptions& options = {});
  std::string name() const override { return "DOPRI5"; }
  int order() const override { return 5; }

 private:
  void doStart() override;
  double doStep(double h) override;
  int errorOrder() const override { return 5; }
  bool projects() const override { return false; }

  void addStages(double h, std::size_t i);
  void evaluateStage(double h, std::size_t i, VectorConstRef q, VectorConstRef v);

  static constexpr std::size_t stages = 7;
  std::array<Vector, stages> rates_;          // q'
  std::array<Vector, stages> accelerations_;  // v'
  Vector q_, v_;                              // of a stage, or the change over the step
  Vector errorQ_, errorV_;
};

/// MDOP5: DOPRI5 that projects, position then velocity, where the violations of the options are exceeded
/// (Eich 1993, SIAM J. Numer. Anal. 30; Haddouni et al. 2017, Multibody Syst. Dyn., section 3.3).
class NSDS_KERNEL_API Mdop5 final : public Dopri5 {
 public:
  explicit Mdop5(const SmoothOptions& options = {}) : Dopri5(options) {}
  std::string name() const override { return "MDOP5"; }

 private:
  bool projects() const override { return true; }
};

}  // namespace nsds

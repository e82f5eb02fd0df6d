// The generalised-alpha method of Chung and Hulbert for constrained systems: implicit, order 2, with damping
// of high frequencies that rho_infinity sets (Chung, Hulbert 1993, J. Appl. Mech. 60, 371-375; Arnold, Bruls
// 2007, Multibody Syst. Dyn. 18, 185-202; Arnold, Bruls, Cardona 2015, Numer. Math. 129, 149-179):
//
//   M v'_1 = F + Dᵀ lambda_1                        at the end of the step,
//   (1 - am) a_1 + am a_0 = (1 - af) v'_1 + af v'_0,
//   v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1),
//   q_1 = q_0 displaced by xi = h v_0 + h² ((1/2 - beta) a_0 + beta a_1)  [+ U],
//
// and, by the formulation,
//
//   index3             g(q_1) = 0
//   index2             G v_1 + g_t = 0
//   stabilisedIndex2   both, with a displacement U = M⁻¹ Gᵀ nu (Gear, Gupta, Leimkuhler 1985;
//                      Haddouni et al. 2017, algorithm 1)
//
// a_n is the acceleration at t_n + (am - af) h. The difference a_n - v'_n is kept per unit of h and scaled to
// the length of the next step, so that order 2 holds for steps that vary; after a start it comes from a
// difference of accelerations. With the index3 formulation, whose velocities violate the constraints by
// O(h²), a large change of the step length disturbs the accelerations, and lengths that alternate may be
// unstable; prefer another formulation where lengths change much.
#pragma once

#include <memory>
#include <vector>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class PartialLu;

struct GeneralizedAlphaOptions : SmoothOptions {
  enum class Formulation { index3, index2, stabilisedIndex2 };

  double rhoInfinity = 0.8;  ///< in [0, 1]: the part of infinite frequencies that a step leaves
  Formulation formulation = Formulation::stabilisedIndex2;
  double newtonTolerance = 1e-3;  ///< > 0, of the corrections, in parts of the tolerances of the error
  int maxIterations = 50;         ///< ≥ 1, of Newton's method in one step
};

/// Steps are not projected: the violations of the options are what Newton's method leaves of the constraints
/// that the formulation has. Errors are estimated in positions,
/// xi - h v_0 - h² (v'_0 / 3 + v'_1 / 6) = O(h³).
class NSDS_KERNEL_API GeneralizedAlpha final : public SmoothIntegrator {
 public:
  using Options = GeneralizedAlphaOptions;
  using Formulation = Options::Formulation;

  /// Errors: InvalidArgument naming the option.
  explicit GeneralizedAlpha(const Options& options = {});
  GeneralizedAlpha(GeneralizedAlpha&& other) noexcept;
  ~GeneralizedAlpha() override;
  std::string name() const override { return "generalised-alpha"; }
  int order() const override { return 2; }

  double rhoInfinity() const { return rho_; }
  Formulation formulation() const { return formulation_; }
  /// lambda_1 of the last step, of the independent constraints. multipliers() follows from q and v instead.
  const Vector& schemeMultipliers() const { return lambda_; }
  /// v'_1 of the last step, which belongs to schemeMultipliers(), and (a_1 - v'_1) / h; both zero before the
  /// first step.
  const Vector& schemeAcceleration() const { return rate1_; }
  const Vector& lag() const { return lag1_; }
  /// Lets the next step begin with v'_0 = rate and a_0 = v'_0 + h lag, both (n), after start() too: goes on
  /// as another run would, or from accelerations known better than start() finds them. Errors:
  /// InvalidArgument if a size is wrong.
  void setAccelerations(VectorConstRef rate, VectorConstRef lag);

 private:
  void doStart() override;
  void doSave(std::vector<double>& numbers) const override;
  void doRestore(SavedNumbers& numbers) override;
  double doStep(double h) override;
  int errorOrder() const override { return 3; }
  bool projects() const override { return false; }
  double leastGrowth() const override { return 1.2; }

  void begin(double h);
  double lookAhead(double h);
  void predict();
  bool converge(double h);
  bool iterate(double h);
  bool serves(double h) const;
  void moveEnd(double h);
  void evaluateResidual(double h);
  void factorise(double h);
  void correct(double h);
  bool atRounding(double h, double contraction) const;
  double violationOfEnd();
  double correctionNorm(double h);
  double estimate(double h);

  double rho_;
  Formulation formulation_;
  double newtonTolerance_;
  int maxIterations_;
  double am_, af_, gamma_, beta_;

  bool restarted_ = true;
  double lastEnd_ = 0.0;  // of the last attempt
  Vector rate0_, rate1_;  // v' of the scheme at the ends
  Vector lag0_, lag1_;    // (a - v') / h there
  Vector lambda0_, lambda_;
  Vector a0_, a_;     // auxiliary accelerations
  Vector base_, xi_;  // displacement but for a_1 and U, and in all
  Vector U_, nextU_;  // of the stabilised formulation
  Vector dynamics_, constraint_, gap_;
  Vector right_, change_;  // of Newton's linear systems
  Vector errorQ_, empty_;
  Matrix M_, D_, dq_, dv_, K_;
  std::unique_ptr<PartialLu> lu_;
  double factorisedStep_ = 0.0;        // h of lu_; 0: none
  std::vector<Index> factorisedRows_;  // the constraints in lu_
  double slowest_ = 0.0;               // convergence of the step
  double massScale_ = 1.0;
  double violation_ = 0.0;  // constraints over what is allowed, at the last evaluation
};

}  // namespace nsds

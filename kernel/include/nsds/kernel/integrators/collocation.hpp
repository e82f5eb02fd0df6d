// Implicit Runge-Kutta methods of collocation on the index-1 form: Gauss of the orders 2 and 4, Radau IIA of 3 and 5. In every
// stage the acceleration satisfies the constraints differentiated twice, and the state is projected, position then velocity, where the
// violations of the options are exceeded. For stiff forces, and for a fixed grid; Gauss's methods keep quadratic invariants of
// unconstrained motion (Hairer, Wanner, Solving ODEs II, IV.5 and IV.8; Hairer, Lubich, Wanner, Geometric Numerical
// Integration, IV.2).
//
// Where constraints lose their rank accelerations are hardly known, and short steps do not pass: take half_explicit.hpp there.
//
// Stages are found by a simplified Newton iteration with the derivatives of the forces at the begin of the step; those of masses,
// constraints and rotations are left out, so that it converges linearly, by a factor O(h).
#pragma once

#include <memory>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class PartialLu;

class NSDS_KERNEL_API Collocation : public SmoothIntegrator {
 public:
  ~Collocation() override;
  std::string name() const override;
  int order() const override;

 protected:
  struct Tableau;
  Collocation(const Tableau& tableau, const SmoothOptions& options);
  Collocation(Collocation&& other) noexcept;

  static const Tableau& gauss2();
  static const Tableau& gauss4();
  static const Tableau& radau3();
  static const Tableau& radau5();

 private:
  void doStart() override;
  double doStep(double h) override;
  int errorOrder() const override;

  void factorise(double h);
  void differentiate(const Matrix& forces, Matrix& accelerations);
  void moveStages(double h);
  double correct(double h);
  bool converge(double h);
  double estimate(double h);

  const Tableau& tableau_;
  std::vector<Vector> rates_, accelerations_;  // q' and v' of the stages
  std::vector<Vector> q_, v_;                  // states of the stages
  Matrix dq_, dv_;                             // of forces, (n x n)
  Matrix aq_, av_;                             // of accelerations
  Matrix D_, K_;
  Vector right_, zero_, column_, residual_, change_;
  Vector changeQ_, changeV_, evaluated_;
  std::unique_ptr<PartialLu> lu_;
};

/// The implicit midpoint rule, order 2.
class NSDS_KERNEL_API Gauss2 final : public Collocation {
 public:
  explicit Gauss2(const SmoothOptions& options = {}) : Collocation(gauss2(), options) {}
};

/// 2 stages, order 4.
class NSDS_KERNEL_API Gauss4 final : public Collocation {
 public:
  explicit Gauss4(const SmoothOptions& options = {}) : Collocation(gauss4(), options) {}
};

/// 2 stages, order 3, damps what is stiff.
class NSDS_KERNEL_API RadauIIA3 final : public Collocation {
 public:
  explicit RadauIIA3(const SmoothOptions& options = {}) : Collocation(radau3(), options) {}
};

/// 3 stages, order 5, damps what is stiff.
class NSDS_KERNEL_API RadauIIA5 final : public Collocation {
 public:
  explicit RadauIIA5(const SmoothOptions& options = {}) : Collocation(radau5(), options) {}
};

}  // namespace nsds

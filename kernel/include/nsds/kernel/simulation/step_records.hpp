// Observers that tell how well a simulation keeps its constraints and laws, and what its solvers do.
//
// saveState() gives what an observer has seen so far, for a file from which another process continues; restoreState()
// takes it there, after begin(). Errors: InvalidArgument where the bytes are damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class Simulation;

/// How far gaps and equalities are from where they should be, over the run.
class NSDS_KERNEL_API ConstraintViolation {
 public:
  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  /// Largest penetration -y of a unilateral row, 0 if there is none [m].
  double penetration() const { return penetration_; }
  /// Largest |y| of an equality row [m or rad].
  double bilateral() const { return bilateral_; }
  /// The largest penetration, and the largest |y| of an equality row, at the present instant.
  double penetrationNow() const { return penetrationNow_; }
  double bilateralNow() const { return bilateralNow_; }

  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);

 private:
  double penetration_ = 0.0;
  double bilateral_ = 0.0;
  double penetrationNow_ = 0.0;
  double bilateralNow_ = 0.0;
};

/// Records the largest violations of 0 ≤ w_N ⟂ λ_N ≥ 0 over the steps of a run, in the normal rows of the active
/// contacts. w_N = U_N⁺ + the law's shift of U⁻, which is e_n U_N⁻ for Newton's law. Contacts with cohesion are left out: their law is of
/// a bond whose state after the step is another one.
class NSDS_KERNEL_API Complementarity {
 public:
  void step(const Simulation& simulation);
  /// Largest |lambda_N w_N| [J], largest -lambda_N [N s], largest -w_N [m/s] seen.
  double product() const { return product_; }
  double attraction() const { return attraction_; }
  double approach() const { return approach_; }
  /// Largest |lambda_T| - mu lambda_N [N s] seen; of Tresca's law |lambda_T| - h s, of an ellipse in units of its larger coefficient.
  double outOfCone() const { return outOfCone_; }
  /// Largest |lambda_M| - mu_R lambda_N [N m s] seen, of contacts that resist rolling.
  double outOfRollingCone() const { return outOfRollingCone_; }

  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);

 private:
  double product_ = 0.0;
  double attraction_ = 0.0;
  double approach_ = 0.0;
  double outOfCone_ = 0.0;
  double outOfRollingCone_ = 0.0;
  Vector shift_;
};

/// The number of active relations after every step, and the steps in which the active set changed.
class NSDS_KERNEL_API IndexSetHistory {
 public:
  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  const std::vector<Index>& active() const { return active_; }
  const std::vector<std::int64_t>& changes() const { return changes_; }

  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);

 private:
  std::vector<Index> active_;
  std::vector<std::int64_t> changes_;
  std::int64_t seen_ = 0;
};

/// Iterations of the solver and of Newton's method in every step.
class NSDS_KERNEL_API SolverEffort {
 public:
  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  const std::vector<std::int64_t>& solverIterations() const { return solver_; }
  const std::vector<std::int64_t>& newtonIterations() const { return newton_; }

  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);

 private:
  std::vector<std::int64_t> solver_;
  std::vector<std::int64_t> newton_;
  std::int64_t solverBefore_ = 0;
  std::int64_t newtonBefore_ = 0;
};

}  // namespace nsds

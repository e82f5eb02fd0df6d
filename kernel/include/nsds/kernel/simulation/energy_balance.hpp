// An observer of Simulation::run that tells where the energy of a model goes, step by step.
//
// With the mean velocity vbar = (v_k + v_{k+1}) / 2 and the mass M of the end of the step, vbar . M (v_{k+1}
// - v_k) is the change of the kinetic energy but for 1/2 v_k . (M - M_k) v_k, the share of a mass that
// changes with q. Under Evaluation::middle M and F are those between the ends, and the share of the mass has as well
// 1/2 v_{k+1} . (M_{k+1} - M) v_{k+1}. The equation of motion of a Moreau-Jean step, multiplied by vbar, is then
//
//   T_{k+1} - T_k = W_ext + W_int + W_prescribed + sum over rows of λ (U_k + U_{k+1}) / 2 + W_driven
//
// exactly, impacts included: the discrete energy identity. W_ext = h vbar . F_theta + 1/2 v_k . (M - M_k)
// v_k, the work of external forces; W_int = - h vbar . (K q_theta + C v_theta) and of other internal forces;
// for theta = 1/2 its part of K is minus the change of 1/2 qᵀ K q. What is left of it, `defect`, is rounding
// for constant H; for Jacobians that depend on q it is the error of the scheme in the step. Where M depends
// on q the works of F_gyr and of the change of M, both in W_ext, cancel but for that error.
//
// Laws have properties of their own, which the balance shows: tangential work is ≤ 0 under Fremond's law
// with theta = 1/2; Newton's restitution with Coulomb's friction may create energy (Kane 1984).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class Interaction;
class MechanicalDS;
class Simulation;

/// Energies [J] at an instant, and works [J] since the start.
struct Energies {
  double time = 0.0;
  double kinetic = 0.0;
  double elastic = 0.0;     ///< 1/2 qᵀ K q of linear systems
  double external = 0.0;    ///< work of F_ext, of nonlinear systems with F_int, F_gyr and the change of M
  double internal = 0.0;    ///< work of K q, C v, and of gyroscopic moments where theta is not 1/2
  double prescribed = 0.0;  ///< work of the reactions of prescribed velocities
  double normal = 0.0;      ///< work of contacts along their normals, stops, orthants
  double tangential = 0.0;  ///< work of friction
  double bilateral = 0.0;   ///< work of equalities
  double bounded = 0.0;  ///< work of multipliers in intervals and polyhedra: dry friction in joints, motors
  double driven = 0.0;   ///< work that moving obstacles, cams and motors put in: - λ g_t
  double defect = 0.0;   ///< what the identity leaves open in the last step
  double exchanged =
      0.0;  ///< sum of the sizes of its terms in the last step, which the defect is relative to
  double largestNormal = 0.0;  ///< largest normal work of one row in the last step; > 0: it created energy
  double largestTangential = 0.0;  ///< the same of the tangential rows of one contact
};

class NSDS_KERNEL_API EnergyBalance {
 public:
  /// keepHistory: every step is kept, else the present one alone.
  explicit EnergyBalance(bool keepHistory = false) : keepHistory_(keepHistory) {}

  /// Errors: InvalidArgument if the simulation's integrator is not MoreauJeanOSI.
  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);

  const Energies& now() const { return now_; }
  const std::vector<Energies>& history() const { return history_; }
  /// Largest |defect| / exchanged of a step so far; a step that exchanges less than 1e-6 of the largest
  /// exchange so far, at rest, counts as if it exchanged that.
  double worstDefect() const { return worstDefect_; }

  /// What it has seen so far, for a file from which another process continues; restoreState() takes it after begin().
  /// Errors: InvalidArgument where the bytes are damaged.
  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);

 private:
  struct Works {  // of one step
    double external = 0.0;
    double internal = 0.0;
    double prescribed = 0.0;
    double normal = 0.0;
    double tangential = 0.0;
    double bilateral = 0.0;
    double bounded = 0.0;
    double driven = 0.0;
  };
  const Vector& meanTimeDerivative(const Simulation& simulation, const Interaction& interaction);

  void addSystems(const Simulation& simulation, double h, Works& works);
  void placeBetween(const Simulation& simulation, const MechanicalDS& ds);
  double workOfMass(const MechanicalDS& ds, VectorConstRef qStart, VectorConstRef vStart);
  void addMultipliers(const Simulation& simulation, Works& works);

  bool keepHistory_;
  double theta_ = 0.5;
  bool between_ = false;  // M and F are evaluated between the ends of a step
  Energies now_;
  double worstDefect_ = 0.0;
  double largestExchange_ = 0.0;
  std::vector<Energies> history_;
  Matrix mass_;
  Matrix massStart_;      // of the start of the step, or a difference from it
  Vector point_;          // q of the evaluation of one system
  Vector pointVelocity_;  // v_theta
  Vector mean_;
  Vector force_;
  Vector moving_;
};

}  // namespace nsds

// How far convex sets are from each other, and where in time a set K(t) jumps.
//
//   d_H(A, B) = sup over p ∈ ℝⁿ of |d(p, A) - d(p, B)|                       Hausdorff
//   d_ρ(A, B) = sup over |p - c| ≤ ρ                                         Attouch, Wets: what of it is near c
//
// A set is Lipschitz where d_H(K(t), K(s)) ≤ l |t - s|, and of bounded variation, right-continuous (RCBV) where a function of
// bounded variation stands for l t: then it jumps. A sweeping process jumps with it, which a simulation has to be told of
// (TimeStepping::declareJump): what the scheme makes of a jump within a step is right at its end, and wrong within by the step.
// References: Monteiro Marques (1993), Differential Inclusions in Nonsmooth Mechanical Problems; Attouch, Wets (1991).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/varying_set.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class FirstOrderDS;
class Simulation;
class SweepingProcess;

/// d_H of intervals, boxes and orthants, exact, infinite where one is bounded and the other is not. Of other sets a lower bound of
/// d_ρ, by points at the center and on the sphere around it that climb to where the sets are furthest apart: of balls inside of
/// the sphere that is d_H, up to 1e-9 of it. center: (n); radius ρ > 0 in the unit of the sets. Errors: InvalidArgument on a
/// radius that is not positive; Error on an empty polyhedron.
NSDS_KERNEL_API double setDistance(const ConvexSet& a, const ConvexSet& b, VectorConstRef center,
                                   double radius);

struct SetJump {
  double time;      ///< just after it
  double distance;  ///< d_H or d_ρ of both sides
};

/// Halves [from, to] 30 times, always taking the half in which K moves further. What is left of the distance then does not
/// come from motion, be it Lipschitz or as a root: no jump if that is less than a twentieth of the whole distance. x: (n) the
/// state of sets K(t, x), and the center. Errors: as of setDistance, and those of the user's function; an empty set names t.
NSDS_KERNEL_API std::optional<SetJump> findSetJump(const VaryingSet& K, double from, double to,
                                                   VectorConstRef x, double radius);

/// A set has jumped, and nobody has said so.
class NSDS_KERNEL_API UndeclaredJump : public Error {
 public:
  UndeclaredJump(const std::string& message, const SetJump& jump);
  UndeclaredJump(const UndeclaredJump&) = default;
  ~UndeclaredJump() override;
  const SetJump& jump() const { return jump_; }

 private:
  SetJump jump_;
};

/// An observer that compares the sets of a sweeping process at successive instants:
///
///   simulation.run(SetJumpWatch(process, parts.system));
///
/// The distance over a step is what motion makes of it while it is at most four times that of the step before, or, of a process
/// with a Lipschitz constant (SweepingProcess::setLipschitz), what that allows. More is searched by findSetJump, in the first
/// step always; a jump that is not among SweepingProcess::jumps ends the run with UndeclaredJump. So does a set that is faster
/// than its Lipschitz constant. A jump that is smaller than four times the motion in a step is not told from motion.
class NSDS_KERNEL_API SetJumpWatch {
 public:
  SetJumpWatch(const SweepingProcess& process, const FirstOrderDS& system);
  ~SetJumpWatch();
  SetJumpWatch(SetJumpWatch&&) noexcept;
  SetJumpWatch& operator=(SetJumpWatch&&) = delete;

  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  /// The largest d_H/h of a step without a declared jump so far: a lower bound of the Lipschitz constant.
  double fastest() const { return fastest_; }

 private:
  bool declared(double from, double to) const;

  std::unique_ptr<const SweepingProcess> process_;
  const FirstOrderDS* system_;
  double time_ = 0.0;
  Vector x_;
  double rate_ = -1.0;
  double fastest_ = 0.0;
};

}  // namespace nsds

// Where in time a set K(t) jumps. It is of bounded variation, right-continuous (RCBV), where d_H(K(t), K(s)) ≤ v(t) - v(s) for a
// right-continuous function v that grows. A sweeping process jumps with it, which a simulation has to be told of
// (TimeStepping::declareJump): what the scheme makes of a jump within a step is right at its end, and wrong within by the step.
// Reference: Monteiro Marques (1993), Differential Inclusions in Nonsmooth Mechanical Problems.
#pragma once

#include <optional>
#include <string>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/modeling/varying_set.hpp"
#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/sweeping_process.hpp"

namespace nsds {

class FirstOrderDS;
class Simulation;

struct SetJump {
  double time;      ///< just after it
  double distance;  ///< d_H or d_ρ of both sides
};

/// Halves [from, to] 30 times, always taking the half in which K moves further. What is left of the distance then does not
/// come from motion, be it Lipschitz or as a root: no jump if that is rounding, or less than a twentieth of the largest distance that
/// was met on the way. x: (n) the
/// state of sets K(t, x), and the center. Errors: as of setDistance, and those of the user's function; an empty set names t.
NSDS_THEORY_API std::optional<SetJump> findSetJump(const VaryingSet& K, double from, double to,
                                                   VectorConstRef x, double radius);

/// A set has jumped, and nobody has said so.
class NSDS_THEORY_API UndeclaredJumpError : public Error {
 public:
  UndeclaredJumpError(const std::string& message, const SetJump& jump);
  UndeclaredJumpError(const UndeclaredJumpError&) = default;
  ~UndeclaredJumpError() override;
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
/// step always; a jump that is not among SweepingProcess::jumps ends the run with UndeclaredJumpError. So does a set that is faster
/// than its Lipschitz constant. A jump that is smaller than four times the motion in a step is not told from motion.
class NSDS_THEORY_API SetJumpWatch {
 public:
  SetJumpWatch(const SweepingProcess& process, const FirstOrderDS& system);

  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  /// The largest d_H/h of a step without a declared jump so far: a lower bound of the Lipschitz constant.
  double fastest() const { return fastest_; }

 private:
  bool declared(double from, double to) const;

  SweepingProcess process_;
  const FirstOrderDS* system_;
  double time_ = 0.0;
  Vector x_;
  double rate_ = 0.0;
  double fastest_ = 0.0;
};

}  // namespace nsds

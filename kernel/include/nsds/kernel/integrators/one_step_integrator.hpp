// One-step nonsmooth integrators: how systems go from t_k to t_{k+1} when the multipliers are known, and what
// the one-step problem for the multipliers is. The simulation calls, in this order:
//
//   compile          when structure, operators or the step length changed
//   beginStep        forget the last step, remember the state at t_k
//   activate         which unitary relations take part
//   linearise        free state and condensed operator          \  one Newton iterate
//   freeOutput       w_free of the active rows, law's shift      |
//   update           multipliers -> input, state, output        /
//   residual         how far the iterate is from solving the step; not called if linear
//   shorten          a shorter step instead, if that is worse than before: freeOutput and update follow again
//   endStep          what the next step needs
//
// A scheme may need several one-step problems, one after the other: its levels, such as positions and then velocities. The
// calls from activate() to residual() are then about the level that enterLevel() has named last.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "nsds/kernel/compiled_model/condensed_operator.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/integrators/state_jump.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

struct StepInterval {
  double t0;  ///< t_k [s]
  double t1;  ///< t_{k+1} [s]
  double h;   ///< nominal length: equal steps have equal bits
};

class NSDS_KERNEL_API OneStepIntegrator {
 public:
  virtual ~OneStepIntegrator();
  virtual std::string name() const = 0;
  /// The name with what the scheme was given: "MoreauJeanOSI with theta = 0.5".
  virtual std::string description() const { return name(); }

  /// A scheme with the same options that has compiled nothing; null of one that cannot be copied, which is compiled anew
  /// whenever the length of the steps changes.
  virtual std::unique_ptr<OneStepIntegrator> clone() const { return nullptr; }
  /// False of schemes whose steps must all have the same length, such as those of two steps.
  virtual bool takesVaryingSteps() const { return true; }
  /// The order of the positions in motion without impacts and changes of contacts, in which these relations take part, of the
  /// model that was compiled.
  virtual int smoothOrder(const IndexSet&) const { return 1; }
  /// True if the error of motion of order two is a series in even powers of h, as where a step with -h leads back.
  virtual bool symmetric() const { return false; }
  /// Asks for the iteration matrices in the condensed operator, from the next compile on. False if the
  /// integrator has none to give: W_ab = H_a W_s^-1 H_b^T does not hold for it.
  virtual bool keepMatrices(bool keep) { return !keep; }
  /// Compiles systems and relations to flat records. Errors: InvalidArgument naming a system or relation this
  /// integrator does not take; Error if an iteration matrix is singular.
  virtual void compile(Model& model, double h) = 0;
  /// Evaluates forces and outputs at the present state: at the start, and after the user changed something.
  virtual void evaluateState() = 0;
  virtual void beginStep(const StepInterval& step) = 0;
  /// The names of the one-step problems of a step, in the order in which they are solved; the last one is "time_stepping",
  /// whose active relations are those of the step. The same for the life of the integrator.
  virtual std::span<const std::string_view> levels() const;
  /// True if a level takes of contacts with friction the normal rows alone, in relations with RelationPart::normal.
  virtual bool normalsAlone(std::size_t level) const;
  /// The calls that follow are about this level: in [0, levels().size()). Called if there are several, before activate().
  virtual void enterLevel(std::size_t level);
  /// False: each level is solved, by as many iterates as it takes, before the next begins. True: levels depend on each other, an
  /// iterate goes through all of them, and residual(), after the last, judges all.
  virtual bool coupledLevels() const { return false; }
  /// (rows) the multipliers that solvers with a warm start begin with at a level before the last; the last begins with those of
  /// the model.
  virtual const double* startMultipliers() const { return nullptr; }
  /// last: those active in the last step; active: out. All in the order of I0.
  virtual void activate(const IndexSet& all, const IndexSet& last, IndexSet& active) = 0;
  /// True if one iterate solves the step exactly; of several levels that are not coupled, the present level.
  virtual bool linear() const = 0;
  /// True if the condensed operator (of the present level) stays the same from step to step, so that what is built from it
  /// can be kept.
  virtual bool constantOperator() const = 0;
  /// Errors: Error if an iteration matrix is singular or an operator returns NaN.
  virtual void linearise(const IndexSet& active) = 0;
  virtual const CondensedOperator& condensed() const = 0;
  /// w: out, over the active rows one after the other: the output for lambda = 0, the law's shift included.
  virtual void freeOutput(const IndexSet& active, double* w) = 0;
  /// lambda: over the active rows one after the other.
  virtual void update(const IndexSet& active, const double* lambda) = 0;
  /// True if its Newton iterates may be projected: coordinates are displaced between update() and residual().
  virtual bool takesDisplacements() const { return false; }
  /// Called after coordinates were displaced: evaluates the outputs and their rates at the new coordinates.
  virtual void evaluateDisplaced() {}
  /// Relative to the model's scales; <= tolerance ends the Newton loop.
  virtual double residual(const IndexSet& active) = 0;
  /// True if its iterates may take shorter steps; the problem of one that is not solved is then not the end of the step.
  virtual bool globalised() const { return false; }
  /// How far the iterate is from solving the step in a measure that is the same for all iterates of a step; after residual().
  virtual double merit() const { return 0.0; }
  /// Has the iterate take a shorter step from where it began, after freeOutput() and update() were called again. False if
  /// there is none to take.
  virtual bool shorten() { return false; }
  /// Takes the state and the multipliers at the end of the step from another solver, after beginStep(), so that iterates
  /// begin there. False if it has none, or that finds none.
  virtual bool guess() { return false; }
  virtual void endStep(const IndexSet& active) = 0;

  /// True if the scheme carries numbers from step to step beside those of the model. They change in endStep() and
  /// beginMemory() alone, and are as many for a structure of the model.
  virtual bool hasMemory() const { return false; }
  /// These numbers, which are saved with the state and go back to what they were where a step fails; after compile().
  virtual std::span<double> memory() { return {}; }
  /// Begins them at a state that is not the end of the last step; after evaluateState().
  virtual void beginMemory() {}

  /// The outputs at t, of integrators whose outputs can demand a jump, and, if impulses is true, what those would do; null of
  /// others. It is overwritten by the next call.
  virtual const StateJump* jumpAt(double t, bool impulses);
  /// The state after impulses mu: (rows of the last jumpAt(t, true)), outputs and forces not evaluated.
  virtual void jumpBy(VectorConstRef mu);
  /// True if a step that begins before a jump ends behind it.
  virtual bool takesJumps() const { return true; }
  /// True if a step reads the multipliers of the last one. Where they are not those of the present state, a damped step
  /// finds the next.
  virtual bool readsMultipliers() const { return false; }
  /// True: steps damp what oscillates, as one after a jump should; false: they are as given. The result says whether that
  /// makes a difference, so that compile() has to be called.
  virtual bool damp(bool damped);

 protected:
  OneStepIntegrator() = default;
  OneStepIntegrator(const OneStepIntegrator&) = default;
  OneStepIntegrator& operator=(const OneStepIntegrator&) = default;
  OneStepIntegrator(OneStepIntegrator&&) = default;
  OneStepIntegrator& operator=(OneStepIntegrator&&) = default;
};

}  // namespace nsds

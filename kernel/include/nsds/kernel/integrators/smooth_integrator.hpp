// Smooth integrators: step a constrained system from a consistent state towards a given instant, with error
// control and dense output. They know nothing of events; EventDriven restarts them after each.
//
//   dormand_prince.hpp      Dopri5, Mdop5 (with projections)      index 1, explicit, order 5
//   explicit_runge_kutta.hpp  Heun2, Bs3, Rkf45                   index 1, explicit, orders 2, 3, 4
//   collocation.hpp         Gauss2, Gauss4, RadauIIA3, RadauIIA5  index 1, implicit, orders 2 to 5
//   half_explicit.hpp       Hem5, Bh3, Bh5                        index 2, half-explicit
//   partitioned.hpp         Phem56                                index 2, half-explicit, order 5
//   generalized_alpha.hpp   index 3, index 2, stabilised index 2  implicit, order 2
//   cvode.hpp               index 1, multistep, order to 12: with SUNDIALS, see there
//
// Between the ends of a step positions are the quintic through q, q' and q'' of both ends, and velocities are
// its derivative, which adds errors O(h⁶) and O(h⁵) to those of the method. CVODE has its own polynomial.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "nsds/kernel/error.hpp"
#include "nsds/kernel/integrators/constrained_system.hpp"
#include "nsds/kernel/integrators/saved_numbers.hpp"

namespace nsds {

/// Which metric measures the displacement and the change of velocity of a projection.
enum class CorrectionMetric { mass, identity };

struct SmoothOptions {
  double relativeTolerance = 1e-8;                           ///< > 0, of the local error
  double absoluteTolerance = 1e-10;                          ///< > 0, likewise, in the units of q and v
  double initialStep = 0.0;                                  ///< [s]; 0: chosen from the data
  double maxStep = std::numeric_limits<double>::infinity();  ///< [s]
  double fixedStep = 0.0;              ///< [s]; > 0: steps of that length, errors not looked at
  std::int64_t maxSteps = 10'000'000;  ///< from one start to the next, rejected ones included
  /// Largest |g| [m] and |G v + g_t| [m/s] left at the end of a step: above, the state is projected, by
  /// methods that project. Infinity: never.
  double positionViolation = 1e-10;
  double velocityViolation = 1e-10;
  CorrectionMetric metric = CorrectionMetric::mass;
  /// [s] No step that the error control chooses is shorter: where one is not accurate enough, StepSizeError is thrown. 0: as
  /// short as rounding of time allows. The ends of intervals and events may make steps shorter.
  double minStep = 0.0;
  // A step whose scaled error is e asks for a next one, or another attempt, that is longer by the factor safety e^(-1/p),
  // O(h^p) being the error, kept between smallestFactor and largestFactor; right after a rejection it does not grow.
  // Hairer, Nørsett, Wanner, Solving ODEs I, II.4. CVODE has factors of its own.
  double safety = 0.9;          ///< in (0, 1)
  double smallestFactor = 0.2;  ///< in (0, safety]
  double largestFactor = 10.0;  ///< ≥ 1, finite
};

/// Work since the integrator was made.
struct SmoothStatistics {
  std::int64_t steps = 0;
  std::int64_t rejectedSteps = 0;
  std::int64_t forceEvaluations = 0;
  std::int64_t jacobianEvaluations = 0;  ///< of the constraints
  std::int64_t linearSolves = 0;         ///< for accelerations, velocities and multipliers
  std::int64_t projections = 0;          ///< of positions and velocities
  std::int64_t newtonIterations = 0;     ///< of implicit methods and projections
};

/// The defects that a projection found, and the changes that it made.
struct ConsistencyReport {
  double positionDefect = 0.0;  ///< largest |g| before
  double velocityDefect = 0.0;  ///< largest |G v + g_t| before
  double displacement = 0.0;    ///< largest component
  double velocityChange = 0.0;  ///< likewise
};

/// The error control asks for a step shorter than SmoothOptions::minStep, or too short to move time, or for more steps than
/// allowed; the message says which, with the numbers.
class NSDS_KERNEL_API StepSizeError : public Error {
 public:
  using Error::Error;
  StepSizeError(const StepSizeError&) = default;
  ~StepSizeError() override;
};

class NSDS_KERNEL_API SmoothIntegrator {
 public:
  SmoothIntegrator(const SmoothIntegrator&) = delete;
  SmoothIntegrator& operator=(const SmoothIntegrator&) = delete;
  virtual ~SmoothIntegrator();
  virtual std::string name() const = 0;
  /// The order of q and v.
  virtual int order() const = 0;

  const SmoothOptions& options() const { return options_; }
  /// Errors: InvalidArgument naming the option.
  void setOptions(const SmoothOptions& options);

  /// Begins at a state where the constraints and their derivative hold to the violations allowed; the step
  /// length of an earlier run is kept. The system must outlive the integration and keep its sizes.
  void start(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v);
  /// Takes a state to the constraints, the position first, where it is further off than the limits, and says
  /// how far it was; start() comes after. Errors: Error if they cannot be reached (constraints that
  /// contradict each other); q and v are as before.
  ConsistencyReport makeConsistent(ConstrainedSystem& system, double t, VectorRef q, VectorRef v,
                                   double positionLimit, double velocityLimit);
  /// Takes a state to the constraints as above, with the limits of the options.
  ConsistencyReport makeConsistent(ConstrainedSystem& system, double t, VectorRef q, VectorRef v) {
    return makeConsistent(system, t, q, v, options_.positionViolation, options_.velocityViolation);
  }
  /// One accepted step that does not pass tEnd. After an error the state is that before the step.
  /// Errors: StepSizeError; Error from the system.
  void step(double tEnd);
  /// Repeats the last step with its end at t, not before its begin and not behind where it first ended; the
  /// same bits as a step of that length, but for methods with a history, which take it from their dense
  /// output. Errors: as step; the state is then that before the last step.
  void shorten(double t);

  double beginTime() const { return t0_; }
  double endTime() const { return t1_; }
  /// The state at the end of the last step, or at the start.
  const Vector& q() const { return q1_; }
  const Vector& v() const { return v1_; }
  /// v' at the end of the last step, and the forces of the constraints. Redundant constraints share the load
  /// so that sum W_ii lambda_i² is least, W = G M⁻¹ Gᵀ.
  const Vector& acceleration();
  const Vector& multipliers();
  /// t in [beginTime, endTime]; q: (positions), v: (n) out.
  void interpolate(double t, VectorRef q, VectorRef v);
  /// v' and lambda of any state; acceleration: (n), lambda: (m) out.
  void solveAcceleration(double t, VectorConstRef q, VectorConstRef v, VectorRef acceleration,
                         VectorRef lambda);

  /// The numbers that later steps depend on.
  std::vector<double> saveState() const;
  /// numbers: out; what they were is lost.
  void saveState(std::vector<double>& numbers) const;
  /// numbers: as given by saveState for a system of these sizes, which keeps the same rows. Errors: InvalidArgument if
  /// they are not; the integrator has to be started again then.
  void restoreState(ConstrainedSystem& system, const std::vector<double>& numbers);

  const SmoothStatistics& statistics() const { return statistics_; }
  /// The length that the next step will be tried with [s]; 0 before the first.
  double nextStep() const { return next_; }
  void setNextStep(double h) { next_ = h; }

 protected:
  explicit SmoothIntegrator(const SmoothOptions& options);
  SmoothIntegrator(SmoothIntegrator&& other) noexcept;

  /// Steps from (t0_, q0_, v0_) over h to q1_, v1_. Returns the scaled error: ≤ 1 if it is small enough,
  /// infinity if the step failed.
  virtual double doStep(double h) = 0;
  /// The exponent p of the error estimate, O(h^p).
  virtual int errorOrder() const = 0;
  /// doSave appends what else later steps depend on; doRestore reads just that.
  virtual void doSave(std::vector<double>&) const {}
  virtual void doRestore(SavedNumbers&) {}
  /// Called at a new start: sizes may have changed, and what was kept of the last step is no longer valid.
  virtual void doStart() {}
  /// Steps keep their length unless it may grow by this factor, for methods that gain by equal steps.
  virtual double leastGrowth() const { return 1.0; }
  /// True if the violations of the options are looked at, and projected where exceeded.
  virtual bool projects() const { return true; }
  /// True for methods with a history, which choose their steps themselves. doChosenStep, called instead of
  /// doStep, steps from (t0_, q0_, v0_) towards tEnd to q1_ and v1_, and returns the end of the step, which
  /// becomes t1_.
  virtual bool choosesSteps() const { return false; }
  virtual double doChosenStep(double tEnd) { return tEnd; }
  /// Called if choosesSteps(): writes the state at t within the last step.
  virtual void doInterpolate(double, VectorRef, VectorRef) {}
  /// Called if choosesSteps(): the next step begins at (t1_, q1_, v1_), whatever came before.
  virtual void doForget() {}
  /// True if steps end with G v + g_t = 0 by themselves.
  virtual bool holdsVelocity() const { return false; }

  ConstrainedSystem& system() { return *system_; }
  Index positions() const { return q1_.size(); }
  Index dofs() const { return v1_.size(); }
  Index constraints() const { return lambda1_.size(); }
  /// v' at the begin of the step.
  const Vector& beginAcceleration();
  void countRejected(std::int64_t steps) { statistics_.rejectedSteps += steps; }
  void countIterations(std::int64_t iterations) { statistics_.newtonIterations += iterations; }
  void proposeStep(double h) { next_ = h; }
  void evaluateForce(double t, VectorConstRef q, VectorConstRef v, VectorRef F);
  void evaluateJacobian(double t, VectorConstRef q, MatrixRef G);
  /// G, evaluated unless the last point asked for was the same; valid until the next call.
  const Matrix& jacobianAt(double t, VectorConstRef q);
  /// Lets jacobianAt() answer G for this point.
  void keepJacobian(double t, VectorConstRef q, MatrixConstRef G);
  /// D: evaluated only if it differs from G, which is then the last evaluated.
  void evaluateDirections(double t, VectorConstRef q, MatrixConstRef G, MatrixRef D);
  /// v' alone, from the constraints on the acceleration.
  void accelerate(double t, VectorConstRef q, VectorConstRef v, VectorRef a);
  /// M(q) a = F + Dᵀ lambda, G a = right.
  void solve(VectorConstRef q, MatrixConstRef D, MatrixConstRef G, VectorConstRef force, VectorConstRef right,
             VectorRef a);
  /// Removes from a change of velocity the part that breaks the constraints, by the matrices of the last
  /// solve.
  void removeViolation(VectorRef change);
  /// q' into rate.
  void evaluateRate(VectorConstRef q, VectorConstRef v, VectorRef rate);
  /// The independent rows of G, from which the others follow, as chosen at the start or since.
  const std::vector<Index>& independentRows() const;
  /// The least displacement of the mass metric with G x = right.
  void solveDisplacement(VectorConstRef q, MatrixConstRef G, VectorConstRef right, VectorRef x);
  /// result = q displaced by xi.
  void displace(VectorConstRef q, VectorConstRef xi, VectorRef result);
  void normalise(VectorRef q) {
    if (!system_->plainPositions()) system_->normalise(q);
  }
  /// The largest |g|, and the largest |G v + g_t|.
  double positionDefect(double t, VectorConstRef q);
  double velocityDefect(double t, VectorConstRef q, VectorConstRef v);
  /// Computes q1_ and v1_ from their changes over the step, (positions) and (dofs), which are overwritten.
  /// What rounding leaves out of these sums is added in the next step (compensated summation: Hairer, Lubich,
  /// Wanner 2006, Geometric Numerical Integration, VIII.5).
  void advance(VectorRef changeQ, VectorRef changeV);
  /// The root mean square of errors, each divided by its tolerance, between two states.
  double scaledError(VectorConstRef errorQ, VectorConstRef errorV) const;

  double t0_ = 0.0;
  double t1_ = 0.0;
  Vector q0_, v0_;
  Vector q1_, v1_;
  Vector a1_;
  bool endKnown_ = false;  // a1_ belongs to (t1, q1, v1)

 private:
  struct Work;

  void begin(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v);
  double firstLength(double tEnd);
  void stepControlled(double h, double tEnd);
  void stepAsChosen(double tEnd);
  [[noreturn]] void refuseShorter(double wanted) const;
  void countAttempt();
  double tryStep(double end, bool controlled);
  void returnToBegin();
  bool projectEnd();
  bool holdRedundant();
  bool chooseAgain();
  void takeEndToKept();
  void chooseIndependent(double t, VectorConstRef q);
  /// Least changes that bring g, and G v + g_t, to zero. False if Newton's method does not get there.
  bool projectPosition(double t, VectorRef q, double limit);
  void projectVelocity(double t, VectorConstRef q, VectorRef v);
  void correctPosition(double t, double damping, VectorRef q);
  bool approachPosition(double t, VectorRef q, double limit);
  void projectState(double t, VectorRef q, VectorRef v, double positionLimit, double velocityLimit,
                    ConsistencyReport& report);
  void findEnds();
  void interpolateByEnds(double t, VectorRef q, VectorRef v);

  SmoothOptions options_;
  SmoothStatistics statistics_;
  ConstrainedSystem* system_ = nullptr;
  std::unique_ptr<Work> work_;
  Vector a0_;
  Vector lambda1_;
  Vector leftQ0_, leftV0_, leftQ1_, leftV1_;  // what rounding left out of the states
  bool beginKnown_ = false;
  bool multipliersKnown_ = false;
  bool endsKnown_ = false;
  bool rejected_ = false;
  double stepEnd_ = 0.0;  // of the last step, before shorten()
  double next_ = 0.0;
  std::int64_t tried_ = 0;
};

}  // namespace nsds

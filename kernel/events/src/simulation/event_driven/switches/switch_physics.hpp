// The physics of first-order systems: relays, diodes and other rows with multipliers in intervals, which switch, slide and
// release; jumps of states that no multiplier makes admissible; implicit Euler-Moreau steps through accumulations.
#pragma once

#include <vector>

#include "simulation/event_driven/contacts/impact_history.hpp"
#include "simulation/event_driven/event_physics.hpp"
#include "simulation/event_driven/switches/mode_problem.hpp"
#include "simulation/event_driven/switches/switch_capture.hpp"
#include "simulation/event_driven/switches/switch_search.hpp"
#include "simulation/time_stepping/jumps.hpp"

namespace nsds {

/// What the course of switches depends on beside the numbers of the model and the integrator.
struct SwitchCourse {
  RowStates states;
  Vector lambda;  ///< (rows) from which those of the present motion are solved for
  Vector begin;   ///< (n) where that motion began
  double beginTime = 0.0;
  std::vector<ImpactHistory> switches;  ///< (rows) times of them
  SwitchSequence sequence;
  std::vector<double> impulses;  ///< (rows) of the last jump
};

class SwitchPhysics final : public EventPhysics {
 public:
  /// All are borrowed.
  SwitchPhysics(Model& model, SmoothIntegrator& integrator, SolveLoop& loop, Thresholds& zero);

  void setJumps(JumpRule rule) { jumps_.setRule(rule); }
  const JumpRecord& jumpRecord() const { return jumps_.record(); }

  void setSmoothFrom(double from, double to) override { systems_.setWindow({from, to}); }
  void compile(bool structure) override;
  bool takeLaws() override { return rows_.readBounds(); }
  void takeUpState() override;
  void forget() override;

  bool isBeforeEvent() const override { return false; }
  void findFirst(Event& found) override;
  double valueAt(double t, const std::function<double(double)>& function) override {
    return search_.valueAt(t, function);
  }
  double approach(const Event& event, double earliest) override {
    return search_.approach(event, course_.states, earliest);
  }
  void step(double end) override;
  void moveModelTo(double t) override;
  void moveModelToEnd(double t) override { moveModelTo(t); }
  bool sampled() const override { return rows_.size() != 0; }
  Interaction* participant(std::size_t member) const override {
    return rows_.interaction(static_cast<Index>(member));
  }
  std::size_t members() const override { return static_cast<std::size_t>(rows_.size()); }

  void process(EventKind reached, const Event& event) override;
  bool changedNothing() const override { return course_.states == backup_.states; }

  bool capturing() const override { return course_.sequence.on(); }
  double captureStep() const override { return course_.sequence.step; }
  double latestEnd() const override { return course_.sequence.latestEnd(); }
  double predictedEnd() const override { return course_.sequence.end; }
  void prepareCapture(double h) override { capture_.prepare(h); }
  bool takeCaptureStep(double end, double h, std::int64_t number) override;
  void showCaptured(double) override {}  // its multipliers are no impulses
  void addCaptured(Event& event) const override;

  OneStepNSProblem& impactProblem() override { return capture_.problem().formulation(); }
  OneStepNSProblem& accelerationProblem() override;
  const IndexSet& indexSet(int) const override { return slidingSet_; }
  const std::vector<double>& impulses() const override { return course_.impulses; }

  void backUp() override { backup_ = course_; }
  void returnToBackup() override { course_ = backup_; }
  void write(ByteWriter& to, bool known) const override;
  void read(ByteReader& from) override;
  void restoreIntegrator(const std::vector<double>& numbers) override;

 private:
  // An event (switch_physics.cpp)
  bool leaveSurface(std::vector<unsigned char>& isZero) const;
  void start();
  void beginMotion(double t, const Vector& x);
  double leastDrift() const;
  bool toSurface(double t, Vector& x);
  void jump();
  void show(double t, Vector x);
  void countSwitches(const RowStates& before);

  // Accumulations (switch_accumulation.cpp)
  void beginSequence(std::size_t row, double end);
  void endSequence();

  Model& model_;
  NonSmoothDynamicalSystem& nsds_;
  SmoothIntegrator& integrator_;
  Thresholds& zero_;
  FirstOrderModel systems_;
  SwitchRows rows_;
  Sliding sliding_{systems_, rows_};
  ModeProblem modes_;
  SwitchMotion motion_{systems_, sliding_};
  SwitchSearch search_;
  SwitchCapture capture_;
  Jumps jumps_;
  IndexSet all_;         // I0
  IndexSet slidingSet_;  // I1: relations some of whose rows are between
  Vector sizes_;         // (rows) of the terms of the outputs
  SwitchCourse course_;
  SwitchCourse backup_;
};

}  // namespace nsds

// The physics of mechanical systems with contacts and joints: impacts on velocities, contacts that stay closed by
// accelerations, and Moreau and Jean's scheme through accumulations of impacts.
#pragma once

#include <vector>

#include "simulation/event_driven/between_events/event_search.hpp"
#include "simulation/event_driven/between_events/smooth_phase.hpp"
#include "simulation/event_driven/contact_physics/capture_scheme.hpp"
#include "simulation/event_driven/contacts/contact_dynamics.hpp"
#include "simulation/event_driven/contacts/start_check.hpp"
#include "simulation/event_driven/event_physics.hpp"

namespace nsds {

/// What the course of contacts depends on beside the numbers of the model and the integrator.
struct ContactCourse {
  ContactStates contacts;
  std::vector<double> impulses;  ///< (rows) of the last impact, or of all that were captured
  CaptureSequence sequence;
};

class ContactPhysics final : public EventPhysics {
 public:
  /// All are borrowed.
  ContactPhysics(Model& model, SmoothIntegrator& integrator, SolveLoop& loop, Thresholds& zero);

  /// Projects joints that do not hold where the user has moved something, instead of refusing them.
  void projectStart() { start_.project = true; }
  const ConsistencyReport& startReport() const { return start_.report; }

  /// v' of the whole model in its present state, with the constraints of the present motion: (dofs).
  Vector acceleration() { return phase_.acceleration(); }
  ContactImpact& impactLaw() { return dynamics_.impact.law(); }

  void compile(bool structure) override;
  bool takeLaws() override;
  void takeUpState() override;
  void noteContacts() override { pressedPairs_ = course_.contacts.pressedPairs(); }
  void takeNewContacts(std::uint64_t newest, Event& event) override;
  void forget() override;
  void begin() override { start_.begun = true; }

  bool isBeforeEvent() const override;
  void findFirst(Event& found) override { search_.findFirst(course_.contacts, found); }
  double valueAt(double t, const std::function<double(double)>& function) override {
    return search_.valueAt(t, function);
  }
  double approach(const Event& event, double earliest) override {
    return search_.approach(event, course_.contacts, earliest);
  }
  void step(double end) override;
  void moveModelTo(double t) override { phase_.moveModelTo(t); }
  void moveModelToEnd(double t) override { phase_.moveModelToEnd(t); }
  bool sampled() const override { return phase_.constraints().size() != 0; }
  Interaction* participant(std::size_t member) const override {
    return course_.contacts[member].relation.interaction;
  }
  std::size_t members() const override { return course_.contacts.size(); }

  void process(EventKind reached, const Event& event) override;
  bool changedNothing() const override;

  bool capturing() const override { return course_.sequence.on(); }
  double captureStep() const override { return course_.sequence.step; }
  double latestEnd() const override { return course_.sequence.latestEnd(); }
  double predictedEnd() const override { return course_.sequence.end; }
  void prepareCapture(double h) override;
  bool takeCaptureStep(double end, double h, std::int64_t number) override;
  void showCaptured(double h) override;
  void addCaptured(Event& event) const override;

  OneStepNSProblem& impactProblem() override { return dynamics_.impactProblem.formulation(); }
  OneStepNSProblem& accelerationProblem() override { return dynamics_.accelerationProblem.formulation(); }
  const IndexSet& indexSet(int level) const override;
  IndexSet frictionSet(bool slides) const override;
  const std::vector<double>& impulses() const override { return course_.impulses; }

  void backUp() override { backup_ = course_; }
  void returnToBackup() override { course_ = backup_; }
  void write(ByteWriter& to, bool known) const override;
  void read(ByteReader& from) override;
  void restoreIntegrator(const std::vector<double>& numbers) override {
    phase_.restore(course_.contacts, numbers);
  }

 private:
  // An event (contact_physics.cpp)
  bool changeVelocities(EventKind reached, const Event& event);

  // Accumulations (contact_capture.cpp)
  void beginCapture(const Accumulation& accumulation);
  void endCapture();
  double penetrationLeft() const;

  Model& model_;
  NonSmoothDynamicalSystem& nsds_;
  Thresholds& zero_;
  ContactDynamics dynamics_;
  SmoothPhase phase_;
  EventSearch search_;
  CaptureScheme captureScheme_;
  StartCheck start_;
  IndexSet all_;               // I0
  PressedPairs pressedPairs_;  // before contacts were made at an event
  ContactCourse course_;
  ContactCourse backup_;
  ClosedContacts sets_;
};

}  // namespace nsds

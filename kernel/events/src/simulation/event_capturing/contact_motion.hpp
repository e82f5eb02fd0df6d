// The motion of a model on a grid: smooth pieces of it, impacts on velocities, and the contacts that are kept closed between them.
#pragma once

#include <span>
#include <vector>

#include "modeling/byte_stream.hpp"
#include "simulation/event_driven/between_events/event_search.hpp"
#include "simulation/event_driven/between_events/smooth_phase.hpp"
#include "simulation/event_driven/contacts/contact_dynamics.hpp"
#include "simulation/event_driven/contacts/start_check.hpp"

namespace nsds {

/// What the course of contacts depends on beside the numbers of the model and the integrator.
struct ContactCourseOnGrid {
  ContactStates contacts;
  ClosedContacts sets;
  std::vector<double> impulses;  ///< (rows) of the present step
  std::vector<double> left;      ///< (rows) U that the last impacts left
  std::int64_t impacts = 0;      ///< problems solved
};

class ContactMotion {
 public:
  /// All are borrowed.
  ContactMotion(Model& model, SmoothIntegrator& integrator, SolveLoop& loop, const Thresholds& zero);

  // What the user changed

  void projectStart() { start_.project = true; }
  const ConsistencyReport& startReport() const { return start_.report; }
  /// simulation: for messages; otherwise these are what EventPhysics says of the functions with the same names.
  void compile(bool structure, std::string_view simulation);
  bool takeLaws();
  /// penetration: by which gaps may be negative after the start [m].
  void takeUpState(double penetration);
  void forget() { course_.contacts = {}; }
  void begin() { start_.begun = true; }

  // The motion

  /// Starts the integrator at the state of the model. keep: contacts at rest become constraints.
  void start(bool keep);
  void clearImpulses() { std::fill(course_.impulses.begin(), course_.impulses.end(), 0.0); }
  /// Takes the model along the smooth motion to `end`.
  void moveTo(double end);
  /// Impacts at the present positions, of contacts that are closed there. before: (rows) U⁻. keep: as in start().
  void strike(const double* before, bool keep);
  /// Steps of the integrator until one has an event, or `end` is reached: false.
  bool findEvent(double end, Event& event);
  /// Takes the model to a time within the last step, by a step that ends there.
  void shortenTo(double t);
  /// A step of Moreau's scheme to `end`, with forces of the begin, in which contacts that are closed and those of the event are
  /// active. plastic: contacts that are not restituted.
  void bridge(double end, std::span<const std::size_t> closing, std::span<const std::size_t> plastic);
  /// Adds to an event the contacts whose gaps close by t, within the integrator's step.
  void joinClosing(double t, Event& event) { search_.joinClosing(course_.contacts, t, event); }

  SmoothIntegrator& integrator() const { return phase_.integrator(); }
  const ContactCourseOnGrid& course() const { return course_; }
  const double* rates() const { return nsds_.flat().rate(); }
  ContactDynamics& dynamics() { return dynamics_; }

  /// (positions) How far bodies were taken back to surfaces and joints since the last call of forgetDisplacement().
  const Vector& displacement() const { return displacement_; }
  void forgetDisplacement() { displacement_.setZero(); }

  // Rollback and saved states

  void restore(const ContactCourseOnGrid& course) { course_ = course; }
  /// known: the model has the structure that was compiled. Other contacts are not written.
  void write(ByteWriter& to, bool known) const;
  /// Errors: InvalidArgument if the bytes do not fit the model.
  void read(ByteReader& from);
  void restoreIntegrator(const std::vector<double>& numbers) { phase_.restore(course_.contacts, numbers); }

 private:
  const double* multipliers() const { return nsds_.flat().multiplier(); }
  bool pressesOn() const;
  bool stopReversedSlip();
  bool solveImpact(const double* before);
  void takeRatesBefore(std::span<const std::size_t> plastic);
  bool decide(bool afterImpact);
  void takeToConstraints();
  void displace(double time, VectorConstRef v);

  NonSmoothDynamicalSystem& nsds_;
  Model& model_;
  const Thresholds& zero_;
  ContactDynamics dynamics_;
  SmoothPhase phase_;
  EventSearch search_;
  StartCheck start_;
  ContactCourseOnGrid course_;
  ContactStates known_;         // before a decision
  std::vector<double> before_;  // (rows) U⁻ of a bridge
  Vector a_, velocity_, xi_;    // (dofs) v' and v at its begin; a displacement
  Vector q_, displacement_;     // (positions)
};

}  // namespace nsds

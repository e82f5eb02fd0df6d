#include "simulation/event_capturing/contact_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/event_driven/contacts/contact_laws.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

bool contains(std::span<const std::size_t> places, std::size_t place) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

}  // namespace

ContactMotion::ContactMotion(Model& model, SmoothIntegrator& integrator, SolveLoop& loop,
                             const Thresholds& zero)
    : nsds_(model.nsds()),
      model_(model),
      zero_(zero),
      dynamics_(nsds_, zero, loop),
      phase_(nsds_, dynamics_.mechanics, integrator),
      search_(nsds_, dynamics_.mechanics.contacts, phase_, zero) {}

// What the user changed

void ContactMotion::compile(bool structure, std::string_view simulation) {
  checkContactLaws(nsds_.interactions(), simulation);
  dynamics_.mechanics.compile(model_);
  if (structure) {
    if (!nsds_.interactions().empty()) dynamics_.chooseProblems(nsds_.interactions());
    course_.contacts.compile(allRelations(nsds_));
    for (ContactSet* set : {&course_.sets.closed, &course_.sets.atRest}) set->clear();
  }
  dynamics_.compile(nsds_, course_.contacts.jointsAlone());
  phase_.resize();
  search_.resize();
  for (std::vector<double>* x : {&course_.impulses, &course_.left, &before_})
    x->assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
  for (Vector* x : {&a_, &xi_, &velocity_}) x->setZero(nsds_.flat().dofs());
  for (Vector* x : {&q_, &displacement_}) x->setZero(nsds_.flat().positions());
}

bool ContactMotion::takeLaws() {
  if (!course_.contacts.takeFriction()) return false;
  dynamics_.forgetSets();
  return true;
}

/// Contacts that the user moved stay closed if gap and velocity are zero, but for the drift of integrators that do not project.
void ContactMotion::takeUpState(double penetration) {
  FlatVectors& flat = nsds_.flat();
  phase_.updateOutputs();
  const double speed = zero_.speed(velocityOf(nsds_));
  course_.contacts.release(flat.output(), flat.rate(), allowedDrift * zero_.scales.length,
                           allowedDrift * speed);
  start_.penetration = start_.begun ? penetration : 0.0;
  ConstraintRows joints =
      start_.check(course_.contacts, flat.output(), flat.rate(), speed, nsds_.time(), zero_);
  if (start_.project && !joints.empty())
    start_.report = phase_.project(std::move(joints), 1e-14 * zero_.scales.length, 0.0);
  std::copy_n(flat.rate(), flat.rows(), course_.left.begin());
}

// The motion

void ContactMotion::start(bool keep) {
  takeLaws();
  phase_.updateOutputs();
  FlatVectors& flat = nsds_.flat();
  // Contacts that approach are open: their impact is one of the step.
  if (keep) {
    const bool approach =
        course_.contacts.findClosed(flat.output(), flat.rate(), zero_, {}, course_.sets.closed);
    decide(approach);
  }
  phase_.start(course_.contacts);
}

/// Decides which of the closed contacts rest and which of them press; true if one of them is not what it was.
bool ContactMotion::decide(bool afterImpact) {
  known_ = course_.contacts;
  ClosedContacts& sets = course_.sets;
  course_.contacts.findAtRest(sets.closed, nsds_.flat().rate(), zero_.velocity(), afterImpact, sets.atRest);
  dynamics_.decide(course_.contacts, sets, course_.impulses.data());
  return !course_.contacts.sameStates(known_);
}

void ContactMotion::moveTo(double end) {
  SmoothIntegrator& integrator = phase_.integrator();
  while (integrator.endTime() < end) integrator.step(end);
  phase_.moveModelToEnd(end);
}

void ContactMotion::strike(const double* before, bool keep) {
  FlatVectors& flat = nsds_.flat();
  ContactStates& contacts = course_.contacts;
  if (contacts.jointsAlone()) return;
  takeLaws();
  const bool stopped = stopReversedSlip();
  contacts.findClosed(flat.output(), flat.rate(), zero_, {}, course_.sets.closed);
  const bool impact = solveImpact(before);
  // The smooth motion goes on as it did unless something has changed.
  const bool settled = !stopped && !impact && pressesOn();
  const bool changed = keep && !settled && decide(impact);
  if (changed) takeToConstraints();
  if (stopped || impact || changed) phase_.start(contacts);
  std::copy_n(flat.rate(), flat.rows(), course_.left.begin());
}

/// Tells whether closed contacts are those that press, and go on to by their forces: nothing is to be decided.
bool ContactMotion::pressesOn() const {
  const auto goesOn = [this](std::size_t i) {
    const Contact& contact = course_.contacts[i];
    if (contact.joint()) return true;
    const double* const force = multipliers() + contact.relation.row;
    if (contact.state != ContactState::pressed || force[0] <= zero_.force()) return false;
    if (contact.sticks() && contact.mu * force[0] - std::abs(force[1]) <= zero_.force()) return false;
    const bool slides = contact.slip != 0.0 && contact.mu != 0.0;
    return !slides || std::abs(rates()[contact.relation.row + 1]) > zero_.velocity();
  };
  const std::vector<std::size_t>& closed = course_.sets.closed.contacts;
  return std::all_of(closed.begin(), closed.end(), goesOn);
}

/// Takes back what friction has done after the end of a slip; false where no slip has ended.
bool ContactMotion::stopReversedSlip() {
  ConstraintRows rows = course_.contacts.stopReversedSlip(nsds_.flat().rate(), zero_.velocity());
  if (rows.empty()) return false;
  phase_.project(std::move(rows), Event::never, 0.0);
  return true;
}

/// Solves the impact of closed contacts where the law is not satisfied without an impulse; false where it is.
bool ContactMotion::solveImpact(const double* before) {
  FlatVectors& flat = nsds_.flat();
  const ContactSet& closed = course_.sets.closed;
  if (dynamics_.impact.leastFree(course_.contacts, closed, before, flat.rate()) >= -zero_.velocity())
    return false;
  dynamics_.impact.solveOver(nsds_.time(), closed, before, flat.rate(), flat.velocity(),
                             course_.impulses.data());
  ++course_.impacts;
  phase_.updateOutputs();
  return true;
}

bool ContactMotion::findEvent(double end, Event& event) {
  SmoothIntegrator& integrator = phase_.integrator();
  while (integrator.endTime() < end) {
    integrator.step(end);
    event.clear();
    search_.findFirst(course_.contacts, event);
    if (event.time <= integrator.endTime()) return true;
  }
  return false;
}

void ContactMotion::shortenTo(double t) {
  phase_.integrator().shorten(t);
  phase_.moveModelToEnd(t);
}

void ContactMotion::bridge(double end, std::span<const std::size_t> closing,
                           std::span<const std::size_t> plastic) {
  FlatVectors& flat = nsds_.flat();
  ContactStates& contacts = course_.contacts;
  const double h = end - nsds_.time();
  takeLaws();
  a_ = phase_.integrator().acceleration();
  // Bounces that gaps cannot tell from rounding end.
  ConstraintRows rows = contacts.stopMicroBounces(closing, flat.rate(), zero_.velocity());
  if (!rows.empty()) phase_.project(std::move(rows), Event::never, 0.0);
  const bool approach = contacts.findClosed(flat.output(), flat.rate(), zero_, closing, course_.sets.closed);
  takeRatesBefore(plastic);
  // The motion goes on to the end without impulses, and is struck there.
  velocity_ = velocityOf(nsds_);
  displace(h, velocity_);
  Eigen::Map<Vector>(flat.velocity(), flat.dofs()) += h * a_;
  flat.time() = end;
  phase_.updateOutputs();
  stopReversedSlip();
  const bool impact = solveImpact(before_.data());
  // Rest and slip are told by the rates that the law has made, at the positions of the impact.
  contacts.findAtRest(course_.sets.closed, flat.rate(), zero_.velocity(), approach || impact,
                      course_.sets.atRest);
  velocity_ = velocityOf(nsds_) - velocity_;
  displace(0.5 * h, velocity_);
  phase_.updateOutputs();
  dynamics_.decide(contacts, course_.sets, course_.impulses.data());
  takeToConstraints();
  phase_.start(contacts);
}

/// Takes U⁻ from the present rates of closed contacts; zero of those that are not restituted, or that part.
void ContactMotion::takeRatesBefore(std::span<const std::size_t> plastic) {
  std::copy_n(nsds_.flat().rate(), nsds_.flat().rows(), before_.begin());
  for (const std::size_t i : course_.sets.closed.contacts) {
    const Contact& contact = course_.contacts[i];
    if (contact.joint()) continue;
    double* const U = before_.data() + contact.relation.row;
    if (contains(plastic, i)) std::fill_n(U, contact.relation.rows, 0.0);
    U[0] = std::min(U[0], 0.0);
  }
}

/// Takes positions and velocities to joints and pressed contacts: an impact off its instant leaves a gap, which an integrator
/// would keep.
void ContactMotion::takeToConstraints() {
  ConstraintRows rows = course_.contacts.constraintRows();
  if (rows.empty()) return;
  q_ = positionOf(nsds_);
  phase_.project(std::move(rows), 1e-14 * zero_.scales.length, 0.0);
  displacement_ += positionOf(nsds_) - q_;
}

/// Moves the positions of the model along velocities for a time.
void ContactMotion::displace(double time, VectorConstRef v) {
  xi_ = time * v;
  q_ = positionOf(nsds_);
  const ModelSystems& systems = dynamics_.mechanics.systems;
  if (systems.plainPositions()) {
    q_ += xi_;
  } else {
    systems.displace(q_, xi_, q_);
    systems.normalise(q_);
  }
  std::copy_n(q_.data(), nsds_.flat().positions(), nsds_.flat().position());
}

}  // namespace nsds

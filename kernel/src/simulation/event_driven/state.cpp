// What event-driven simulation remembers beside the model's numbers.
#include <algorithm>
#include <cstring>

#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {

/// What a state keeps beside the model's numbers and those of the integrator.
struct Saved {
  std::int64_t step;
  std::int64_t events;
  std::int64_t eventsSinceSample;
  std::uint64_t fresh;      // the integrator runs from this state, with the present operators
  std::uint64_t disturbed;  // a user changed something that no step has seen
  double eventTime;
  std::int64_t eventKind;
  std::uint64_t searched, nextTimeEvent, timeEvents, stateEvents, kept, userEvents, numbers, impulses;
};

class Writer {
 public:
  template <class T>
  void write(const T* from, std::size_t count) {
    const auto* bytes = reinterpret_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count * sizeof(T));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(const std::vector<std::byte>& bytes) : from_(bytes.data()) {}
  template <class T>
  void read(T* to, std::size_t count) {
    if (count == 0) return;  // `to` may be null
    std::memcpy(to, from_, count * sizeof(T));
    from_ += count * sizeof(T);
  }

 private:
  const std::byte* from_;
};

}  // namespace

std::vector<std::byte> EventDriven::saveState() const {
  const Implementation& d = *impl_;
  if (d.stepped) throw Error("the state is defined between steps; finish the step with nextStep()");
  const bool disturbed = d.disturbed || d.seenStates != model_.nsds().changes().states ||
                         d.compiledOperators != model_.nsds().changes().operators;
  const bool fresh = d.started && !disturbed;
  // While a sequence is captured the integrator waits, with what it knew before.
  const std::vector<double> numbers =
      fresh && !d.sequence.on() ? d.smooth->saveState() : std::vector<double>{};
  const Saved saved{step(),
                    d.events,
                    d.eventsSinceSample,
                    fresh ? 1U : 0U,
                    disturbed ? 1U : 0U,
                    d.eventTime,
                    static_cast<std::int64_t>(d.eventKind),
                    d.searched ? 1U : 0U,
                    d.nextTimeEvent,
                    d.timeEvents.size(),
                    d.stateEvents.size(),
                    d.eventContacts.size(),
                    d.userEvents.size(),
                    numbers.size(),
                    d.sequence.on() ? d.impulses.size() : 0};
  Writer writer;
  writer.write(&saved, 1);
  for (const Implementation::Contact& contact : d.contacts) {
    writer.write(&contact.state, 1);
    writer.write(&contact.slip, 1);
    writer.write(&contact.mu, 1);
    writer.write(&contact.accumulates, 1);
  }
  writer.write(d.histories.data(), d.histories.size());
  writer.write(&d.sequence, 1);
  writer.write(d.impulses.data(), saved.impulses);
  writer.write(d.eventContacts.data(), d.eventContacts.size());
  writer.write(d.userEvents.data(), d.userEvents.size());
  for (const Implementation::StateEvent& event : d.stateEvents) writer.write(&event.armed, 1);
  writer.write(numbers.data(), numbers.size());
  return writer.take();
}

void EventDriven::checkRestorable() const {
  if (impl_->solving) {
    throw Error("setState() cannot be called from a check function; stop, and set the state then");
  }
}

void EventDriven::restoreState(const std::vector<std::byte>& bytes) {
  Implementation& d = *impl_;
  Reader reader(bytes);
  Saved saved{};
  reader.read(&saved, 1);
  d.stepped = false;
  d.started = false;
  d.lastEvent = std::numeric_limits<double>::quiet_NaN();
  d.repetitions = 0;
  d.events = saved.events;
  d.eventsSinceSample = saved.eventsSinceSample;
  moveTo(saved.step);
  stayAt(model_.nsds().time());
  if (d.compiledStructure != model_.nsds().structureVersion() ||
      d.compiledOperators != model_.nsds().changes().operators)
    d.compile();
  for (Implementation::Contact& contact : d.contacts) {
    reader.read(&contact.state, 1);
    reader.read(&contact.slip, 1);
    reader.read(&contact.mu, 1);
    reader.read(&contact.accumulates, 1);
  }
  reader.read(d.histories.data(), d.histories.size());
  reader.read(&d.sequence, 1);
  reader.read(d.impulses.data(), saved.impulses);
  d.eventContacts.resize(saved.kept);
  reader.read(d.eventContacts.data(), saved.kept);
  d.userEvents.resize(saved.userEvents);
  reader.read(d.userEvents.data(), saved.userEvents);
  for (std::size_t i = 0; i < saved.stateEvents; ++i) {
    bool armed = false;
    reader.read(&armed, 1);
    if (i < d.stateEvents.size()) d.stateEvents[i].armed = armed;
  }
  d.searched = saved.searched != 0;
  const double now = model_.nsds().time();
  const auto isAhead = [now](const Implementation::TimeEvent& event) { return event.time > now; };
  const auto ahead = std::find_if(d.timeEvents.begin(), d.timeEvents.end(), isAhead) - d.timeEvents.begin();
  // With events that were added since, integration starts anew.
  const bool sameEvents =
      saved.timeEvents == d.timeEvents.size() && saved.stateEvents == d.stateEvents.size();
  d.nextTimeEvent = sameEvents ? saved.nextTimeEvent : static_cast<std::size_t>(ahead);
  d.seenStates = model_.nsds().changes().states;
  d.disturbed = saved.disturbed != 0;
  if (saved.fresh == 0 || !sameEvents) return;
  if (!d.sequence.on()) {
    std::vector<double> numbers(saved.numbers);
    reader.read(numbers.data(), saved.numbers);
    d.keepPressed();
    d.smooth->restoreState(d.motion, numbers);
  }
  d.eventTime = saved.eventTime;
  d.eventKind = static_cast<EventKind>(saved.eventKind);
  d.trialTime = std::numeric_limits<double>::quiet_NaN();
  d.initialized = d.started = true;
}

}  // namespace nsds

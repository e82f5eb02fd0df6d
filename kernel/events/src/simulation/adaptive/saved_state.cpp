// What adaptive control remembers from sample to sample, beside what time stepping does.
#include "modeling/byte_stream.hpp"
#include "modeling/checks.hpp"
#include "simulation/adaptive/steps.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

/// What is written first; the bytes of time stepping follow.
struct SavedControl {
  SelectionState selection;
  StepControlReport report;
  AmongSteps state;
  std::vector<std::uint8_t> marks;
  std::vector<double> start, end;  // empty where no step is ahead
  std::vector<RelationMark> active;
  std::vector<double> memory;
  std::uint64_t damped = 0;

  void write(ByteWriter& to) const {
    to.write(selection);
    to.write(report);
    to.write(state);
    to.write(marks);
    to.write(start);
    to.write(end);
    to.write(active);
    to.write(memory);
    to.write(damped);
  }
  void read(ByteReader& from) {
    from.read(selection);
    from.read(report);
    from.read(state);
    from.read(marks);
    from.read(start);
    from.read(end);
    from.read(active);
    from.read(memory);
    from.read(damped);
  }
};

std::span<const std::byte> bytesOfStepping(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  SavedControl{}.read(reader);
  return reader.rest();
}

}  // namespace

std::vector<std::byte> AdaptiveTimeStepping::saveState() const {
  const Steps& s = *steps_;
  if (s.waiting) throw Error("the state is defined between steps; finish the step with nextStep()");
  SavedControl saved;
  saved.selection = s.selection.state();
  saved.report = s.selection.report;
  saved.state = s.state;
  if (s.state.marked != 0) saved.marks = s.marks;
  if (saved.state.ahead != 0 && s.isChanged()) saved.state.ahead = 0;
  if (saved.state.ahead != 0) {
    saved.start = s.start.values;
    saved.end = s.end.values;
    saved.active = marksOf(s.end.active);
    saved.memory = s.end.memory;
    saved.damped = s.end.damped ? 1U : 0U;
  }
  ByteWriter writer;
  saved.write(writer);
  std::vector<std::byte> bytes = writer.take();
  const std::vector<std::byte> stepping = TimeStepping::saveState();
  bytes.insert(bytes.end(), stepping.begin(), stepping.end());
  return bytes;
}

void AdaptiveTimeStepping::checkRestorable(std::span<const std::byte> bytes, bool interactions) const {
  TimeStepping::checkRestorable(bytesOfStepping(bytes), interactions);
}

void AdaptiveTimeStepping::remakeInteractions(std::span<const std::byte> bytes) {
  TimeStepping::remakeInteractions(bytesOfStepping(bytes));
}

void AdaptiveTimeStepping::restoreState(std::span<const std::byte> bytes, bool operatorsSet) {
  Steps& s = *steps_;
  ByteReader reader(bytes);
  SavedControl saved;
  saved.read(reader);
  const std::size_t size = model_.nsds().flat().values().size();
  const bool fits = saved.state.ahead == 0 || (saved.start.size() == size && saved.end.size() == size);
  check::that(fits,
              "the bytes of a saved state are damaged: the numbers of a step are not those of the model");
  TimeStepping::restoreState(reader.rest(), operatorsSet);
  stayAt(model_.nsds().time());
  s.waiting = s.arrived = false;
  s.selection.restore(saved.selection);
  s.selection.report = saved.report;
  s.state = saved.state;
  s.marks = saved.marks;
  s.errorStructure = 0;
  if (operatorsSet) s.state.ahead = 0;
  if (s.state.ahead != 0) {
    s.start.values = saved.start;
    s.end.values = saved.end;
    s.end.memory = saved.memory;
    s.end.damped = saved.damped != 0;
    findMarked(all_, saved.active, s.end.active);
  }
  s.markSeen();
}

}  // namespace nsds

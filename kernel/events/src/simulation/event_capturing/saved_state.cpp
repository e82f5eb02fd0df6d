// Saves the state of a simulation of event-capturing as bytes.
#include "modeling/checks.hpp"
#include "simulation/event_capturing/implementation.hpp"

namespace nsds {

namespace {

/// A saved state begins with this; contacts and the numbers of the integrator follow.
struct GridHeader {
  std::int64_t step;
  std::uint64_t integrating;  // the integrator runs from this state, with the present operators
  std::uint64_t changed;      // a user changed something that no step has seen
  std::uint64_t known;        // its contacts are those of the model
  SelectionState selection;   // of step control, zeros without
  StepControlReport report;
};

}  // namespace

std::string EventCapturing::stateDescription() const {
  return fmt::format("{} by {}, {}", stateName(), impl_->integrator->name(), instantsText());
}

std::vector<std::byte> EventCapturing::saveState() const {
  const Implementation& d = *impl_;
  if (d.stepped) throw Error("the state is defined between steps; finish the step with nextStep()");
  const bool changed = d.changes.statesDiffer(d.nsds) || d.changes.operatorsDiffer(d.nsds);
  const bool integrating = d.integrating && !changed;
  const bool known = !d.changes.structureDiffers(d.nsds);
  ByteWriter writer;
  GridHeader header{step(), integrating ? 1U : 0U, changed ? 1U : 0U, known ? 1U : 0U, {}, {}};
  if (d.controlled != nullptr) {
    header.selection = d.controlled->selection.state();
    header.report = d.controlled->selection.report;
  }
  writer.write(header);
  d.motion.write(writer, known);
  writer.write(integrating ? d.integrator->saveState() : std::vector<double>{});
  return writer.take();
}

void EventCapturing::checkRestorable(std::span<const std::byte> bytes, bool) const {
  if (impl_->loop.checking()) {
    throw Error("setState() cannot be called from a check function; stop, and set the state then");
  }
  const std::int64_t saved = ByteReader(bytes).read<GridHeader>().step;
  check::that(saved >= 0 && saved <= steps(), "the saved state is at step {} of {}", saved, steps());
}

void EventCapturing::restoreState(std::span<const std::byte> bytes, bool operatorsSet) {
  Implementation& d = *impl_;
  ByteReader reader(bytes);
  const auto header = reader.read<GridHeader>();
  moveTo(header.step);
  stayAt(time());
  d.stepped = d.integrating = false;
  d.nsds.setInStep(false);
  if (d.controlled != nullptr && header.report.accepted > 0) {
    d.controlled->selection.restore(header.selection);
    d.controlled->selection.report = header.report;
  }
  if (header.known == 0) {  // the next step takes contacts up, as it would have then
    d.motion.forget();
    d.changes.forgetStructure();
  } else if (d.changes.operatorsDiffer(d.nsds)) {
    d.compile();
  }
  d.motion.read(reader);
  d.changes.markTaken(d.nsds);
  if (header.changed != 0) d.changes.markPending();
  if (header.integrating == 0 || operatorsSet) return;
  std::vector<double> numbers;
  reader.read(numbers);
  d.motion.restoreIntegrator(numbers);
  d.integrating = true;
  d.motion.begin();
}

}  // namespace nsds

#include "modeling/model_description.hpp"

#include <fmt/core.h>

#include <boost/core/demangle.hpp>
#include <cstring>
#include <span>
#include <typeinfo>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"

namespace nsds {

namespace {

/// Equal lines that follow each other become one, with their number.
class Lines {
 public:
  void add(const std::string& line) {
    if (line != last_) flush();
    last_ = line;
    ++count_;
  }
  std::string take() {
    flush();
    return std::move(text_);
  }

 private:
  void flush() {
    if (count_ > 0) text_ += count_ == 1 ? last_ + "\n" : fmt::format("{} times {}\n", count_, last_);
    count_ = 0;
  }

  std::string text_;
  std::string last_;
  int count_ = 0;
};

/// FNV-1a of the bits of numbers: which of them differ does not matter, only that some do.
class Fingerprint {
 public:
  void add(const Vector& numbers) {
    add(std::as_bytes(std::span(numbers.data(), static_cast<std::size_t>(numbers.size()))));
  }
  void add(ObjectId id) { add(std::as_bytes(std::span(&id.value, 1))); }
  std::uint64_t value() const { return hash_; }

 private:
  void add(std::span<const std::byte> bytes) {
    for (const std::byte b : bytes) hash_ = (hash_ ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3U;
  }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

template <class T>
std::string typeName(const T& object) {
  return boost::core::demangle(typeid(object).name());
}

std::string lineOf(const DynamicalSystem& system) {
  // A name that was not given counts the systems, which would make every line different.
  const std::string name = system.isNamed() ? fmt::format(" \"{}\"", system.name()) : "";
  return fmt::format("system {}{}: {} coordinates, {} degrees of freedom", typeName(system), name,
                     system.positionSize(), system.dimension());
}

std::string lineOf(const Interaction& interaction) {
  return fmt::format("link {} of {} systems: {} rows, {}", typeName(interaction.relation()),
                     interaction.systems().size(), interaction.rows(), typeName(interaction.law()));
}

Fingerprint idsOf(const NonSmoothDynamicalSystem& nsds) {
  Fingerprint fingerprint;
  for (const auto& system : nsds.systems()) fingerprint.add(system->id());
  for (const auto& interaction : nsds.interactions())
    if (!interaction->managed()) fingerprint.add(interaction->id());
  return fingerprint;
}

Fingerprint numbersOf(const NonSmoothDynamicalSystem& nsds) {
  Fingerprint fingerprint;
  for (const auto& system : nsds.systems()) {
    fingerprint.add(system->initialPosition());
    fingerprint.add(system->initialVelocity());
    if (const auto* mechanical = dynamic_cast<const MechanicalDS*>(system.get()))
      fingerprint.add(mechanical->massDiagonal());
  }
  return fingerprint;
}

/// Returns the line that begins at `at`, and moves it behind.
std::string_view nextLine(std::string_view text, std::size_t& at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(std::min(at, text.size()), end - at);
  at = end + 1;
  return line;
}

}  // namespace

std::string describe(const Model& model, const std::vector<StateParticipant*>& participants) {
  Lines lines;
  lines.add(fmt::format("time from {} to {} s", model.t0(), model.T()));
  for (const auto& system : model.nsds().systems()) lines.add(lineOf(*system));
  for (const auto& interaction : model.nsds().interactions())
    if (!interaction->managed()) lines.add(lineOf(*interaction));
  lines.add(fmt::format("order in which systems and links were added {:016x}", idsOf(model.nsds()).value()));
  lines.add(fmt::format("initial values and masses {:016x}", numbersOf(model.nsds()).value()));
  for (const StateParticipant* participant : participants) lines.add(participant->stateDescription());
  return lines.take();
}

void requireSameDescription(const std::string& saved, const std::string& present) {
  if (saved == present) return;
  std::size_t atSaved = 0;
  std::size_t atPresent = 0;
  while (atSaved < saved.size() || atPresent < present.size()) {
    const std::string_view lineSaved = atSaved < saved.size() ? nextLine(saved, atSaved) : "nothing";
    const std::string_view linePresent =
        atPresent < present.size() ? nextLine(present, atPresent) : "nothing";
    check::that(lineSaved == linePresent,
                R"(the saved state belongs to another model: it has "{}" where this one has "{}")", lineSaved,
                linePresent);
  }
}

}  // namespace nsds

// Observers save what they have seen and restore it in another process.
#include <tuple>

#include "modeling/byte_stream.hpp"
#include "nsds/kernel/simulation/energy_balance.hpp"
#include "nsds/kernel/simulation/step_records.hpp"

namespace nsds {

namespace {

template <class... Values>
std::vector<std::byte> written(const Values&... values) {
  ByteWriter writer;
  (writer.write(values), ...);
  return writer.take();
}

/// Nothing is read unless all is there.
template <class... Values>
void readInto(std::span<const std::byte> bytes, Values&... values) {
  ByteReader reader(bytes);
  std::tuple<Values...> all;
  std::apply([&](Values&... value) { (reader.read(value), ...); }, all);
  check::that(reader.rest().empty(), "the bytes of an observer are followed by {} more",
              reader.rest().size());
  std::tie(values...) = std::move(all);
}

}  // namespace

std::vector<std::byte> ConstraintViolation::saveState() const {
  return written(penetration_, bilateral_, penetrationNow_, bilateralNow_);
}

void ConstraintViolation::restoreState(std::span<const std::byte> bytes) {
  readInto(bytes, penetration_, bilateral_, penetrationNow_, bilateralNow_);
}

std::vector<std::byte> Complementarity::saveState() const {
  return written(product_, attraction_, approach_, outOfCone_, outOfRollingCone_);
}

void Complementarity::restoreState(std::span<const std::byte> bytes) {
  readInto(bytes, product_, attraction_, approach_, outOfCone_, outOfRollingCone_);
}

std::vector<std::byte> IndexSetHistory::saveState() const {
  return written(active_, changes_, seen_);
}

void IndexSetHistory::restoreState(std::span<const std::byte> bytes) {
  readInto(bytes, active_, changes_, seen_);
}

std::vector<std::byte> SolverEffort::saveState() const {
  return written(solver_, newton_, solverBefore_, newtonBefore_);
}

void SolverEffort::restoreState(std::span<const std::byte> bytes) {
  readInto(bytes, solver_, newton_, solverBefore_, newtonBefore_);
}

std::vector<std::byte> EnergyBalance::saveState() const {
  return written(now_, worstDefect_, largestExchange_, history_);
}

void EnergyBalance::restoreState(std::span<const std::byte> bytes) {
  readInto(bytes, now_, worstDefect_, largestExchange_, history_);
}

}  // namespace nsds

#include "trajectory/body_states.hpp"

#include <algorithm>
#include <cmath>

namespace nsds::io {

namespace {

/// Numbers read at once: a chunk of the file is then inflated a few times, not once a frame.
constexpr std::size_t kBlockNumbers = std::size_t{1} << 20;

bool isPlanar(const RecordedSystem& system) {
  return system.kind == RecordedKind::lagrangian && system.coordinates == 3;
}

BodyState spatial(const double* q, const double* v) {
  BodyState state{{{q[0], q[1], q[2]}, {q[3], q[4], q[5], q[6]}}};
  if (v != nullptr) state.velocity = {v[0], v[1], v[2]};
  return state;
}

BodyState planar(const double* q, const double* v) {
  BodyState state{{{q[0], q[1], 0.0}, {std::cos(0.5 * q[2]), 0.0, 0.0, std::sin(0.5 * q[2])}}};
  if (v != nullptr) state.velocity = {v[0], v[1], 0.0};
  return state;
}

}  // namespace

BodyStates::BodyStates(const TrajectoryFile& run)
    : run_(&run), q_{run.columns("states/q")}, v_{run.columns("states/v")} {
  std::unordered_map<std::uint64_t, const RecordedSystem*> planarSystems;
  for (const RecordedSystem& system : run.systems()) {
    if (system.q + system.coordinates > q_.columns) continue;
    if (v_.columns != 0 && system.v + system.dimension > v_.columns) continue;
    if (system.kind == RecordedKind::rigidBody && system.coordinates == 7 && system.dimension == 6)
      bodies_[system.id] = &system;
    if (isPlanar(system)) planarSystems[system.id] = &system;
  }
  for (const RecordedShape& shape : run.shapes())
    if (const auto found = planarSystems.find(shape.system); found != planarSystems.end())
      bodies_.insert(*found);
}

void BodyStates::read(std::size_t frame) {
  frame_ = frame;
  if (frame >= first_ && frame - first_ < count_) return;
  first_ = frame;
  const std::size_t most = std::max<std::size_t>(kBlockNumbers / std::max<std::size_t>(q_.columns, 1), 1);
  count_ = std::min(most, run_->frames() - frame);
  for (const auto& [block, name] : {std::pair(&q_, "states/q"), std::pair(&v_, "states/v")})
    if (block->columns != 0) block->rows = run_->rows(name, first_, count_);
}

bool BodyStates::isBody(std::uint64_t id) const {
  return bodies_.contains(id);
}

std::optional<BodyState> BodyStates::find(std::uint64_t id) const {
  const auto found = bodies_.find(id);
  if (found == bodies_.end()) return std::nullopt;
  const RecordedSystem& system = *found->second;
  if (!system.lifetime.contains(frame_)) return std::nullopt;
  const double* q = row(q_) + system.q;
  const double* v = v_.columns == 0 ? nullptr : row(v_) + system.v;
  const auto finite = [](double number) { return std::isfinite(number); };
  if (!std::all_of(q, q + system.coordinates, finite)) return std::nullopt;
  return system.kind == RecordedKind::rigidBody ? spatial(q, v) : planar(q, v);
}

}  // namespace nsds::io

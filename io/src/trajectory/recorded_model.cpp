#include "trajectory/recorded_model.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "nsds/kernel/contact/contact_relation.hpp"
#include "nsds/kernel/joints/joint.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"
#include "trajectory/shape_json.hpp"

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

std::string lineOf(std::size_t frame, const char* what, Json description) {
  const Json line{{"frame", frame}, {what, std::move(description)}};
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// What the coordinates are: those of a rigid body in space or any.
const char* kindOf(const DynamicalSystem& system) {
  if (dynamic_cast<const NewtonEulerDS*>(&system) != nullptr) return "rigid_body";
  return system.order() == 1 ? "first_order" : "lagrangian";
}

Json jsonOf(const std::array<double, 3>& x) {
  return {x[0], x[1], x[2]};
}

/// Contacts are recorded as points, other links by their rows.
bool isRow(const Interaction& interaction) {
  return !interaction.managed() && dynamic_cast<const ContactR*>(&interaction.relation()) == nullptr;
}

Json descriptionOf(const Interaction& link, std::size_t row) {
  Json json{{"id", link.id().value},    {"name", link.name()}, {"relation", link.relation().name()},
            {"law", link.law().name()}, {"row", row},          {"rows", link.rows()}};
  for (const DynamicalSystem* system : link.systems()) json["systems"].push_back(system->id().value);
  if (const auto* joint = dynamic_cast<const JointR*>(&link.relation())) {
    json["anchors"] = {jsonOf(joint->frames().first.origin), jsonOf(joint->frames().second.origin)};
  }
  return json;
}

/// Ids grow: what was added later stands later.
template <class Columns>
bool isKnown(const std::vector<Columns>& all, ObjectId id) {
  const auto found =
      std::lower_bound(all.begin(), all.end(), id.value,
                       [](const Columns& columns, std::uint64_t value) { return columns.id.value < value; });
  return found != all.end() && found->id == id;
}

}  // namespace

std::string RecordedModel::update(const Model& model, const CollisionDetection* detection,
                                  std::size_t frame) {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  // What was added or removed since the last step has no place in the flat vectors yet, or still has one.
  if (nsds.userStructure() == seen_ || nsds.structureChanged()) return {};
  seen_ = nsds.userStructure();
  std::string lines;
  addSystems(nsds, frame, lines);
  addLinks(nsds, frame, lines);
  if (detection != nullptr) addShapes(*detection, frame, lines);
  return lines;
}

void RecordedModel::addSystems(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines) {
  for (SystemColumns& columns : systems_) {
    columns.system = nsds.findSystem(columns.id);
    if (columns.there && columns.system == nullptr) lines += lineOf(frame, "removed", columns.id.value);
    columns.there = columns.system != nullptr;
  }
  for (const auto& system : nsds.systems()) {
    if (isKnown(systems_, system->id())) continue;
    systems_.push_back({system->id(), positions_, velocities_, true, system.get()});
    lines += lineOf(frame, "system",
                    {{"id", system->id().value},
                     {"name", system->name()},
                     {"kind", kindOf(*system)},
                     {"q", positions_},
                     {"coordinates", system->positionSize()},
                     {"v", velocities_},
                     {"dimension", system->dimension()}});
    positions_ += static_cast<std::size_t>(system->positionSize());
    velocities_ += static_cast<std::size_t>(system->dimension());
  }
}

void RecordedModel::addLinks(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines) {
  for (LinkColumns& columns : links_) {
    columns.link = nsds.findInteraction(columns.id);
    if (columns.there && columns.link == nullptr) lines += lineOf(frame, "removed", columns.id.value);
    columns.there = columns.link != nullptr;
  }
  for (const auto& interaction : nsds.interactions()) {
    if (!isRow(*interaction) || isKnown(links_, interaction->id())) continue;
    links_.push_back({interaction->id(), rows_, true, interaction.get()});
    lines += lineOf(frame, "link", descriptionOf(*interaction, rows_));
    rows_ += static_cast<std::size_t>(interaction->rows());
  }
}

void RecordedModel::addShapes(const CollisionDetection& detection, std::size_t frame, std::string& lines) {
  const bool first = shapes_.empty();
  for (const CollisionShape& shape : detection.shapes()) {
    const std::uint64_t id = shape.body == nullptr ? 0 : shape.body->id().value;
    if (id == 0 ? !first : std::find(shapes_.begin(), shapes_.end(), id) != shapes_.end()) continue;
    shapes_.push_back(id);
    lines += lineOf(frame, "shape", io::jsonOf(shape));
  }
}

nlohmann::json RecordedModel::saveState() const {
  nlohmann::json state{{"q", positions_}, {"v", velocities_}, {"rows", rows_}, {"shapes", shapes_}};
  for (const SystemColumns& s : systems_)
    state["systems"].push_back({s.id.value, s.position, s.velocity, s.there});
  for (const LinkColumns& l : links_) state["links"].push_back({l.id.value, l.row, l.there});
  return state;
}

void RecordedModel::restoreState(const nlohmann::json& state) {
  *this = {};
  positions_ = state.at("q");
  velocities_ = state.at("v");
  rows_ = state.at("rows");
  shapes_ = state.at("shapes").get<std::vector<std::uint64_t>>();
  for (const auto& s : state.value("systems", nlohmann::json::array()))
    systems_.push_back({ObjectId{s.at(0)}, s.at(1), s.at(2), s.at(3)});
  for (const auto& l : state.value("links", nlohmann::json::array()))
    links_.push_back({ObjectId{l.at(0)}, l.at(1), l.at(2)});
}

/// Copies a part of each system, from a block of the flat vectors, to its columns.
template <class PartOf>
std::span<const double> RecordedModel::systemRow(std::size_t columns, const PartOf& partOf) {
  row_.assign(columns, absent);
  for (const SystemColumns& system : systems_)
    if (system.system != nullptr) partOf(system);
  return row_;
}

std::span<const double> RecordedModel::positions(const NonSmoothDynamicalSystem& nsds) {
  return systemRow(positions_, [&](const SystemColumns& columns) {
    std::copy_n(nsds.flat().position() + nsds.placement(*columns.system).position,
                columns.system->positionSize(), row_.data() + columns.position);
  });
}

std::span<const double> RecordedModel::velocities(const NonSmoothDynamicalSystem& nsds) {
  // Velocities follow the positions in the block, which begins with the time.
  const double* velocity = nsds.flat().values().data() + 1 + nsds.flat().positions();
  return systemRow(velocities_, [&](const SystemColumns& columns) {
    std::copy_n(velocity + nsds.placement(*columns.system).dof, columns.system->dimension(),
                row_.data() + columns.velocity);
  });
}

template <class ViewOf>
std::span<const double> RecordedModel::linkRow(const ViewOf& viewOf) {
  row_.assign(rows_, absent);
  for (const LinkColumns& columns : links_) {
    if (columns.link == nullptr) continue;
    const VectorView view = viewOf(*columns.link);
    std::copy_n(view.data(), view.size(), row_.data() + columns.row);
  }
  return row_;
}

std::span<const double> RecordedModel::outputs() {
  return linkRow([](const Interaction& link) { return link.y(); });
}

std::span<const double> RecordedModel::rates() {
  return linkRow([](const Interaction& link) { return link.velocity(); });
}

std::span<const double> RecordedModel::multipliers() {
  return linkRow([](const Interaction& link) { return link.lambda(); });
}

}  // namespace nsds::io

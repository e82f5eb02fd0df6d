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

/// impulses: those of mechanical systems are taken over a step.
Json descriptionOf(const Interaction& link, std::size_t row, bool impulses) {
  const bool mechanical = link.systems().front()->order() == 2;
  Json json{{"id", link.id().value},
            {"name", link.name()},
            {"relation", link.relation().name()},
            {"law", link.law().name()},
            {"row", row},
            {"rows", link.rows()},
            {"multiplier", impulses && mechanical ? "impulse" : "force"}};
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
  if (nsds.userStructure() == seen_) return {};
  seen_ = nsds.userStructure();
  std::string lines;
  addSystems(nsds, frame, lines);
  addLinks(nsds, frame, lines);
  if (detection != nullptr) addShapes(*detection, frame, lines);
  return lines;
}

void RecordedModel::addSystems(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines) {
  std::erase_if(systems_, [&](SystemColumns& columns) {
    columns.system = nsds.findSystem(columns.id);
    if (columns.system != nullptr) return false;
    lines += lineOf(frame, "removed", columns.id.value);
    positions_.giveBack(columns.position.first, columns.position.width);
    velocities_.giveBack(columns.velocity.first, columns.velocity.width);
    return true;
  });
  // What was removed stays among them until the next step.
  for (const auto& system : nsds.systems()) {
    if (isKnown(systems_, system->id()) || nsds.findSystem(system->id()) == nullptr) continue;
    const auto coordinates = static_cast<std::size_t>(system->positionSize());
    const auto dimension = static_cast<std::size_t>(system->dimension());
    const SystemColumns columns{system->id(),
                                {positions_.take(coordinates), coordinates},
                                {velocities_.take(dimension), dimension},
                                system.get()};
    systems_.push_back(columns);
    lines += lineOf(frame, "system",
                    {{"id", system->id().value},
                     {"name", system->name()},
                     {"kind", kindOf(*system)},
                     {"q", columns.position.first},
                     {"coordinates", coordinates},
                     {"v", columns.velocity.first},
                     {"dimension", dimension}});
  }
}

void RecordedModel::addLinks(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines) {
  std::erase_if(links_, [&](LinkColumns& columns) {
    columns.link = nsds.findInteraction(columns.id);
    if (columns.link != nullptr) return false;
    lines += lineOf(frame, "removed", columns.id.value);
    rows_.giveBack(columns.rows.first, columns.rows.width);
    return true;
  });
  for (const auto& interaction : nsds.interactions()) {
    if (!isRow(*interaction) || isKnown(links_, interaction->id())) continue;
    if (nsds.findInteraction(interaction->id()) == nullptr) continue;
    const auto width = static_cast<std::size_t>(interaction->rows());
    links_.push_back({interaction->id(), {rows_.take(width), width}, interaction.get()});
    lines += lineOf(frame, "link", descriptionOf(*interaction, links_.back().rows.first, impulses_));
  }
}

void RecordedModel::addShapes(const CollisionDetection& detection, std::size_t frame, std::string& lines) {
  std::vector<std::uint64_t> moving;
  std::size_t fixed = 0;
  // The shapes of a body stand together, and new ones come behind those that it had.
  std::ptrdiff_t ofBody = 0;
  for (const CollisionShape& shape : detection.shapes()) {
    bool known = false;
    if (shape.body == nullptr) {
      known = fixed++ < fixedShapes_;
    } else {
      const std::uint64_t id = shape.body->id().value;
      ofBody = moving.empty() || moving.back() != id ? 0 : ofBody + 1;
      moving.push_back(id);
      const auto before = std::equal_range(shapes_.begin(), shapes_.end(), id);
      known = ofBody < before.second - before.first;
    }
    if (!known) lines += lineOf(frame, "shape", io::jsonOf(shape));
  }
  std::sort(moving.begin(), moving.end());
  shapes_ = std::move(moving);
  fixedShapes_ = fixed;
}

nlohmann::json RecordedModel::saveState() const {
  nlohmann::json state{{"q", positions_.saveState()},     {"v", velocities_.saveState()},
                       {"rows", rows_.saveState()},       {"shapes", shapes_},
                       {"fixed_shapes", fixedShapes_},    {"systems", nlohmann::json::array()},
                       {"links", nlohmann::json::array()}};
  for (const SystemColumns& s : systems_)
    state["systems"].push_back(
        {s.id.value, s.position.first, s.position.width, s.velocity.first, s.velocity.width});
  for (const LinkColumns& l : links_) state["links"].push_back({l.id.value, l.rows.first, l.rows.width});
  return state;
}

void RecordedModel::restoreState(const nlohmann::json& state) {
  *this = RecordedModel(impulses_);
  positions_.restoreState(state.at("q"));
  velocities_.restoreState(state.at("v"));
  rows_.restoreState(state.at("rows"));
  shapes_ = state.at("shapes").get<std::vector<std::uint64_t>>();
  fixedShapes_ = state.at("fixed_shapes");
  for (const auto& s : state.at("systems"))
    systems_.push_back({ObjectId{s.at(0)}, {s.at(1), s.at(2)}, {s.at(3), s.at(4)}});
  for (const auto& l : state.at("links")) links_.push_back({ObjectId{l.at(0)}, {l.at(1), l.at(2)}});
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
  return systemRow(positions_.columns(), [&](const SystemColumns& columns) {
    std::copy_n(nsds.position(*columns.system), columns.position.width, row_.data() + columns.position.first);
  });
}

std::span<const double> RecordedModel::velocities(const NonSmoothDynamicalSystem& nsds) {
  return systemRow(velocities_.columns(), [&](const SystemColumns& columns) {
    std::copy_n(nsds.velocity(*columns.system), columns.velocity.width, row_.data() + columns.velocity.first);
  });
}

template <class ViewOf>
std::span<const double> RecordedModel::linkRow(const ViewOf& viewOf) {
  row_.assign(rows_.columns(), absent);
  for (const LinkColumns& columns : links_) {
    if (columns.link == nullptr) continue;
    const VectorView view = viewOf(*columns.link);
    std::copy_n(view.data(), view.size(), row_.data() + columns.rows.first);
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

#include "scene/building/recording.hpp"

#include <algorithm>
#include <functional>

#include "nsds/kernel/modeling/mechanical_ds.hpp"

namespace nsds::io::scene {

namespace {

using Quantity = std::function<double()>;

/// The index of an entry that has to be there.
Index indexBelow(const Node& quantity, Index count) {
  const Node index = quantity["index"];
  if (index.integer() >= count)
    (index.given() ? index : quantity)
        .refuse(fmt::format("there is no entry {}; there are {}", index.integer(), count));
  return static_cast<Index>(index.integer());
}

Quantity ofSystem(const Node& quantity, const Parts& parts) {
  const auto* system = static_cast<const MechanicalDS*>(parts.systems.find(quantity["of"]));
  const std::string kind = quantity.name();
  if (kind == "kinetic_energy") return [system] { return system->kineticEnergy(); };
  const Index k = indexBelow(quantity, kind == "position" ? system->positionSize() : system->dimension());
  if (kind == "position") return [system, k] { return system->q()[k]; };
  return [system, k] { return system->v()[k]; };
}

Quantity ofLink(const Node& quantity, const Parts& parts) {
  const Interaction* link = parts.links.find(quantity["of"]);
  const Index k = indexBelow(quantity, link->rows());
  if (quantity.name() == "gap") return [link, k] { return link->y()[k]; };
  return [link, k] { return link->lambda()[k]; };
}

Quantity ofJoint(const Node& quantity, const Parts& parts) {
  const LinkedJoint& joint = parts.joints.find(quantity["of"]);
  const Index k = indexBelow(quantity, joint.joint->coordinates());
  return [joint, k] {
    Vector q(7 * static_cast<Index>(joint.bodies.size()));
    for (std::size_t b = 0; b < joint.bodies.size(); ++b)
      q.segment(7 * static_cast<Index>(b), 7) = static_cast<const MechanicalDS*>(joint.bodies[b])->q();
    return joint.joint->coordinate(k, q);
  };
}

Quantity ofContacts(const Node& quantity, const Parts& parts) {
  if (!parts.contacts) quantity.refuse("no body has a shape");
  return [contacts = parts.contacts.get()] { return static_cast<double>(contacts->contacts()); };
}

Quantity ofSensor(const Node& quantity, const Parts& parts) {
  return [sensor = parts.sensors.find(quantity["of"]), contacts = parts.contacts.get()] {
    const std::vector<SensedPair> pairs = contacts->sensed();
    const auto ours = [&](const SensedPair& pair) { return pair.sensorName == sensor; };
    return static_cast<double>(std::ranges::count_if(pairs, ours));
  };
}

Quantity quantityOf(const Node& quantity, const Parts& parts) {
  const std::string kind = quantity.name();
  if (kind == "contacts") return ofContacts(quantity, parts);
  if (kind == "touched") return ofSensor(quantity, parts);
  if (kind == "joint_coordinate") return ofJoint(quantity, parts);
  if (kind == "gap" || kind == "multiplier") return ofLink(quantity, parts);
  return ofSystem(quantity, parts);
}

/// A column for each coordinate and velocity.
void addAllColumns(const Parts& parts, Recorder& recorder) {
  for (const auto& one : parts.model->nsds().systems()) {
    const auto* system = static_cast<const MechanicalDS*>(one.get());
    for (Index k = 0; k < system->positionSize(); ++k)
      recorder.column(fmt::format("{}.q{}", system->name(), k), "", [system, k] { return system->q()[k]; });
    for (Index k = 0; k < system->dimension(); ++k)
      recorder.column(fmt::format("{}.v{}", system->name(), k), "", [system, k] { return system->v()[k]; });
  }
}

}  // namespace

void addColumns(const Node& scene, const Parts& parts, Recorder& recorder) {
  const Node recording = scene["recording"];
  recorder.stride(static_cast<std::size_t>(recording["stride"].integer()));
  try {
    if (!recording.given() || !recording.has("columns")) return addAllColumns(parts, recorder);
    for (const Node& column : recording["columns"].items()) {
      try {
        recorder.column(column["name"].text(), column["unit"].text(),
                        quantityOf(column["value"].choice(), parts));
      } catch (const std::invalid_argument& error) {
        column.refuse(error.what());
      }
    }
  } catch (const std::invalid_argument& error) {
    scene["bodies"].refuse(error.what());  // a name that no header can hold
  }
}

RecordOptions recordOptionsOf(const Node& scene) {
  const Node recording = scene["recording"];
  const Node contacts = recording["contacts"];
  RecordOptions options;
  options.rate = recording["rate"].number();
  options.contacts = contacts.is("none")     ? RecordedContacts::none
                     : contacts.is("loaded") ? RecordedContacts::loaded
                                             : RecordedContacts::all;
  options.compression = static_cast<int>(recording["compression"].integer());
  return options;
}

}  // namespace nsds::io::scene

// What has been made of a scene, and the names that its sections call it by.
#pragma once

#include <fmt/core.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/kernel/contact/collision_detection.hpp"
#include "nsds/kernel/joints/joint.hpp"
#include "nsds/kernel/modeling/model.hpp"
#include "nsds/kernel/simulation/simulation.hpp"
#include "scene/building/node.hpp"
#include "scene/document/nearest_name.hpp"

namespace nsds::io::scene {

/// Objects of the model by their names.
template <class T>
class Named {
 public:
  /// kind: what messages call one of them.
  explicit Named(std::string kind) : kind_(std::move(kind)) {}

  /// Errors: SceneError if the name was given before.
  void add(const Node& name, T object) {
    if (!name.given()) return;
    if (!objects_.emplace(name.text(), std::move(object)).second)
      name.refuse(fmt::format("there is another {} \"{}\"", kind_, name.text()));
  }
  /// Errors: SceneError telling of the nearest name.
  const T& find(const Node& name) const {
    if (const T* object = find(name.text())) return *object;
    std::vector<std::string> names;
    for (const auto& entry : objects_) names.push_back(entry.first);
    name.refuse(fmt::format("there is no {} \"{}\"{}", kind_, name.text(), suggestion(name.text(), names)));
  }
  /// Null if there is none.
  const T* find(std::string_view name) const {
    const auto found = objects_.find(name);
    return found == objects_.end() ? nullptr : &found->second;
  }

 private:
  std::string kind_;
  std::map<std::string, T, std::less<>> objects_;
};

/// A joint that was linked, and its bodies in the order of the link.
struct LinkedJoint {
  const JointR* joint;
  std::vector<DynamicalSystem*> bodies;
};

struct Parts {
  // In the order in which they are made: what stands below may look at what stands above.
  std::unique_ptr<Model> model;
  std::unique_ptr<CollisionDetection> contacts;
  std::unique_ptr<Simulation> simulation;

  Named<DynamicalSystem*> systems{"body"};
  Named<Interaction*> links{"link"};
  Named<LinkedJoint> joints{"joint"};
  Named<std::string> sensors{"sensor"};  // as the detection calls them
};

}  // namespace nsds::io::scene

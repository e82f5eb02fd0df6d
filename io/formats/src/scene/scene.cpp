#include "nsds/io/scene.hpp"

#include <fmt/core.h>

#include <utility>

#include "file_text.hpp"
#include "nsds/io/run.hpp"
#include "scene/building/bodies.hpp"
#include "scene/building/contacts.hpp"
#include "scene/building/joints.hpp"
#include "scene/building/links.hpp"
#include "scene/building/parts.hpp"
#include "scene/building/recording.hpp"
#include "scene/building/simulations.hpp"
#include "scene/schema/scene_schema.hpp"
#include "scene/schema/schema_check.hpp"

namespace nsds::io {

namespace {

std::string messageOf(const std::string& place, const std::string& pointer, const std::string& message) {
  return fmt::format("{}: {}{}{}", place, pointer, pointer.empty() ? "" : ": ", message);
}

}  // namespace

SceneError::SceneError(const std::string& place, const std::string& pointer, const std::string& message)
    : std::runtime_error(messageOf(place, pointer, message)), pointer_(pointer) {}

struct Scene::Implementation {
  explicit Implementation(const scene::Document& document) : fingerprint(document.fingerprint()) {
    scene::ReadValues read;
    const scene::Node root(document, read);
    root["$schema"];
    root["nsds_scene"];
    title = root["title"].text();
    const double start = root["start"].number();
    parts.model = root["duration"].guard(
        [&] { return std::make_unique<Model>(start, start + root["duration"].number()); });
    scene::addBodies(root, parts);
    scene::addContacts(root, parts);
    scene::addJoints(root, parts);
    scene::addLinks(root, parts);
    scene::addSimulation(root, parts);
    scene::addColumns(root, parts, recorder);
    recordOptions = scene::recordOptionsOf(root);
    scene::requireAllRead(document, read);
  }

  std::string title;
  std::string fingerprint;
  scene::Parts parts;
  Recorder recorder;
  RecordOptions recordOptions;
};

Scene::Scene(std::unique_ptr<Implementation> implementation) : impl_(std::move(implementation)) {}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

Scene Scene::read(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  const auto refuse = [&](const std::string& message) { throw SceneError(file.string(), {}, message); };
  return parse(text::textOf(file, refuse), file.string(), settings);
}

Scene Scene::parse(const std::string& text, const std::string& name,
                   const std::vector<std::string>& settings) {
  scene::Document document(text, name);
  for (const std::string& setting : settings) document.set(setting);
  scene::requireSchema(document);
  return Scene(std::make_unique<Implementation>(document));
}

const std::string& Scene::title() const {
  return impl_->title;
}

Model& Scene::model() {
  return *impl_->parts.model;
}

Simulation& Scene::simulation() {
  return *impl_->parts.simulation;
}

Recorder& Scene::recorder() {
  return impl_->recorder;
}

const RecordOptions& Scene::recordOptions() const {
  return impl_->recordOptions;
}

CollisionDetection* Scene::contacts() {
  return impl_->parts.contacts.get();
}

DynamicalSystem& Scene::system(std::string_view name) {
  if (DynamicalSystem* const* system = impl_->parts.systems.find(name)) return **system;
  throw std::out_of_range(fmt::format("the scene has no body \"{}\"", name));
}

Interaction& Scene::link(std::string_view name) {
  if (Interaction* const* link = impl_->parts.links.find(name)) return **link;
  throw std::out_of_range(fmt::format("the scene has no link \"{}\"", name));
}

const std::string& Scene::fingerprint() const {
  return impl_->fingerprint;
}

std::string_view Scene::schema() {
  return scene::kSchemaText;
}

Run::Run(Scene& scene, const Parameters& parameters)
    : Run(scene.simulation(), parameters, scene.recordOptions()) {
  scene_ = scene.fingerprint();
}

}  // namespace nsds::io

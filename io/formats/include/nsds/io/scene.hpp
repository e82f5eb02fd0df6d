// Scenes: models and simulations described in a file of JSON, in place of a driver.
//
//   io::Scene scene = io::Scene::read("pile.json", {"/bodies/0/rigid/position/2=3"});
//   scene.simulation().run(scene.recorder());
//   scene.recorder().writeCsv("pile.csv");
//
// What a file may say is in schema(), a JSON Schema, and in docs/scenes.md. A setting is "POINTER=VALUE", POINTER the path
// of a value in the document as in RFC 6901, VALUE JSON, or text where it is none. `nsds run pile.json` does the same.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/io/formats_export.hpp"
#include "nsds/io/recorder.hpp"
#include "nsds/io/trajectory_writer.hpp"

namespace nsds {
class CollisionDetection;
class DynamicalSystem;
class Interaction;
class Model;
class Simulation;
}  // namespace nsds

namespace nsds::io {

/// A scene that is refused. what() is "FILE:LINE: POINTER: sentence", or "--set POINTER=VALUE: POINTER: sentence" where a
/// setting is at fault; without a line or pointer where there is none.
class NSDS_FORMATS_API SceneError : public std::runtime_error {
 public:
  SceneError(const std::string& place, const std::string& pointer, const std::string& message);
  /// Where in the document, as in RFC 6901; empty for the whole.
  const std::string& pointer() const noexcept { return pointer_; }

 private:
  std::string pointer_;
};

class NSDS_FORMATS_API Scene {
 public:
  /// Errors (here and below): SceneError.
  static Scene read(const std::filesystem::path& file, const std::vector<std::string>& settings = {});
  /// name: what messages call the text.
  static Scene parse(const std::string& text, const std::string& name,
                     const std::vector<std::string>& settings = {});
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  /// The sentence that the file says of itself; may be empty.
  const std::string& title() const;
  Model& model();
  Simulation& simulation();
  /// The columns of the section `recording`: an observer for the simulation.
  Recorder& recorder();
  /// What the section `recording` says of files that --record asks for.
  const RecordOptions& recordOptions() const;
  /// The detection of contacts; null where no body has a shape.
  CollisionDetection* contacts();

  /// What the file names. Errors: std::out_of_range.
  DynamicalSystem& system(std::string_view name);
  /// A joint, a stop, a motor, or another link.
  Interaction& link(std::string_view name);

  /// Two scenes with the same values in the same order, settings included, have the same fingerprint.
  const std::string& fingerprint() const;

  /// The JSON Schema of the files.
  static std::string_view schema();

 private:
  struct Implementation;
  explicit Scene(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds::io

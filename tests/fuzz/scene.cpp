// A text either is refused with a SceneError, or gives a scene that is the same when it is read again. Where the text is
// short it is also taken as a setting of a scene that is in order.
#include <nsds/io/scene.hpp>
#include <string>

#include "check.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

constexpr const char* kScene =
    R"({"nsds_scene": 1, "duration": 1, "gravity": [0, 0, -10],
        "bodies": [{"rigid": {"name": "a", "mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}}}],
        "contact": {"law": {"newton_friction": {"friction": 0.5}}},
        "joints": [{"pivot": {"name": "j", "bodies": ["a"], "anchor": [0, 0, 0], "axis": [0, 0, 1]}}],
        "simulation": {"time_stepping": {"step": 0.1}}})";

void read(const std::string& text, const std::vector<std::string>& settings) {
  try {
    const io::Scene first = io::Scene::parse(text, "first", settings);
    const io::Scene second = io::Scene::parse(text, "second", settings);
    NSDS_FUZZ_CHECK(first.fingerprint() == second.fingerprint(),
                    "the scene is another when it is read again");
  } catch (const io::SceneError& refusal) {
    NSDS_FUZZ_CHECK(std::string(refusal.what()).rfind("second", 0) != 0, refusal.what());
  }
}

}  // namespace

void scene(std::span<const std::uint8_t> bytes) {
  const std::string text(bytes.begin(), bytes.end());
  read(text, {});
  if (text.size() < 100) read(kScene, {text});
}

}  // namespace nsds::fuzz

// Each scene that cannot be shown is refused by a sentence that names what is wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "io/temporary_folder.hpp"
#include "io/view/sample_scenes.hpp"

namespace nsds::io::view::scene_check_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Wrong {
  const char* says;
  std::function<void(Scene&)> change;
};

// Body 0 of the planar sample is a disk, body 4 the floor; that of the spatial one a ball, body 7 the ground.
std::vector<Wrong> wrongInThePlane() {
  return {
      {"body 0 \"disk\", shape 0 has a radius that is not positive",
       [](Scene& s) { s.bodies[0].shapes = {{Disk{0.0}}}; }},
      {"body 0 \"disk\", shape 0 has a radius that is not positive",
       [](Scene& s) { s.bodies[0].shapes = {{Disk{kNan}}}; }},
      {"shape 0 is for scenes in space", [](Scene& s) { s.bodies[0].shapes = {{Sphere{0.1}}}; }},
      {"shape 0 is for scenes in space",
       [](Scene& s) {
         s.bodies[0].shapes = {{Box{{1.0, 1.0, 1.0}}}};
       }},
      {"shape 0 has fewer than two vertices",
       [](Scene& s) {
         s.bodies[1].shapes = {{Polygon{{{0.0, 0.0}}, 0.1}}};
       }},
      {"shape 0 has no width",
       [](Scene& s) {
         s.bodies[1].shapes = {{Polygon{{{0.0, 0.0}, {1.0, 0.0}}, 0.0}}};
       }},
      {"shape 0 has a radius that is negative",
       [](Scene& s) {
         s.bodies[1].shapes = {{Polygon{{{0.0, 0.0}, {1.0, 0.0}}, -0.1}}};
       }},
      {"shape 0 has a vertex that is not finite",
       [](Scene& s) {
         s.bodies[1].shapes = {{Polygon{{{0.0, kNan}, {1.0, 0.0}}, 0.1}}};
       }},
      {"has a normal out of the plane",
       [](Scene& s) {
         s.bodies[4].shapes = {{HalfSpace{{0.0, 0.0, 1.0}, 0.0}}};
       }},
      {"has a normal that is not a unit vector",
       [](Scene& s) {
         s.bodies[4].shapes = {{HalfSpace{{0.0, 2.0, 0.0}, 0.0}}};
       }},
      {"has an offset that is not finite",
       [](Scene& s) {
         s.bodies[4].shapes = {{HalfSpace{{0.0, 1.0, 0.0}, kNan}}};
       }},
      {"body 4 \"floor\": the position is not finite", [](Scene& s) { s.bodies[4].pose.x[0] = kNan; }},
      {"body 4 \"floor\": the quaternion is not a unit",
       [](Scene& s) {
         s.bodies[4].pose.quaternion = {0.0, 0.0, 0.0, 0.0};
       }},
      {"line 0 \"pendulum\" has fewer than two anchors", [](Scene& s) { s.lines[0].anchors.resize(1); }},
      {"line 0 \"pendulum\" names body 6, and there are 6", [](Scene& s) { s.lines[0].anchors[0].body = 6; }},
      {"line 0 \"pendulum\" has an anchor that is not finite",
       [](Scene& s) { s.lines[0].anchors[0].point[1] = kNan; }},
      {"frame 3: the time is not finite", [](Scene& s) { s.frames[3].time = kNan; }},
      {"frame 3 at 0 s does not come after the one before it", [](Scene& s) { s.frames[3].time = 0.0; }},
      {"frame 2 names body 9, and there are 6", [](Scene& s) { s.frames[2].poses[1].body = 9; }},
      {"frame 2, body 4: it is said not to move", [](Scene& s) { s.frames[2].poses[1].body = 4; }},
      {"frame 2, body 0: it is there twice", [](Scene& s) { s.frames[2].poses[1].body = 0; }},
      {"frame 2, body 1: the position is not finite",
       [](Scene& s) { s.frames[2].poses[1].pose.x[2] = kNan; }},
      {"frame 2, body 1: the quaternion is not a unit",
       [](Scene& s) { s.frames[2].poses[1].pose.quaternion[0] += 0.1; }},
      {"the time of event \"disk touches the floor\" is not finite",
       [](Scene& s) { s.events[0].time = kNan; }},
      {"table 0 \"Energy of the disk\" has no rows", [](Scene& s) { s.series[0].table.clear(); }},
      {"table 0 \"one\" has no column beside its first",
       [](Scene& s) {
         s.series = {{"one", Trajectory(std::vector<Column>{{"t", "s"}})}};
       }},
      {"table 1 \"back\", row 1: the first column decreases",
       [](Scene& s) {
         Trajectory table({{"t", "s"}, {"x", "m"}});
         table.append(std::vector{1.0, 0.0});
         table.append(std::vector{0.5, 0.0});
         s.series.push_back({"back", table});
       }},
      {"there are bodies and no frame", [](Scene& s) { s.frames.clear(); }},
      {"there are neither bodies nor tables", [](Scene& s) { s = Scene{}; }},
  };
}

std::vector<Wrong> wrongInSpace() {
  const auto contact = [](Scene& s) -> Contact& {
    for (Frame& frame : s.frames) {
      if (!frame.contacts.empty()) return frame.contacts[0];
    }
    throw std::logic_error("the sample has no contact");
  };
  return {
      {"body 0 \"ball\", shape 0 has a radius that is not positive",
       [](Scene& s) { s.bodies[0].shapes = {{Sphere{-1.0}}}; }},
      {"shape 0 has a radius or half length that is not positive",
       [](Scene& s) {
         s.bodies[1].shapes = {{Capsule{0.1, 0.0}}};
       }},
      {"shape 0 has a radius or half length that is not positive",
       [](Scene& s) {
         s.bodies[1].shapes = {{Cylinder{0.0, 1.0}}};
       }},
      {"shape 0 has a half edge that is not positive",
       [](Scene& s) {
         s.bodies[1].shapes = {{Box{{1.0, 0.0, 1.0}}}};
       }},
      {"shape 0 has no triangle", [](Scene& s) { s.bodies[1].shapes = {{Mesh{}}}; }},
      {"shape 0 has a triangle with a vertex that is not there",
       [](Scene& s) {
         s.bodies[1].shapes = {{Mesh{{{0.0, 0.0, 0.0}}, {{0, 0, 1}}}}};
       }},
      {"shape 0 is for planar scenes", [](Scene& s) { s.bodies[0].shapes = {{Disk{0.1}}}; }},
      {"shape 0: the position is not finite", [](Scene& s) { s.bodies[0].shapes[0].pose.x[0] = kNan; }},
      {"the direction upwards is not a unit vector",
       [](Scene& s) {
         s.up = {0.0, 0.0, 0.0};
       }},
      {"contact 0 names body 9, and there are 9", [contact](Scene& s) { contact(s).body2 = 9; }},
      {"contact 0: the point is not finite", [contact](Scene& s) { contact(s).point[0] = kNan; }},
      {"contact 0: the force is not finite", [contact](Scene& s) { contact(s).force[0] = HUGE_VAL; }},
      {"contact 0: the normal is not a unit vector",
       [contact](Scene& s) {
         contact(s).normal = {0.0, 0.0, 0.9};
       }},
  };
}

void expectRefusals(const Scene& scene, const std::vector<Wrong>& wrongs) {
  const test::TemporaryFolder folder;
  for (const Wrong& wrong : wrongs) {
    Scene changed = scene;
    wrong.change(changed);
    try {
      write(changed, folder / "a.html");
      ADD_FAILURE() << "accepted: " << wrong.says;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(wrong.says), std::string::npos) << error.what();
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "a.html"));
  }
}

TEST(SceneCheck, NamesWhatIsWrongInThePlane) {
  expectRefusals(test::planar_scene(), wrongInThePlane());
}
TEST(SceneCheck, NamesWhatIsWrongInSpace) {
  expectRefusals(test::spatial_scene(), wrongInSpace());
}

}  // namespace
}  // namespace nsds::io::view::scene_check_test

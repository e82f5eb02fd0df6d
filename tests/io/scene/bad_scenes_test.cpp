// What is wrong with a scene is said with its place, and, where a name is near, with that.
#include <gtest/gtest.h>

#include <nsds/io/scene.hpp>
#include <string>

namespace nsds::io::bad_scenes_test {
namespace {

// A scene of ten lines; the lines of what is put in its places are known.
std::string sceneWith(const std::string& body, const std::string& others = "",
                      const std::string& simulation = "") {
  const std::string stepping = R"({"time_stepping": {"step": 0.01}})";
  return "{\n\"nsds_scene\": 1,\n\"duration\": 1,\n\"bodies\": [\n" + body + "\n],\n" + others +
         (others.empty() ? "" : ",") + "\n\"simulation\": " + (simulation.empty() ? stepping : simulation) +
         "\n}\n";
}

std::string refusal(const std::string& text) {
  try {
    Scene::parse(text, "s.json");
  } catch (const SceneError& error) {
    return error.what();
  }
  return "taken";
}

struct Case {
  const char* name;
  std::string text;
  std::string expected;
};

const std::string kBall = R"({"lagrangian": {"name": "ball", "q": [1], "mass": [1]}})";
const std::string kTop = R"({"rigid": {"name": "top", "mass": 1, "inertia": [1, 1, 1]}})";
const std::string kSphere =
    R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}}})";

std::string deep(int levels) {
  return std::string(static_cast<std::size_t>(levels), '[');
}

std::vector<Case> cases() {
  return {
      {"empty", "", "s.json:1:1: The document is empty."},
      {"no_object", "[]", "s.json:1: expected an object, {...}, found an array"},
      {"cut", "{\n\"nsds_scene\": 1,\n", "s.json:3:1: Missing a name for object member."},
      {"behind", sceneWith(kBall) + "1",
       "s.json:10:1: The document root must not be followed by other values."},
      {"zero_byte", sceneWith(kBall) + std::string(1, '\0'),
       "s.json:10:1: a byte that is zero is no part of JSON"},
      {"encoding", "{\"title\": \"\xff\"}", "s.json:1:12: Invalid encoding in string."},
      {"not_a_number", "{\"duration\": NaN}", "s.json:1:14: Invalid value."},
      {"far_too_large", "{\n\"duration\": 1e999}", "s.json:2:13: Number too big to be stored in double."},
      {"too_large", "{\n\"duration\": 1.8e308}",
       "s.json:2:20: the number 1.8e308 is beyond what a double holds"},
      {"too_small", "{\n\"duration\": 1e-400}",
       "s.json:2:19: the number 1e-400 is beyond what a double holds"},
      {"too_deep", deep(100000), "s.json:1:33: objects and arrays are nested deeper than 32 levels"},
      {"twice", "{\n\"duration\": 1,\n\"duration\": 2}",
       "s.json:3:11: \"duration\" stands twice in this object"},
      {"nothing", "{}", "s.json:1: has no \"nsds_scene\", \"duration\", \"bodies\", \"simulation\""},
      {"version", "{\"nsds_scene\": 2}", "s.json:1: /nsds_scene: expected 1, found 2"},
      {"no_body", sceneWith(""), "s.json:4: /bodies: expected at least 1 entries, found 0"},
      {"misspelt", sceneWith(R"({"rigid": {
"mas": 1}})"),
       "s.json:6: /bodies/0/rigid/mas: \"mas\" is not known here; did you mean \"mass\"?"},
      {"unknown", sceneWith(kBall, R"("weather": 1)"),
       "s.json:7: /weather: \"weather\" is not known here; there are: "},
      {"two_kinds", sceneWith(R"({"rigid": {}, "planar": {}})"),
       "s.json:5: /bodies/0: expected one of rigid, planar, lagrangian, found 2 of them"},
      {"vector", sceneWith(R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "position": [0, 0]}})"),
       "s.json:5: /bodies/0/rigid/position: expected 3 entries, found 2"},
      {"entry", sceneWith(R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "position":
[0, 0, "x"]}})"),
       "s.json:6: /bodies/0/rigid/position/2: expected a number, found \"x\""},
      {"mass", sceneWith(R"({"rigid": {"mass": 0, "inertia": [1, 1, 1]}})"),
       "s.json:5: /bodies/0/rigid/mass: expected a number > 0, found 0"},
      {"no_mass", sceneWith(R"({"rigid": {"inertia": [1, 1, 1]}})"),
       "s.json:5: /bodies/0/rigid: has no \"mass\""},
      {"no_inertia", sceneWith(R"({"rigid": {"mass": 1}})"), "s.json:5: /bodies/0/rigid: has no \"inertia\""},
      {"inertia", sceneWith(R"({"rigid": {"mass": 1, "inertia": [1, 1, 3]}})"),
       "s.json:5: /bodies/0/rigid: "},
      {"density", sceneWith(R"({"rigid": {"density": 1}})"),
       "s.json:5: /bodies/0/rigid/density: needs a shape"},
      {"density_and_mass",
       sceneWith(R"({"rigid": {"density": 1, "mass": 1, "shape": {"sphere": {"radius": 1}}}})"),
       "s.json:5: /bodies/0/rigid/mass: follows from the density of the shape: give one of them"},
      {"centre",
       sceneWith(R"({"planar": {"density": 1, "shape": {"polygon": {"vertices": [[0,0],[1,0],[0,1]]}}}})"),
       "s.json:5: /bodies/0/planar/shape: has its centre of mass at (0.3333333333333333, "
       "0.3333333333333333)"},
      {"rows", sceneWith(R"({"lagrangian": {"q": [1, 2], "mass": [[1, 0], [0]]}})"),
       "s.json:5: /bodies/0/lagrangian/mass/1: expected 2 entries as in the first row, found 1"},
      {"mixed_rows", sceneWith(R"({"lagrangian": {"q": [1, 2], "mass": [1, [0]]}})"),
       "s.json:5: /bodies/0/lagrangian/mass/1: expected a number, as the first entry is one"},
      {"mixed_inertia", sceneWith(R"({"rigid": {"mass": 1, "inertia": [1, [1, 0, 0], 1]}})"),
       "s.json:5: /bodies/0/rigid/inertia/1: expected a number, as the first entry is one"},
      {"sizes", sceneWith(R"({"lagrangian": {"q": [1, 2], "mass": [1]}})"),
       "s.json:5: /bodies/0/lagrangian: "},
      {"same_name", sceneWith(kBall + "," + kBall),
       "s.json:5: /bodies/1/lagrangian/name: there is another body \"ball\""},
      {"gravity", sceneWith(kBall, R"("gravity": [0, 0, -9.81])"),
       "s.json:7: /gravity: nothing in this scene uses it"},
      {"gravity_size", sceneWith(kTop, R"("gravity": [0, -9.81])"),
       "s.json:7: /gravity: expected 3 entries, as bodies are in space"},
      {"dof",
       sceneWith(
           R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "prescribed": [{"dof": 6, "velocity": 1}]}})"),
       "s.json:5: /bodies/0/rigid/prescribed/0: "},
      {"no_law", sceneWith(kSphere),
       "s.json:1: has shapes, and no \"contact\" that gives the law where they meet"},
      {"no_common_law", sceneWith(kSphere + "," + kSphere, R"("contact": {})"), "s.json:7: /contact: "},
      {"wrong_law", sceneWith(kSphere, R"("contact": {"law": {"equality": {}}})"), "s.json:7: /contact: "},
      {"law_for_no_material",
       sceneWith(kSphere, R"("contact": {"law": {"newton_friction": {"friction": 0}}, "pairs": [
{"materials": ["ice", "ice"], "law": {"newton_friction": {"friction": 0.5}}}]})"),
       "s.json:8: /contact/pairs/0/materials/0: no shape is of the material \"ice\""},
      {"two_laws",
       sceneWith(
           R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}, "material": "ice"}})",
           R"("statics": [{"shape": {"half_space": {"normal": [0, 0, 1]}}, "material": "wood"}],
"contact": {"law": {"newton_friction": {"friction": 0}}, "pairs": [
{"materials": ["wood", "ice"], "law": {"newton_friction": {"friction": 0.5}}},
{"materials": ["ice", "wood"], "law": {"newton_friction": {"friction": 0.4}}}]})"),
       "s.json:10: /contact/pairs/1: there is a law for \"ice\" and \"wood\" already"},
      {"moving_half_space",
       sceneWith(
           R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"half_space": {"normal": [0, 0, 1]}}}})",
           R"("contact": {"law": {"newton_impact": {"restitution": 0}}})"),
       "s.json:5: /bodies/0/rigid/shape: "},
      {"joint_of_nobody", sceneWith(kTop, R"("joints": [{"fixed": {"bodies": ["tap"]}}])"),
       "s.json:7: /joints/0/fixed/bodies/0: there is no body \"tap\"; did you mean \"top\"?"},
      {"joint_of_plane", sceneWith(kBall, R"("joints": [{"fixed": {"bodies": ["ball"]}}])"),
       "s.json:7: /joints/0/fixed/bodies/0: is no rigid body, which joints are for"},
      {"axis",
       sceneWith(kTop, R"("joints": [{"pivot": {"bodies": ["top"], "anchor": [0,0,0], "axis": [0,0,0]}}])"),
       "s.json:7: /joints/0/pivot: "},
      {"stop", sceneWith(kTop, R"("stops": [{"joint": "hinge", "side": "lower", "limit": 0}])"),
       "s.json:7: /stops/0/joint: there is no joint \"hinge\""},
      {"side", sceneWith(kTop, R"("stops": [{"joint": "hinge", "side": "lover", "limit": 0}])"),
       "s.json:7: /stops/0/side: expected one of lower, upper, found \"lover\"; did you mean \"lower\"?"},
      {"coordinate",
       sceneWith(kTop, R"("joints": [{"ball": {"name": "b", "bodies": ["top"], "anchor": [0,0,0]}}],
"stops": [{"joint": "b", "side": "lower", "limit": 0}])"),
       "s.json:8: /stops/0: "},
      {"motor",
       sceneWith(
           kTop,
           R"("joints": [{"pivot": {"name": "b", "bodies": ["top"], "anchor": [0,0,0], "axis": [1,0,0]}}],
"motors": [{"joint": "b"}])"),
       "s.json:8: /motors/0: needs one of \"rate\" and \"value\""},
      {"function", sceneWith(kTop, R"("motors": [{"joint": "b", "rate": {"harmonics": {}}}])"),
       "s.json:7: /motors/0/rate/harmonics: \"harmonics\" is not known here; did you mean \"harmonic\"?"},
      {"link_columns",
       sceneWith(kBall, R"("links": [{"systems": ["ball"], "relation": {"linear": {"H": [[1, 1]]}},
"law": {"newton_impact": {"restitution": 1}}}])"),
       "s.json:7: /links/0: "},
      {"link_in_space",
       sceneWith(kTop, R"("links": [{"systems": ["top"], "relation": {"linear": {"H": [[1]]}},
"law": {"equality": {}}}])"),
       "s.json:7: /links/0/systems/0: is a rigid body in space, whose rotations no linear relation is for"},
      {"restitution",
       sceneWith(kBall, R"("links": [{"systems": ["ball"], "relation": {"linear": {"H": [[1]]}},
"law": {"newton_impact": {"restitution": 1.5}}}])"),
       "s.json:8: /links/0/law/newton_impact/restitution: expected a number <= 1, found 1.5"},
      {"step", sceneWith(kBall, "", R"({"time_stepping": {}})"),
       "s.json:8: /simulation/time_stepping: has no \"step\""},
      {"theta",
       sceneWith(kBall, "", R"({"time_stepping": {"step": 1, "integrator": {"moreau_jean": {"theta": 2}}}})"),
       "s.json:8: /simulation/time_stepping/integrator/moreau_jean/theta: expected a number <= 1, found 2"},
      {"solver", sceneWith(kBall, "", R"({"time_stepping": {"step": 1, "formulation": {"name": "LCP",
"solver": {"name": "lemk"}}}})"),
       "s.json:9: /simulation/time_stepping/formulation/solver: solver \"lemk\": "},
      {"iterations",
       sceneWith(kBall, "", R"({"time_stepping": {"step": 1, "newton": {"max_iterations": 2.5}}})"),
       "s.json:8: /simulation/time_stepping/newton/max_iterations: expected a whole number, found 2.5"},
      {"rolling", sceneWith(kSphere, R"("contact": {"law": {"rolling_friction": {"friction": 1}}})"),
       "s.json:7: /contact/law/rolling_friction: has no \"rolling\""},
      {"two_ways_of_shapes",
       sceneWith(
           R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "shape": {"sphere": {"radius": 1}}, "shapes": [
{"shape": {"sphere": {"radius": 1}}}]}})",
           R"("contact": {"law": {"newton_impact": {"restitution": 0}}})"),
       "s.json:5: /bodies/0/rigid/shapes: stands beside \"shape\": give one of them"},
      {"group_of_none",
       sceneWith(R"({"rigid": {"mass": 1, "inertia": [1, 1, 1], "shapes": [
{"shape": {"sphere": {"radius": 1}}, "groups": ["dust"], "meets": ["dusk"]}]}})",
                 R"("contact": {"law": {"newton_impact": {"restitution": 0}}})"),
       "s.json:6: /bodies/0/rigid/shapes/0/meets/0: no shape is in the group \"dusk\"; did you mean "
       "\"dust\"?"},
      {"sensors_weigh_nothing",
       sceneWith(
           R"({"rigid": {"density": 1, "shapes": [{"shape": {"sphere": {"radius": 1}}, "sensor": true}]}})",
           R"("contact": {"law": {"newton_impact": {"restitution": 0}}})"),
       "s.json:5: /bodies/0/rigid/density: needs a shape"},
      {"ellipse_of_detected_contacts",
       sceneWith(kSphere,
                 R"("contact": {"law": {"anisotropic_friction": {"friction1": 1, "friction2": 1}}})"),
       "s.json:7: /contact: "},
      {"brittle_bond_of_detected_contacts",
       sceneWith(kSphere, R"("contact": {"law": {"cohesion": {"force": 1}}})"), "s.json:7: /contact: "},
      {"no_such_sensor",
       sceneWith(kSphere,
                 R"("contact": {"law": {"newton_impact": {"restitution": 0}}}, "recording": {"columns": [
{"name": "n", "value": {"touched": {"of": "gate"}}}]})"),
       "s.json:8: /recording/columns/0/value/touched/of: there is no sensor \"gate\""},
      {"corner_of_no_vertex",
       sceneWith(kSphere, R"("contact": {"law": {"newton_impact": {"restitution": 0}}}, "statics": [
{"shape": {"triangle_mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 3]]}}}])"),
       "s.json:8: /statics/0/shape: "},
      {"column",
       sceneWith(
           kBall,
           R"("recording": {"columns": [{"name": "x", "value": {"position": {"of": "ball", "index": 1}}}]})"),
       "s.json:7: /recording/columns/0/value/position/index: there is no entry 1; there are 1"},
      {"column_name",
       sceneWith(kBall,
                 R"("recording": {"columns": [{"name": "a,b", "value": {"position": {"of": "ball"}}}]})"),
       "s.json:7: /recording/columns/0: "},
      {"contacts_of_none",
       sceneWith(kBall, R"("recording": {"columns": [{"name": "n", "value": {"contacts": {}}}]})"),
       "s.json:7: /recording/columns/0/value/contacts: no body has a shape"},
  };
}

class BadScene : public testing::TestWithParam<Case> {};

TEST_P(BadScene, IsRefusedWithItsPlace) {
  const std::string found = refusal(GetParam().text);
  EXPECT_EQ(found.substr(0, GetParam().expected.size()), GetParam().expected) << found;
}

INSTANTIATE_TEST_SUITE_P(Scenes, BadScene, testing::ValuesIn(cases()),
                         [](const auto& instance) { return std::string(instance.param.name); });

std::string refusalOf(const std::string& setting) {
  try {
    Scene::parse(sceneWith(kBall), "s.json", {setting});
  } catch (const SceneError& error) {
    return error.what();
  }
  return "taken";
}

TEST(SceneSettings, SetValuesByTheirPaths) {
  EXPECT_EQ(refusalOf("/duration=2"), "taken");
  EXPECT_EQ(refusalOf("/bodies/0/lagrangian/q/0=-1.5"), "taken");
  EXPECT_EQ(refusalOf("/recording/stride=3"), "taken");  // what is missing on the way is made
  EXPECT_EQ(refusalOf("/title=free text"), "taken");     // what is no JSON is text
}

TEST(SceneSettings, AreRefusedWithWhatWasSet) {
  EXPECT_EQ(refusalOf("duration=2"),
            "--set duration=2: expected /PATH=VALUE, the path of a value in the scene: /duration=2");
  EXPECT_EQ(refusalOf("/duration"),
            "--set /duration: expected /PATH=VALUE, the path of a value in the scene: /duration=2");
  EXPECT_EQ(refusalOf("/bodies/1/lagrangian=2"),
            "--set /bodies/1/lagrangian=2: /bodies: has no element \"1\"; it has 1");
  EXPECT_EQ(refusalOf("/duration/x=2"),
            "--set /duration/x=2: /duration: is a single value, which has no \"x\"");
  EXPECT_EQ(refusalOf("/duration=-2"), "--set /duration=-2: /duration: expected a number > 0, found -2");
  EXPECT_EQ(refusalOf("/duratoin=2"),
            "--set /duratoin=2: /duratoin: \"duratoin\" is not known here; did you mean \"duration\"?");
  EXPECT_EQ(refusalOf("/bodies/0/lagrangian/mass/0=-1"),
            "s.json:5, with --set /bodies/0/lagrangian/mass/0=-1: /bodies/0/lagrangian: "
            "LagrangianLinearTIDS: the mass "
            "matrix is not positive definite");
}

}  // namespace
}  // namespace nsds::io::bad_scenes_test

// The schema, the builders and the kernel agree: every name of the schema is read by a builder, and its defaults are those
// of the kernel. (That a builder reads nothing else is checked whenever it asks.)
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <nsds/io/scene.hpp>
#include <nsds/kernel.hpp>
#include <set>
#include <string>
#include <vector>

namespace nsds::io::schema_test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const Json& schema() {
  static const Json json = Json::parse(Scene::schema());
  return json;
}

const Json& resolved(const Json& rule) {
  const auto reference = rule.find("$ref");
  if (reference == rule.end()) return rule;
  return resolved(schema().at(Json::json_pointer(reference->get<std::string>().substr(1))));
}

/// Where a rule stands: "#/definitions/rigid", or "#" for the whole.
std::string placeOf(const Json& rule) {
  const auto reference = rule.find("$ref");
  return reference == rule.end() ? "#" : reference->get<std::string>();
}

/// Adds "PLACE NAME" for every property of the schema that the value has.
void collect(const Json& rule, const Json& value, const std::string& place, std::set<std::string>& found) {
  const Json& whole = resolved(rule);
  const auto properties = whole.find("properties");
  if (value.is_object() && properties != whole.end()) {
    for (const auto& [name, member] : value.items()) {
      if (!properties->contains(name)) continue;
      found.insert(place + " " + name);
      const Json& next = properties->at(name);
      collect(next, member, placeOf(next), found);
    }
  } else if (value.is_array() && whole.contains("items")) {
    for (const Json& item : value) collect(whole["items"], item, placeOf(whole["items"]), found);
  }
}

std::set<std::string> allProperties() {
  std::set<std::string> all;
  const auto add = [&](const Json& rule, const std::string& place) {
    if (!rule.contains("properties")) return;
    for (const auto& [name, member] : rule["properties"].items()) all.insert(place + " " + name);
  };
  add(schema(), "#");
  for (const auto& [name, rule] : schema()["definitions"].items()) add(rule, "#/definitions/" + name);
  return all;
}

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> scenesIn(const fs::path& folder) {
  std::vector<fs::path> scenes;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") scenes.push_back(entry.path());
  return scenes;
}

/// Settings under which the scenes show what they do not as they stand.
std::vector<std::pair<fs::path, std::string>> variants(const fs::path& folder) {
  const std::string steps = "/simulation/time_stepping/integrator=",
                    events = "/simulation/event_driven/integrator=";
  const std::string options =
      R"({"relative_tolerance": 1e-6, "absolute_tolerance": 1e-6, "initial_step": 0, "max_step": 1, "fixed_step": 0, )"
      R"("max_steps": 100000, "position_violation": 1, "velocity_violation": 1, "metric": "identity"}})";
  const fs::path coordinates = folder / "coordinates.json", event = folder / "events.json";
  std::vector<std::pair<fs::path, std::string>> result{
      {event,
       events +
           R"({"generalized_alpha": {"rho_infinity": 0.5, "formulation": "index2", "newton_tolerance": 1e-4, )" +
           R"("max_iterations": 20, )" + options.substr(1)}};
  for (const char* method : {"mdop5", "hem5", "bh3", "bh5", "phem56"})
    result.emplace_back(event, events + "{\"" + method + "\": " + options);
  result.emplace_back(fs::path(NSDS_SOURCE) / "examples/scenes/bead_column.json",
                      steps + R"({"schatzman_paoli": {"theta": 0.5}})");
  return result;
}

TEST(SceneSchema, DescribesEveryProperty) {
  const auto check = [](const Json& rule, const std::string& place) {
    if (!rule.contains("properties")) return;
    EXPECT_EQ(rule.at("additionalProperties"), false) << place;
    for (const auto& [name, member] : rule["properties"].items()) {
      EXPECT_TRUE(member.contains("description")) << place << " " << name;
      EXPECT_NO_THROW(resolved(member)) << place << " " << name;
    }
  };
  check(schema(), "#");
  for (const auto& [name, rule] : schema()["definitions"].items()) check(rule, name);
}

TEST(SceneSchema, HasNoPropertyThatNoBuilderReads) {
  const fs::path everything = fs::path(NSDS_SOURCE) / "tests/io/scene/everything";
  std::set<std::string> read;
  const auto build = [&](const fs::path& file, const std::vector<std::string>& settings) {
#ifndef NSDS_BULLET
    if (file.filename() == "surfaces.json") {
      EXPECT_THROW(Scene::read(file, settings), SceneError);
    } else
#endif
      ASSERT_NO_THROW(Scene::read(file, settings)) << file << (settings.empty() ? "" : settings[0]);
    Json document = Json::parse(contents(file));
    for (const std::string& setting : settings) {
      const std::size_t equals = setting.find('=');
      document[Json::json_pointer(setting.substr(0, equals))] = Json::parse(setting.substr(equals + 1));
    }
    collect(schema(), document, "#", read);
  };
  for (const fs::path& folder : {everything, fs::path(NSDS_SOURCE) / "examples/scenes"})
    for (const fs::path& file : scenesIn(folder)) build(file, {});
  for (const auto& [file, setting] : variants(everything)) build(file, {setting});
  for (const std::string& property : allProperties()) EXPECT_TRUE(read.contains(property)) << property;
}

double defaultOf(const std::string& definition, const std::string& property) {
  const Json& rule = schema().at("definitions").at(definition).at("properties").at(property);
  const Json& value = rule.at("default");
  return value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
}

std::string wordOf(const std::string& definition, const std::string& property) {
  return schema()
      .at("definitions")
      .at(definition)
      .at("properties")
      .at(property)
      .at("default")
      .get<std::string>();
}

TEST(SceneSchema, HasTheDefaultsOfTheKernel) {
  const Activation activation;
  EXPECT_EQ(defaultOf("moreau_jean", "theta"), MoreauJeanOSI().theta());
  EXPECT_EQ(defaultOf("moreau_jean", "gamma"), activation.gamma);
  EXPECT_EQ(defaultOf("moreau_jean", "resting_gap"), activation.restingGap);
  EXPECT_EQ(defaultOf("moreau_jean", "approaching_only") != 0.0, activation.approachingOnly);
  EXPECT_EQ(defaultOf("moreau_jean", "velocity_threshold"), activation.velocityThreshold);
  EXPECT_EQ(defaultOf("moreau_jean", "restitution_threshold"), activation.restitutionThreshold);
  EXPECT_TRUE(wordOf("moreau_jean", "prediction") == "N" && activation.prediction == Prediction::N);
  EXPECT_EQ(defaultOf("schatzman_paoli", "theta"), SchatzmanPaoliOSI().theta());

  const NewtonOptions newton;
  EXPECT_EQ(defaultOf("newton", "tolerance"), newton.tolerance);
  EXPECT_EQ(defaultOf("newton", "max_iterations"), newton.maxIterations);
  EXPECT_EQ(defaultOf("newton", "throw_on_failure") != 0.0, newton.throwOnFailure);

  const PositionProjection projection;
  EXPECT_EQ(defaultOf("projection", "tolerance"), projection.tolerance);
  EXPECT_EQ(defaultOf("projection", "max_iterations"), projection.maxIterations);
  EXPECT_EQ(defaultOf("projection", "throw_on_failure") != 0.0, projection.throwOnFailure);
  EXPECT_TRUE(wordOf("projection", "set") == "all" && projection.set == ProjectionSet::all);
  EXPECT_TRUE(wordOf("projection", "metric") == "mass" && projection.metric == ProjectionMetric::mass);
  EXPECT_TRUE(wordOf("projection", "mode") == "direct" && projection.mode == ProjectionMode::direct);

  const CollisionOptions contact;
  EXPECT_EQ(defaultOf("contact", "margin"), contact.margin);
  EXPECT_EQ(defaultOf("contact", "breaking"), contact.breaking);

  const EventOptions events;
  EXPECT_EQ(defaultOf("event_driven", "gap_threshold"), events.gapThreshold);
  EXPECT_EQ(defaultOf("event_driven", "velocity_threshold"), events.velocityThreshold);
  EXPECT_EQ(defaultOf("event_driven", "force_threshold"), events.forceThreshold);
  EXPECT_EQ(defaultOf("event_driven", "accumulation_interval"), events.accumulationInterval);
  EXPECT_EQ(defaultOf("event_driven", "capture_step"), events.captureStep);
  EXPECT_EQ(defaultOf("event_driven", "max_events_between_samples"),
            static_cast<double>(events.maxEventsBetweenSamples));

  const GeneralizedAlphaOptions alpha;
  for (const char* definition : {"smooth_options", "generalized_alpha"}) {
    EXPECT_EQ(defaultOf(definition, "relative_tolerance"), alpha.relativeTolerance);
    EXPECT_EQ(defaultOf(definition, "absolute_tolerance"), alpha.absoluteTolerance);
    EXPECT_EQ(defaultOf(definition, "initial_step"), alpha.initialStep);
    EXPECT_EQ(defaultOf(definition, "fixed_step"), alpha.fixedStep);
    EXPECT_EQ(defaultOf(definition, "max_steps"), static_cast<double>(alpha.maxSteps));
    EXPECT_EQ(defaultOf(definition, "position_violation"), alpha.positionViolation);
    EXPECT_EQ(defaultOf(definition, "velocity_violation"), alpha.velocityViolation);
  }
  EXPECT_EQ(defaultOf("generalized_alpha", "rho_infinity"), alpha.rhoInfinity);
  EXPECT_EQ(defaultOf("generalized_alpha", "newton_tolerance"), alpha.newtonTolerance);
  EXPECT_EQ(defaultOf("generalized_alpha", "max_iterations"), alpha.maxIterations);
}

}  // namespace
}  // namespace nsds::io::schema_test

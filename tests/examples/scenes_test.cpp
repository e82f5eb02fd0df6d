// Scenes that say what a driver says give the same bits, and go on from checkpoints as drivers do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nsds/io/trajectory_file.hpp>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::scenes_test {
namespace {

struct Twin {
  const char* name;
  int steps;  // 0: to the end
};

std::string sceneOf(const std::string& name) {
  return std::string(NSDS_SOURCE) + "/examples/scenes/" + name + ".json";
}

/// Every number of every frame of a recorded run: coordinates, velocities, gaps, multipliers, energies, counts. What a driver or
/// a scene records besides is its own affair.
io::Trajectory recorded(const std::string& what, int steps, const std::filesystem::path& file) {
  std::vector<std::string> words{"run", what, "--record", file.string(), "--output", file.string() + ".csv"};
  if (steps > 0) words.insert(words.end(), {"--steps", std::to_string(steps)});
  const test::Outcome outcome = test::nsds(words);
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  const io::TrajectoryFile run(file);
  const nlohmann::json own = nlohmann::json::parse(run.about()).at("columns");
  std::vector<std::string> names;
  for (const io::Column& column : run.tableColumns()) {
    const auto isIt = [&](const nlohmann::json& other) { return other.at("name") == column.name; };
    if (std::none_of(own.begin(), own.end(), isIt)) names.push_back(column.name);
  }
  return run.table(names, 1);
}

class Twins : public testing::TestWithParam<Twin> {};

// Names are not compared: a driver need not name its bodies.
TEST_P(Twins, HaveTheSameBits) {
  const test::TemporaryFolder folder;
  const io::Trajectory driver = recorded(GetParam().name, GetParam().steps, folder / "driver.h5");
  const io::Trajectory scene = recorded(sceneOf(GetParam().name), GetParam().steps, folder / "scene.h5");
  ASSERT_EQ(scene.columnCount(), driver.columnCount());
  ASSERT_EQ(scene.rowCount(), driver.rowCount());
  ASSERT_GT(scene.rowCount(), 100U);
  for (std::size_t k = 0; k < driver.rowCount(); ++k)
    for (std::size_t i = 0; i < driver.columnCount(); ++i) {
      const double a = driver.at(k, i), b = scene.at(k, i);
      ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0)
          << "row " << k << " of " << driver.columns()[i].name << ": " << a << " and " << b;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Twins,
                         testing::Values(Twin{"ball", 0}, Twin{"newtons_cradle", 0}, Twin{"bead_column", 0},
                                         Twin{"incline", 0}, Twin{"column", 0}, Twin{"card_tower", 0},
                                         Twin{"masonry_arch", 0}, Twin{"four_bar", 0},
                                         Twin{"event_driven_ball", 0}, Twin{"event_driven_column", 0},
                                         Twin{"two_contacts", 0}, Twin{"planar_ball", 500},
                                         Twin{"sphere_pile", 500}, Twin{"spinning_top", 2000},
                                         Twin{"woodpecker", 3000}),
                         [](const auto& instance) { return std::string(instance.param.name); });

class ContinuedScene : public testing::TestWithParam<const char*> {};

TEST_P(ContinuedScene, HasTheBitsOfOneThatNeverEnded) {
  const test::TemporaryFolder folder;
  const std::string scene = sceneOf(GetParam());
  const auto run = [&](const std::string& output, std::vector<std::string> options) {
    options.insert(options.begin(), {"run", scene, "--output", (folder / output).string()});
    return test::nsds(options);
  };
  const std::string checkpoint = (folder / "end.nsdsc").string();
  ASSERT_EQ(run("whole.csv", {}).status, 0);
  ASSERT_EQ(run("part.csv", {"--checkpoint", checkpoint, "--steps", "137"}).status, 0);
  const test::Outcome continued = run("part.csv", {"--resume", checkpoint});
  ASSERT_EQ(continued.status, 0) << continued.errors;
  EXPECT_EQ(test::contents(folder / "part.csv"), test::contents(folder / "whole.csv"));
}

TEST_P(ContinuedScene, RefusesACheckpointOfAnother) {
  const test::TemporaryFolder folder;
  const std::string checkpoint = (folder / "end.nsdsc").string(), output = (folder / "out.csv").string();
  ASSERT_EQ(
      test::nsds({"run", sceneOf(GetParam()), "--output", output, "--checkpoint", checkpoint, "--steps", "5"})
          .status,
      0);
  for (const std::string setting : {"/title=another", "/duration=7"}) {
    const test::Outcome outcome = test::nsds(
        {"run", sceneOf(GetParam()), "--output", output, "--resume", checkpoint, "--set", setting});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.errors,
              "nsds: " + checkpoint + ": belongs to another scene, or to one with other settings\n");
  }
  const test::Outcome driver = test::nsds({"run", GetParam(), "--output", output, "--resume", checkpoint});
  EXPECT_EQ(driver.status, 1);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ContinuedScene, testing::Values("column", "four_bar", "event_driven_ball"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(SceneCommand, SaysWhatItDid) {
  const test::TemporaryFolder folder;
  const std::string output = (folder / "ball.csv").string();
  const test::Outcome outcome =
      test::nsds({"run", sceneOf("ball"), "--set", "/duration=1", "--output", output});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.errors, "");
  EXPECT_NE(outcome.out.find("written " + output + ", 1001 rows\n"), std::string::npos) << outcome.out;
}

TEST(SceneCommand, RefusesWhatIsForExamples) {
  EXPECT_EQ(test::nsds({"run", sceneOf("ball"), "--parameters"}).status, 2);
  EXPECT_EQ(test::nsds({"run", sceneOf("ball"), "--every", "3"}).status, 2);
  const test::Outcome absent = test::nsds({"run", "absent.json"});
  EXPECT_EQ(absent.status, 1);
  EXPECT_EQ(absent.errors, "nsds: absent.json: cannot be opened: No such file or directory\n");
}

}  // namespace
}  // namespace nsds::scenes_test

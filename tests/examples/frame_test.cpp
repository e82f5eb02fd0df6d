// What every example does with errors and with its file, shown by the ball.
#include <gtest/gtest.h>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::frame_test {
namespace {

using test::Outcome;

TEST(ExampleFrame, SaysWhatItWrote) {
  const test::TemporaryFolder folder;
  const std::string file = (folder / "heights.csv").string();
  const Outcome outcome = test::nsds({"run", "ball", "--output", file});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_TRUE(outcome.out.starts_with("written " + file + ", 5001 rows\n")) << outcome.out;
}

TEST(ExampleFrame, WritesIntoTheCurrentFolderByItsName) {
  const test::TemporaryFolder folder;
  const Outcome outcome = test::run_program(
      {"sh", "-c", "cd \"$1\" && exec \"$2\" run ball", "sh", (folder / "").string(), NSDS_COMMAND});
  EXPECT_TRUE(outcome.out.starts_with("written ball.csv, 5001 rows\n")) << outcome.out;
  EXPECT_TRUE(std::filesystem::exists(folder / "ball.csv"));
}

// The error comes before the simulation: nothing of its results is printed.
TEST(ExampleFrame, RefusesAFileThatCannotBeWrittenBeforeItBegins) {
  const test::TemporaryFolder folder;
  const Outcome absent = test::nsds({"run", "ball", "--output", (folder / "absent/ball.csv").string()});
  EXPECT_EQ(absent.status, 1);
  EXPECT_EQ(absent.out, "");
  EXPECT_EQ(absent.errors, "ball: " + (folder / "absent/ball.csv").string() +
                               ": cannot be opened for writing: No such file or directory\n");
  const Outcome directory = test::nsds({"run", "ball", "--output", (folder / "").string()});
  EXPECT_EQ(directory.status, 1);
  EXPECT_EQ(directory.out, "");
  EXPECT_EQ(directory.errors, "ball: " + (folder / "").string() + ": is a folder, not a file\n");
}

// The disk is full at the end of the run, and the error is no longer one before it begins.
TEST(ExampleFrame, EndsWithTheMessageOfAnError) {
  const Outcome outcome = test::nsds({"run", "ball", "--output", "/dev/full"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.errors, "ball: /dev/full: cannot be written: No space left on device\n");
}

TEST(ExampleFrame, LeavesTheFileOfAnEarlierRunWhereTheCommandLineIsRefused) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("ball.csv", "t [s]\n0\n");
  EXPECT_EQ(test::nsds({"run", "ball", "--output", file.string(), "--set", "h=-1"}).status, 2);
  EXPECT_EQ(test::contents(file), "t [s]\n0\n");
}

TEST(ExampleFrame, ShowsTheRanges) {
  const Outcome text = test::nsds({"run", "ball", "--parameters"});
  EXPECT_NE(text.out.find("theta  0.5            parameter of the Moreau-Jean scheme, from 0.5 to 1\n"),
            std::string::npos)
      << text.out;
  const nlohmann::json json = test::nsds({"run", "ball", "--parameters", "--json"}).json();
  EXPECT_EQ(json["program"], "ball");
  EXPECT_EQ(json["parameters"][1], (nlohmann::json{{"name", "theta"},
                                                   {"value", 0.5},
                                                   {"unit", "1"},
                                                   {"sentence", "parameter of the Moreau-Jean scheme"},
                                                   {"minimum", 0.5},
                                                   {"maximum", 1.0},
                                                   {"integer", false}}));
}

}  // namespace
}  // namespace nsds::frame_test

// Recording, ending, continuing and looking into runs, as a user does at the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::test::recorded_runs_test {
namespace {

/// Runs the ball in a folder.
struct Ball {
  Outcome run(std::vector<std::string> options) const {
    std::vector<std::string> words{"run", "ball", "--set", "h=0.01", "--output", folder / "ball.csv"};
    words.insert(words.end(), options.begin(), options.end());
    return nsds(words);
  }
  std::string file(const std::string& name) const { return folder / name; }
  TemporaryFolder folder;
};

TEST(RecordedRun, IsDescribedConvertedAndCompared) {
  const Ball ball;
  ASSERT_EQ(ball.run({"--record", ball.file("a.h5")}).status, 0);
  const nlohmann::json info = nsds({"info", ball.file("a.h5"), "--json"}).json();
  EXPECT_EQ(info.at("kind"), "trajectory");
  EXPECT_EQ(info.at("frames"), 501);
  EXPECT_EQ(info.at("parameters").at("h"), 0.01);
  EXPECT_NE(nsds({"info", ball.file("a.h5")}).out.find("kinetic [J]"), std::string::npos);

  ASSERT_EQ(nsds({"convert", ball.file("a.h5"), "-o", ball.file("a.csv"), "--columns", "kinetic", "--stride",
                  "100"})
                .status,
            0);
  const std::string table = contents(ball.folder / "a.csv");
  EXPECT_TRUE(table.starts_with("t [s],kinetic [J]\n0,0\n1,")) << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);

  EXPECT_EQ(nsds({"compare", ball.file("a.h5"), ball.file("a.h5")}).status, 0);
  ASSERT_EQ(ball.run({"--record", ball.file("b.h5"), "--set", "theta=0.6"}).status, 0);
  const Outcome parted = nsds({"compare", ball.file("a.h5"), ball.file("b.h5"), "--json"});
  EXPECT_EQ(parted.status, 1);
  EXPECT_EQ(parted.json().at("same"), false);
  EXPECT_EQ(parted.json().at("differences").at(0).at("row"), 1);
  EXPECT_EQ(
      nsds({"compare", ball.file("a.h5"), ball.file("b.h5"), "--absolute", "10", "--relative", "2"}).status,
      0);
}

TEST(RecordedRun, RefusesWhatIsNoFileOfItsKind) {
  const Ball ball;
  ball.folder.write("text", "not a run\n");
  for (const char* command : {"info", "view"}) {
    const Outcome outcome = nsds({command, ball.file("text")});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.errors.find("is no trajectory"), std::string::npos) << outcome.errors;
  }
  EXPECT_EQ(nsds({"convert", ball.file("text"), "-o", ball.file("a.xyz")}).status, 2);
  EXPECT_EQ(nsds({"compare", ball.file("text"), ball.file("text"), "--absolute", "-1"}).status, 2);
  EXPECT_EQ(nsds({"info", ball.file("absent")}).status, 1);
}

TEST(Resume, LeavesTheFilesOfAWholeRun) {
  const Ball ball;
  ASSERT_EQ(ball.run({"--record", ball.file("whole.h5")}).status, 0);
  const std::string whole = contents(ball.folder / "ball.csv");
  const Outcome ended =
      ball.run({"--record", ball.file("run.h5"), "--checkpoint", ball.file("end"), "--steps", "123"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_NE(ended.out.find("after step 123, by --steps; --resume"), std::string::npos) << ended.out;
  EXPECT_EQ(nsds({"info", ball.file("end"), "--json"}).json().at("step"), 123);
  EXPECT_EQ(ball.run({"--record", ball.file("run.h5"), "--resume", ball.file("end")}).status, 0);
  EXPECT_EQ(contents(ball.folder / "ball.csv"), whole);
  EXPECT_EQ(nsds({"compare", ball.file("whole.h5"), ball.file("run.h5")}).status, 0);
}

TEST(Resume, RefusesOtherParameters) {
  const Ball ball;
  ASSERT_EQ(ball.run({"--checkpoint", ball.file("end"), "--steps", "10"}).status, 0);
  const Outcome other = ball.run({"--resume", ball.file("end"), "--set", "theta=0.7"});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.errors.find("was written with theta = 0.5; now it is 0.7"), std::string::npos)
      << other.errors;
  const Outcome foreign =
      nsds({"run", "newtons_cradle", "--output", ball.file("c.csv"), "--resume", ball.file("end")});
  EXPECT_EQ(foreign.status, 1);
  EXPECT_NE(foreign.errors.find("parameter"), std::string::npos) << foreign.errors;
}

TEST(Run, EndsInOrderByASignal) {
  const Ball ball;
  const Outcome outcome =
      shell("cd '" + ball.file(".") +
            "' || exit; $NSDS run ball --set h=1e-5 --set T=100 --record run.h5 --checkpoint end & pid=$!; "
            "for k in $(seq 100); do [ -s '" +
            ball.file("run.h5") +
            "' ] && break; sleep 0.05; done; sleep 0.2; "
            "kill -TERM $pid; wait $pid; echo status $?");
  EXPECT_NE(outcome.out.find("status 143"), std::string::npos) << outcome.out << outcome.errors;
  EXPECT_NE(outcome.errors.find("by SIGTERM; --resume end continues"), std::string::npos) << outcome.errors;
  EXPECT_EQ(nsds({"info", ball.file("run.h5"), "--json"}).json().at("being_written"), false);
  EXPECT_GT(nsds({"info", ball.file("end"), "--json"}).json().at("step").get<int>(), 0);
}

TEST(Run, SaysWhatItHasDone) {
  const Ball ball;
  const Outcome outcome = ball.run({"--summary", "--report", ball.file("report")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.errors.find("500 steps to t = 5 s"), std::string::npos) << outcome.errors;
  EXPECT_NE(outcome.errors.find("energy balance to"), std::string::npos) << outcome.errors;
  const std::string report = contents(ball.folder / "report");
  const nlohmann::json line = nlohmann::json::parse(report.substr(report.rfind("{\"event\":\"summary\"")));
  EXPECT_EQ(line.at("steps"), 500);
  EXPECT_LT(line.at("energy_residual").get<double>(), 1e-9);
  EXPECT_EQ(ball.run({}).errors, "");  // no person looks on, and nothing is to be said
}

TEST(Run, RefusesOptionsThatGoWithOthers) {
  const Ball ball;
  EXPECT_EQ(ball.run({"--every", "3"}).status, 2);
  EXPECT_EQ(ball.run({"--rate", "3"}).status, 2);
  EXPECT_EQ(ball.run({"--steps", "0"}).status, 2);
  EXPECT_EQ(ball.run({"--log", "loud"}).status, 2);
  EXPECT_NE(ball.run({"--resume", ball.file("absent")}).errors.find("cannot be opened"), std::string::npos);
}

}  // namespace
}  // namespace nsds::test::recorded_runs_test

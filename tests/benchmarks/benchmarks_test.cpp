// The workloads compute the physics they are named after, and the program keeps its contract. No times.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/workloads/workload.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::bench::benchmarks_test {
namespace {

struct Outcome {
  int status;
  std::string out, err;
};

Outcome run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "nsds-bench");
  std::ostringstream out, err;
  const int status = run_bench(static_cast<int>(arguments.size()), arguments.data(), out, err);
  return {status, out.str(), err.str()};
}

nlohmann::json result(std::vector<const char*> arguments) {
  arguments.push_back("--json");
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

// Free fall over 80 steps of 5 ms, which the scheme integrates exactly: 1 - g t^2 / 2.
TEST(Benchmarks, TheBallFalls) {
  const auto line = result({"ball", "--steps", "80"});
  EXPECT_NEAR(line["check"].get<double>(), 1.0 - 0.5 * g * 0.4 * 0.4, 1e-12);
  EXPECT_EQ(line["contacts"], 0);
  EXPECT_TRUE(line["residual"].is_null());  // nothing was to be solved
}

TEST(Benchmarks, WhatRestsStaysWhereItIsWithEveryContactActive) {
  for (const std::vector<const char*>& arguments :
       {std::vector<const char*>{"ball", "--resting", "--steps", "20"},
        std::vector<const char*>{"balls", "--n", "7", "--steps", "20"},
        std::vector<const char*>{"column", "--n", "7", "--steps", "20"}}) {
    const auto line = result(arguments);
    const int n = line["n"].get<int>();
    const bool stacked = line["workload"] == "column";
    EXPECT_EQ(line["contacts"], n) << line;
    EXPECT_NEAR(line["check"].get<double>(), stacked ? R + 2.0 * R * (n - 1) : R, 1e-12) << line;
    EXPECT_LE(line["residual"].get<double>(), 1e-8) << line;
    EXPECT_LE(line["residual_fclib"].get<double>(), 1e-8) << line;
  }
}

// 100 sampling instants of 5 ms and the impact at sqrt(2 / g) = 0.4515 s, behind which the ball rises with
// 0.9 of the speed of its fall.
TEST(Benchmarks, TheBallBouncesByEvents) {
  const auto line = result({"ed", "--steps", "101"});
  const double fall = std::sqrt(2.0 / g);
  const double flight = 0.5 - fall;
  EXPECT_NEAR(line["check"].get<double>(), 0.9 * g * fall * flight - 0.5 * g * flight * flight, 1e-13);
  EXPECT_LE(line["residual"].get<double>(), 1e-8) << line;
  EXPECT_LE(line["residual_fclib"].get<double>(), 1e-8) << line;
}

// While its diodes conduct, the bridge loads the oscillator with the resistor; the state stays within the
// energy of the start: C v^2 <= C v0^2.
TEST(Benchmarks, TheBridgeLosesEnergy) {
  const auto line = result({"diode", "--steps", "2000"});
  EXPECT_LT(std::fabs(line["check"].get<double>()), 10.0);
  EXPECT_EQ(line["contacts"], 4);
}

// A diode of resistance r lets a voltage fall below zero by r times its current, which at most carries what the source takes:
// 1 V/s. Its neighbours are not below it.
TEST(Benchmarks, TheLadderIsClampedByItsDiodes) {
  const auto line = result({"ladder", "--n", "400", "--steps", "100"});
  EXPECT_EQ(line["contacts"], 100);
  EXPECT_LT(line["check"].get<double>(), -1e-4);
  EXPECT_GE(line["check"].get<double>(), -1e-3);
  EXPECT_LE(line["residual"].get<double>(), 1e-8) << line;
}

// The period of the free swing from angle 2 is 4 K(sin 1) sqrt(l/g), so that the wall at 0 is reached after
// a quarter of it: 0.6948 s. A moment before, the angle is still positive; the rebound is by 0.8 of the
// speed.
TEST(Benchmarks, ThePendulumReachesTheWallWhenTheoryDoes) {
  const double quarter = std::comp_ellint_1(std::sin(1.0)) / std::sqrt(g);
  const auto steps = std::to_string(static_cast<int>(quarter / 1e-3) - 5);
  const auto line = result({"pendulum", "--steps", steps.c_str()});
  const double speed = std::sqrt(2.0 * g * (1.0 - std::cos(2.0)));  // at the wall
  const double remaining = quarter - 1e-3 * std::stod(steps);
  EXPECT_NEAR(line["check"].get<double>(), speed * remaining, 1e-4);
}

TEST(Benchmarks, SolvesAreMeasured) {
  const auto line = result({"lcp", "spd:20:1", "--solver", "lemke", "--budget", "0"});
  EXPECT_EQ(line["problem"], "spd:20:1");
  EXPECT_EQ(line["status"], "ok");
  EXPECT_LE(line["residual"].get<double>(), 1e-10);
  EXPECT_GT(line["seconds"].get<double>(), 0.0);
  const auto peers = result(
      {"lcp", "spd:20:1", "--solver", "pgs", "--norm", "fclib", "--tolerance", "1e-6", "--budget", "0"});
  EXPECT_EQ(peers["status"], "ok");
  EXPECT_LE(peers["residual_fclib"].get<double>(), 1e-6);
}

TEST(Benchmarks, SolvesOverBoxesAreMeasured) {
  for (const std::vector<const char*>& arguments :
       {std::vector<const char*>{"mlcp", "diodes:8:1", "--solver", "newton_fb", "--budget", "0"},
        std::vector<const char*>{"relay", "sliding:9:1", "--storage", "csc", "--budget", "0"},
        std::vector<const char*>{"relay", "obstacle:36:2", "--storage", "dense", "--budget", "0"}}) {
    const auto line = result(arguments);
    EXPECT_EQ(line["class"], arguments[0]);
    EXPECT_EQ(line["problem"], arguments[1]);
    EXPECT_EQ(line["status"], "ok") << line;
    EXPECT_LE(line["residual"].get<double>(), 1e-10) << line;
    EXPECT_GT(line["seconds"].get<double>(), 0.0);
  }
  EXPECT_EQ(run({"mlcp", "sliding:9:1"}).status, 1);  // a relay problem
  EXPECT_EQ(run({"mlcp", "nothing:3"}).status, 1);
  EXPECT_EQ(run({"relay", "relay:9:1", "--solver", "nothing"}).status, 1);
  EXPECT_EQ(run({"relay", "torsion:10000", "--storage", "dense"}).status, 1);
}

TEST(Benchmarks, SolvesOfProgramsAreMeasured) {
  for (const std::vector<const char*>& arguments :
       {std::vector<const char*>{"qp", "control:60:1", "--solver", "interior_point", "--budget", "0"},
        std::vector<const char*>{"qp", "dense:20:1", "--storage", "csc", "--budget", "0"},
        std::vector<const char*>{"avi", "skew:40:1", "--storage", "dense", "--budget", "0"},
        std::vector<const char*>{"avi", "isotonic:40:1", "--budget", "0"}}) {
    const auto line = result(arguments);
    EXPECT_EQ(line["class"], arguments[0]);
    EXPECT_EQ(line["problem"], arguments[1]);
    EXPECT_EQ(line["status"], "ok") << line;
    EXPECT_LE(line["residual"].get<double>(), 1e-10) << line;
    EXPECT_GT(line["seconds"].get<double>(), 0.0);
  }
  EXPECT_EQ(run({"qp", "skew:40:1"}).status, 1);  // a variational inequality
  EXPECT_EQ(run({"qp", "nothing:3"}).status, 1);
  EXPECT_EQ(run({"avi", "skew:9:1", "--solver", "nothing"}).status, 1);
  EXPECT_EQ(run({"qp", "isotonic:10000", "--storage", "dense"}).status, 1);
}

TEST(Benchmarks, TheCollectionIsListed) {
  const Outcome lines = run({"collection", "--list", "--family", "chair", "--size", "small", "--json"});
  ASSERT_EQ(lines.status, 0) << lines.err;
  std::istringstream text(lines.out);
  int count = 0;
  for (std::string line; std::getline(text, line); ++count) {
    const auto chair = nlohmann::json::parse(line);
    EXPECT_LE(chair["contacts"].get<int>(), 100);
    EXPECT_EQ(chair["certificate"], "strict");
    const int chairs = chair["dofs"].get<int>() / 6;
    EXPECT_NEAR(chair["rank_ratio"].get<double>(), chair["contacts"].get<double>() / (2.0 * chairs), 1e-12);
  }
  EXPECT_GT(count, 0);
  EXPECT_NE(run({"collection"}).out.find("stack:mu:n:ratio:seed"), std::string::npos);
  EXPECT_EQ(run({"collection", "--list", "--size", "huge"}).status, 2);
}

// Figures differ from run to run; what must hold is that threads do not show in the bits.
TEST(Benchmarks, VelocitySweepsAreTheSameInAnyNumberOfThreads) {
  const Outcome outcome = run({"velocity-sweeps", "--contacts", "500", "2500", "--threads", "1", "2",
                               "--sweeps", "6", "--repetitions", "1"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("exponent with 2 threads"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("the triad"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("OTHER"), std::string::npos) << outcome.out;
  EXPECT_EQ(run({"velocity-sweeps", "--sweeps", "100"}).status, 2);
}

// A body of mass 1 that comes down at 1 m/s onto a rough plane, reduced and in global form.
TEST(Benchmarks, SolvesOfContactFilesAreMeasuredInBothNorms) {
  const test::TemporaryFolder folder;
  const std::string reduced =
      folder.write("reduced.dat", "3 1  0 3 3 3 3  1 0 0 0 1 0 0 0 1  -1 0.1 0  0.5").string();
  const std::string global =
      folder
          .write("global.dat",
                 "3 1  0 3 3 3 3  1 0 0 0 1 0 0 0 1  0 3 3 3 3  1 0 0 0 1 0 0 0 1  -1 0.1 0  0 0 0  0.5")
          .string();
  for (const auto& [file, name] :
       {std::pair(reduced, "friction_contact"), std::pair(global, "global_friction_contact")}) {
    for (const char* norm : {"class", "fclib"}) {
      const auto line =
          result({"solve", file.c_str(), "--norm", norm, "--tolerance", "1e-9", "--budget", "0"});
      EXPECT_EQ(line["class"], name);
      EXPECT_EQ(line["norm"], norm);
      EXPECT_EQ(line["status"], "ok");
      EXPECT_LE(line[norm == std::string("class") ? "residual" : "residual_fclib"].get<double>(), 1e-9);
    }
  }
}

TEST(Benchmarks, SolvesOfFilesOfAnyClassAreMeasured) {
  const test::TemporaryFolder folder;
  constexpr const char* program = "1 1 0\n0 1 1 1 1  2\n-4\n0 1 1 1 1  1\n1\n-inf\ninf\n";
  const std::pair<const char*, const char*> files[] = {
      {"lcp", "1  0 1 1 1 1  2  -4"},
      {"relay", "1  0 1 1 1 1  2  -4  0 5"},
      {"mlcp", "1 0 0 1  0 1  1  0 1 1 1 1  2  -4"},
      {"equality", "1  0 1 1 1 1  2  -4"},
      {"qp", program},
      {"avi", program},
      {"generic_mechanical", "1 1  0 1 1 1 1  2  -4  equality 1"}};
  for (const auto& [name, text] : files) {
    const std::string file = folder.write(name, text).string();
    const auto line = result({"solve", file.c_str(), "--class", name, "--budget", "0"});
    EXPECT_EQ(line["class"], name);
    EXPECT_EQ(line["status"], "ok");
    EXPECT_LE(line["residual"].get<double>(), 1e-10);
    EXPECT_EQ(line["residual_fclib"].is_null(), name != std::string("lcp"));
  }
  const std::string qp = (folder / "qp").string();
  const Outcome normless = run({"solve", qp.c_str(), "--class", "qp", "--norm", "fclib"});
  EXPECT_EQ(normless.status, 1);
  EXPECT_NE(normless.err.find("qp"), std::string::npos) << normless.err;
  EXPECT_EQ(run({"solve", qp.c_str(), "--class", "generic_mechanical"}).status, 1);
  EXPECT_EQ(run({"solve", qp.c_str(), "--class", "nothing"}).status, 1);
}

TEST(Benchmarks, RegretIsMeasured) {
  const test::TemporaryFolder folder;
  const std::string lines = (folder / "entries.csv").string();
  const Outcome outcome =
      run({"regret", "equality", "lcp", "--filter", "murty:20:", "--entries", lines.c_str()});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("| lcp | 1e-8 | 3 | 3 | 3 | 0 | 0 |"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("| lcp | 1e-10 | 3 | 3 | 3 | 0 | 0 |"), std::string::npos) << outcome.out;
  EXPECT_EQ(run({"regret", "nothing"}).status, 1);
  EXPECT_EQ(run({"regret", "lcp", "--filter", "murty:20:1", "--entries", "/nowhere/entries.csv"}).status, 1);
}

TEST(Benchmarks, WhatIsUnknownIsRefusedWithTheList) {
  const Outcome outcome = run({"pyramids"});
  EXPECT_EQ(outcome.status, 2);
  for (const Workload& workload : workloads())
    EXPECT_NE(outcome.err.find(workload.name), std::string::npos) << outcome.err;
  EXPECT_EQ(run({"ball", "--threads", "2"}).status, 2);
  EXPECT_EQ(run({"ball", "--n", "2"}).status, 2);
  EXPECT_EQ(run({"lcp", "nothing:3"}).status, 1);
  EXPECT_EQ(run({"lcp", "spd:3:1", "--solver", "nothing"}).status, 1);
  EXPECT_EQ(run({"ball", "--solver", "nothing"}).status, 1);
}

}  // namespace
}  // namespace nsds::bench::benchmarks_test

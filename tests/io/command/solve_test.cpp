// nsds solve: what programs read, and the exit status.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds::solve_test {
namespace {

using test::nsds;
using test::Outcome;

// M = [2 1; 1 2], q = (-5, -6): both rows are active, z = M⁻¹ (5, 6) = (4/3, 7/3), w = 0.
constexpr const char* kRegular = "2\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6\n";
// w = -z - 1 < 0 for every z >= 0: no solution.
constexpr const char* kUnsolvable = "1 0 1 1 1 1 -1 -1";

class SolveCommand : public testing::Test {
 protected:
  test::TemporaryFolder folder;
  std::string regular = folder.write("regular.dat", kRegular).string();
  std::string unsolvable = folder.write("unsolvable.dat", kUnsolvable).string();
};

TEST_F(SolveCommand, PrintsTheSolutionForPrograms) {
  const Outcome outcome = nsds({"solve", regular, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["class"], "lcp");
  EXPECT_EQ(json["solver"], "auto");  // two rows: by itself
  EXPECT_EQ(json["status"], "ok");
  EXPECT_FALSE(json["message"].get<std::string>().empty());
  EXPECT_LE(json["residual"].get<double>(), 1e-8);
  EXPECT_LE(json["residual_fclib"].get<double>(), 1e-8);
  EXPECT_GT(json["roundoff_floor"].get<double>(), 0.0);
  EXPECT_GE(json["iterations"].get<int>(), 1);
  EXPECT_GE(json["seconds"].get<double>(), 0.0);
  ASSERT_EQ(json["solution"]["z"].size(), 2u);
  EXPECT_NEAR(json["solution"]["z"][0].get<double>(), 4.0 / 3.0, 1e-14);
  EXPECT_NEAR(json["solution"]["z"][1].get<double>(), 7.0 / 3.0, 1e-14);
  EXPECT_NEAR(json["solution"]["w"][0].get<double>(), 0.0, 1e-14);
  EXPECT_EQ(json.size(), 15u);
}

// Mixed and relay problems have files and solvers of their own.
TEST_F(SolveCommand, SolvesTheClassItIsTold) {
  const std::string mixed =
      folder.write("mixed.dat", "1 0 1 1  0 1 2  0 1  0 2 2 2 2  1 -1 1 1  -2 1").string();
  const Outcome outcome = nsds({"solve", mixed, "--class", "mlcp", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["class"], "mlcp");
  EXPECT_TRUE(json["residual_fclib"].is_null());
  // u + v = 2, 0 <= v _|_ -u + v + 1 >= 0: v = 1/2, u = 3/2
  EXPECT_NEAR(json["solution"]["z"][0].get<double>(), 1.5, 1e-12);
  EXPECT_NEAR(json["solution"]["z"][1].get<double>(), 0.5, 1e-12);
  const std::string relay = folder.write("relay.dat", "1 0 1 1 1 1 2  -6  -1  1").string();
  EXPECT_EQ(nsds({"solve", relay, "--class", "relay", "--json"}).json()["solution"]["z"][0], 1.0);
}

TEST_F(SolveCommand, ComparesAllSolversOfAClass) {
  const Outcome table = nsds({"solve", regular, "--solver", "all"});
  EXPECT_EQ(table.status, 0) << table.errors;
  for (const char* word : {"auto", "lemke ", "projected_cg", "enumeration", "ok", "residual", "seconds"}) {
    EXPECT_NE(table.out.find(word), std::string::npos) << table.out;
  }
  const nlohmann::json all = nsds({"solve", regular, "--solver", "all", "--json"}).json();
  ASSERT_GE(all.size(), 10U);
  EXPECT_EQ(all[0]["solver"], "auto");
  for (const nlohmann::json& one : all) {
    if (one["status"] == "ok") {
      EXPECT_LE(one["residual"].get<double>(), 1e-8);
    }
  }
  EXPECT_EQ(nsds({"solve", unsolvable, "--solver", "all"}).status, 1);
}

TEST_F(SolveCommand, PrintsNumbersThatGiveThemBack) {
  const Outcome outcome = nsds({"solve", folder.write("third.dat", "1 0 1 1 1 1 3 -1").string(), "--json"});
  EXPECT_NE(outcome.out.find("\"z\":[0.3333333333333333]"), std::string::npos) << outcome.out;
}

TEST_F(SolveCommand, PrintsATableForPeople) {
  const Outcome outcome = nsds({"solve", regular});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"status      ok", "auto", "n = 2, dense", "tolerance 1e-08", "1.3333333333333"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << outcome.out;
  }
}

TEST_F(SolveCommand, CutsLongTablesAndSaysSo) {
  std::string text = "50\n2\n50\n50\n1\nCSparse\ntriplet: 50-by-50, nzmax: 50 nnz: 50\n";
  for (int i = 0; i < 50; ++i) text += std::to_string(i) + " " + std::to_string(i) + " : 1\n";
  for (int i = 0; i < 50; ++i) text += "-1 ";
  const Outcome outcome = nsds({"solve", folder.write("long.dat", text).string()});
  EXPECT_NE(outcome.out.find("50 rows in all"), std::string::npos) << outcome.out << outcome.errors;
}

TEST_F(SolveCommand, FailsWithTheStatusOfTheSolver) {
  const Outcome outcome = nsds({"solve", unsolvable, "--json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.json()["status"], "ok");
  EXPECT_EQ(outcome.json()["solution"]["z"].size(), 1u) << "the best iterate";
}

TEST_F(SolveCommand, TakesSolverAndLimits) {
  const Outcome outcome = nsds({"solve", regular, "--class", "lcp", "--solver", "pgs", "--tolerance", "1e-3",
                                "--max-iterations", "1", "--time-limit", "10", "--json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.json()["solver"], "pgs");
  EXPECT_EQ(outcome.json()["status"], "max_iterations");
  EXPECT_EQ(outcome.json()["iterations"], 1);
  EXPECT_EQ(nsds({"solve", regular, "--solver", "pgs", "--tolerance", "1e-3"}).status, 0);
}

TEST_F(SolveCommand, SetsOptionsByName) {
  const Outcome outcome = nsds({"solve", regular, "--solver", "pgs", "--set", "tolerance=1e-3", "--set",
                                "max_iterations=1", "--json"});
  EXPECT_EQ(outcome.json()["status"], "max_iterations");
}

TEST_F(SolveCommand, NamesTheLineOfABadFile) {
  const std::string bad = folder.write("bad.dat", "2\n0\n2\n2\n2 2\n2 1\n1 x\n-5 -6\n").string();
  const Outcome outcome = nsds({"solve", bad, "--json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("bad.dat:7: expected M[3], a finite number, found \"x\""), std::string::npos)
      << outcome.errors;
  EXPECT_EQ(nsds({"solve", (folder / "absent.dat").string()}).status, 1);
}

// What cannot be read twice is read once: standard input, /dev/stdin, a pipe of the shell; with a class and without.
TEST_F(SolveCommand, ReadsPipes) {
  for (const std::string tail : {"", " --class lcp"}) {
    const Outcome dash = test::run_program({NSDS_COMMAND, "solve", "-", "--json"}, regular);
    EXPECT_EQ(dash.status, 0) << dash.errors;
    for (const std::string& line : {"cat '" + regular + "' | $NSDS solve - --json" + tail,
                                    "$NSDS solve /dev/stdin --json < '" + regular + "'" + tail,
                                    "cat '" + regular + "' | $NSDS solve /dev/stdin --json" + tail,
                                    "$NSDS solve <(cat '" + regular + "') --json" + tail}) {
      const Outcome outcome = test::shell(line);
      ASSERT_EQ(outcome.status, 0) << line << outcome.errors;
      EXPECT_EQ(outcome.json()["solution"], dash.json()["solution"]) << line;
    }
  }
  EXPECT_NE(test::shell("cat '" + regular + "' | $NSDS solve -")
                .out.find("standard input (lcp, guessed from the file;"),
            std::string::npos);
  const Outcome bad = test::shell("echo 2 x | $NSDS solve - --class lcp");
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.errors.find("standard input:1: expected the storage of M"), std::string::npos) << bad.errors;
  EXPECT_EQ(nsds({"solve", "-"}).status, 1) << "nothing to read";
}

// y >= 0, M'y <= 0, q'y < 0: here y > 0.
TEST_F(SolveCommand, PrintsTheProofThatThereIsNoSolution) {
  const Outcome text = nsds({"solve", unsolvable});
  EXPECT_NE(text.out.find("status      infeasible"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("certificate: what it proves stands in nsds/numerics/lcp.h"), std::string::npos)
      << text.out;
  const nlohmann::json json = nsds({"solve", unsolvable, "--json"}).json();
  ASSERT_EQ(json["certificate"]["y"].size(), 1u) << json;
  EXPECT_GT(json["certificate"]["y"][0].get<double>(), 0.0);
  EXPECT_TRUE(nsds({"solve", regular, "--json"}).json()["certificate"].is_null());
  EXPECT_EQ(nsds({"solve", regular}).out.find("certificate"), std::string::npos);
}

TEST_F(SolveCommand, SaysThatTheClassOfABadFileWasGuessed) {
  const std::string bad = folder.write("bad.dat", "3\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6 -7\n").string();
  const Outcome guessed = nsds({"solve", bad});
  EXPECT_EQ(guessed.status, 1);
  for (const char* words :
       {"M is 2 x 2, expected 3 x 3: n = 3", "The class was guessed", "--class NAME says which it is"})
    EXPECT_NE(guessed.errors.find(words), std::string::npos) << guessed.errors;
  const Outcome told = nsds({"solve", bad, "--class", "lcp"});
  EXPECT_EQ(told.errors, "nsds: " + bad + ":4: M is 2 x 2, expected 3 x 3: n = 3\n");
}

TEST_F(SolveCommand, RefusesWrongUsage) {
  const struct {
    std::vector<std::string> arguments;
    const char* fragment;
  } table[] = {
      {{}, "subcommand"},
      {{"absent"}, "there is no command \"absent\"; there are run, solve, solvers, plot"},
      {{"solve"}, "FILE"},
      {{"solve", regular, "stray"}, "stray"},
      {{"solve", regular, "--absent"}, "--absent"},
      {{"solve", regular, "--class", "absent"}, "there is no problem class \"absent\"; there are: lcp"},
      {{"solve", regular, "--solver", "absent"},
       "class lcp has no solver \"absent\"; it has: auto, block_pivoting"},
      {{"solve", regular, "--tolerance", "-1"}, "tolerance"},
      {{"solve", regular, "--tolerance", "small"}, "tolerance"},
      {{"solve", regular, "--max-iterations", "1.5"}, "max_iterations"},
      {{"solve", regular, "--time-limit", "x"}, "time_limit"},
      {{"solve", regular, "--set", "tolerance"}, "--set tolerance: expected OPTION=VALUE"},
      {{"solve", regular, "--set", "absent=1"}, "absent"},
  };
  for (const auto& row : table) {
    const Outcome outcome = nsds(row.arguments);
    EXPECT_EQ(outcome.status, 2) << row.fragment;
    EXPECT_NE(outcome.errors.find(row.fragment), std::string::npos) << outcome.errors;
    EXPECT_EQ(outcome.out, "");
  }
}

/// Output that is lost is no success: here the device is full, or closed.
TEST(Command, FailsWhereItsOutputIsLost) {
  for (const char* const line : {"\"$NSDS\" solvers >/dev/full", "\"$NSDS\" solvers >&-"}) {
    const Outcome outcome = test::shell(line);
    EXPECT_EQ(outcome.status, 1) << line;
    EXPECT_NE(outcome.errors.find("standard output cannot be written"), std::string::npos) << outcome.errors;
  }
}

TEST(Command, ExplainsItself) {
  for (const char* command : {"solve", "solvers", "run", "plot"}) {
    const Outcome outcome = nsds({command, "--help"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find(std::string("Example: nsds ") + command), std::string::npos) << outcome.out;
  }
  EXPECT_EQ(nsds({"--help"}).status, 0);
  EXPECT_EQ(nsds({"--version"}).status, 0);
}

}  // namespace
}  // namespace nsds::solve_test

// nsds solve X.QPS: results in the terms of the file.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds {
namespace {

using test::nsds;
using test::Outcome;
using Json = nlohmann::json;

// max 3 + 6 x - x² - y², x + y <= 2 (cap), 1 <= x (a row that is idle), y >= 0: x = 2, y = 0, the value is 11, and it
// grows with cap by 6 - 2 x = 2.
constexpr const char* kProfit =
    "NAME profit\nOBJSENSE\n MAX\nROWS\n N profit\n G idle\n L cap\n"
    "COLUMNS\n x profit 6 idle 1\n x cap 1\n y cap 1\n"
    "RHS\n RHS profit -3 idle 1\n RHS cap 2\nQUADOBJ\n x x -2\n y y -2\nENDATA\n";

// x <= 1 and x >= 2.
constexpr const char* kContradiction =
    "OBJSENSE MAX\nROWS\n N f\n L low\n G high\nCOLUMNS\n x f 1 low 1\n x high 1\nRHS\n low 1 high "
    "2\nENDATA\n";

class SolveQps : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    return folder.write(name, text).string();
  }
  test::TemporaryFolder folder;
};

TEST_F(SolveQps, TellsTheObjectiveOfTheFile) {
  for (const char* name : {"profit.qps", "PROFIT.QPS", "profit.MPS"}) {
    const Outcome outcome = nsds({"solve", write(name, kProfit), "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    EXPECT_EQ(outcome.errors, "");
    const Json json = outcome.json();
    EXPECT_EQ(json["class"], "qp");
    EXPECT_NEAR(json["objective"].get<double>(), 11.0, 1e-7);
    EXPECT_EQ(json["columns"], (Json{"x", "y"}));
    EXPECT_EQ(json["rows"], (Json{"idle", "cap"}));
    const Json& solution = json["solution"];
    EXPECT_NEAR(solution["z"][0].get<double>(), 2.0, 1e-7);
    ASSERT_EQ(solution["row_multipliers"].size(), 2u);
    EXPECT_NEAR(solution["row_multipliers"][0].get<double>(), 0.0, 1e-7);
    EXPECT_NEAR(solution["row_multipliers"][1].get<double>(), 2.0, 1e-7);
    EXPECT_NEAR(solution["multipliers"][1].get<double>(), 2.0, 1e-7) << "of -x - y >= -2, when minimising";
    EXPECT_EQ(json.size(), 17u);
  }
}

TEST_F(SolveQps, NamesColumnsAndRowsForPeople) {
  const Outcome outcome = nsds({"solve", write("profit.qps", kProfit), "--class", "qp"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const std::size_t objective = outcome.out.find("\nobjective   ");
  ASSERT_NE(objective, std::string::npos) << outcome.out;
  EXPECT_NEAR(std::stod(outcome.out.substr(objective + 12)), 11.0, 1e-7);
  EXPECT_NE(outcome.out.find("\n  column                         z\n       x"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\n     row           row_multipliers\n    idle"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\n     cap"), std::string::npos) << outcome.out;
}

TEST_F(SolveQps, ComparesSolvers) {
  const Json all = nsds({"solve", write("profit.qps", kProfit), "--solver", "all", "--json"}).json();
  ASSERT_GT(all.size(), 3u);
  for (const Json& one : all) {
    if (one["status"] != "ok") continue;
    EXPECT_NEAR(one["objective"].get<double>(), 11.0, 1e-5) << one["solver"];
  }
}

TEST_F(SolveQps, AlignsLongNames) {
  const std::string file = write("long.mps", "ROWS\n N f\nCOLUMNS\n long_name_of_x f 1\n y f 1\nENDATA\n");
  const Outcome outcome = nsds({"solve", file});
  const std::string blanks(24 - 1, ' ');
  EXPECT_NE(outcome.out.find("\n        column  " + blanks + "z\nlong_name_of_x  " + blanks +
                             "0\n             y  " + blanks + "0\n"),
            std::string::npos)
      << outcome.out;
}

// max -x² with x <= -2 and no lower bound.
TEST_F(SolveQps, PrintsWarningsBesideTheResult) {
  const std::string file =
      write("negative.qps",
            "OBJSENSE MAX\nROWS\n N f\nCOLUMNS\n x f 0\nBOUNDS\n UP b x -2\nQUADOBJ\n x x -2\nENDATA\n");
  const Outcome outcome = nsds({"solve", file, "--json"});
  EXPECT_EQ(outcome.errors,
            "nsds: warning: " + file +
                ":7:9: column x has a negative upper bound and no lower one, which is taken as -inf; "
                "readers that keep 0 find no solution\n");
  EXPECT_NEAR(outcome.json()["objective"].get<double>(), -4.0, 1e-7);
}

// Multipliers (-1, 1) of low and high prove it: 1 * 2 - 1 * 1 > 0 where x (1 - 1) = 0. A sense of the objective has
// no part in this.
TEST_F(SolveQps, ProvesByTheRowsOfTheFile) {
  const std::string file = write("contradiction.qps", kContradiction);
  const Outcome outcome = nsds({"solve", file, "--json"});
  EXPECT_EQ(outcome.status, 1);
  const Json json = outcome.json();
  ASSERT_EQ(json["status"], "infeasible");
  const Json& proof = json["certificate"]["row_multipliers"];
  ASSERT_EQ(proof.size(), 2u);
  EXPECT_LT(proof[0].get<double>(), 0.0);
  EXPECT_NEAR(proof[1].get<double>() / proof[0].get<double>(), -1.0, 1e-9);
  const std::string text = nsds({"solve", file}).out;
  EXPECT_NE(text.find("\n    high"), std::string::npos) << text;
}

TEST_F(SolveQps, NamesLineAndColumnOfABadFile) {
  const std::string file = write("bad.qps", "ROWS\n N f\nCOLUMNS\n x g 1\nENDATA\n");
  const Outcome outcome = nsds({"solve", file});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.errors, "nsds: " + file + ":4:4: expected a row that section ROWS names, found \"g\"\n");
}

TEST_F(SolveQps, IsOfNoOtherClass) {
  const Outcome outcome = nsds({"solve", write("profit.qps", kProfit), "--class", "lcp"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("profit.qps:1: expected the size n"), std::string::npos) << outcome.errors;
}

TEST_F(SolveQps, StandsInTheHelp) {
  EXPECT_NE(nsds({"solve", "--help"}).out.find(".qps and .mps: of these formats"), std::string::npos);
}

}  // namespace
}  // namespace nsds

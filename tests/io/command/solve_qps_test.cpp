// nsds solve X.QPS: results in the terms of the file.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "nsds/numerics/registry.h"
#include "run_program.hpp"

namespace nsds::solve_qps_test {
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
constexpr const char* kContradictoryRows =
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

// Every solver tells the same in the terms of the file, but the one that takes bounds alone.
TEST_F(SolveQps, ComparesSolvers) {
  const Json all = nsds({"solve", write("profit.qps", kProfit), "--solver", "all", "--json"}).json();
  ASSERT_EQ(all.size(), static_cast<std::size_t>(nsds_solver_count(NSDS_CLASS_QP)));
  for (const Json& one : all) {
    SCOPED_TRACE(one["solver"]);
    if (one["solver"] == "projected_gradient") {
      EXPECT_EQ(one["status"], "not_applicable");
      continue;
    }
    ASSERT_EQ(one["status"], "ok") << one["message"];
    EXPECT_NEAR(one["objective"].get<double>(), 11.0, 1e-6);
    EXPECT_NEAR(one["solution"]["z"][0].get<double>(), 2.0, 1e-6);
    EXPECT_NEAR(one["solution"]["row_multipliers"][1].get<double>(), 2.0, 1e-6);
  }
}

// Where no name can tell the format, an option does: on standard input, and of a file of another name.
TEST_F(SolveQps, IsToldTheFormat) {
  const std::string file = write("profit.dat", kProfit);
  const std::vector<std::string> dash{NSDS_COMMAND, "solve", "-", "--json", "--format", "qps"};
  for (const Outcome& outcome :
       {test::run_program(dash, file), nsds({"solve", file, "--json", "--format", "qps", "--class", "qp"})}) {
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    EXPECT_NEAR(outcome.json()["objective"].get<double>(), 11.0, 1e-7);
    EXPECT_EQ(outcome.json()["columns"], (Json{"x", "y"}));
  }
  const Outcome bad = test::run_program(dash, write("bad.dat", "ROWS\n N f\nCOLUMNS\n x g 1\nENDATA\n"));
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(bad.errors, "nsds: standard input:4:4: expected a row that section ROWS names, found \"g\"\n");
}

TEST_F(SolveQps, RefusesFormatsThatAreNone) {
  const std::string file = write("profit.qps", kProfit);
  const Outcome unknown = nsds({"solve", file, "--format", "lp"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("--format lp: expected qps, which is for MPS too"), std::string::npos)
      << unknown.errors;
  const Outcome other = nsds({"solve", file, "--format", "qps", "--class", "lcp"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.errors.find("--format qps: such a file is of class qp, expected no --class lcp"),
            std::string::npos)
      << other.errors;
  const Outcome guessed = test::run_program({NSDS_COMMAND, "solve", "-"}, file);
  EXPECT_EQ(guessed.status, 1);
  EXPECT_NE(guessed.errors.find("--format qps that the file is one of QPS or MPS"), std::string::npos)
      << guessed.errors;
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
  const std::string file = write("contradiction.qps", kContradictoryRows);
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
}  // namespace nsds::solve_qps_test

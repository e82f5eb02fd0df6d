// nsds solve: every class, told by --class or guessed from the file.
#include <gtest/gtest.h>

#include <cmath>

#include "io/temporary_folder.hpp"
#include "nsds/numerics/registry.h"
#include "run_program.hpp"

namespace nsds::solve_classes_test {
namespace {

using test::nsds;
using test::Outcome;

// min (z_0² + z_1²)/2 - 4 z_0, z_0 + z_1 >= 1, z_0 - z_1 = 2, z_0 <= 2.5. With z_1 = z_0 - 2 the objective is
// z_0² - 6 z_0 + 2, which falls up to z_0 = 3: z = (2.5, 0.5). The inequality is idle, lambda = 0; the row of
// z_1, between its bounds, says z_1 + mu = 0: mu = -0.5.
constexpr const char* kProgram =
    "2 1 1\n0 2 2 2 2  1 0 0 1\n-4 0\n0 1 2 1 2  1 1\n1\n0 1 2 1 2  1 -1\n2\n-inf -inf\n2.5 inf\n";
// z >= 1 and z <= 0.
constexpr const char* kContradiction = "1 1 0\n0 1 1 1 1  1\n0\n0 1 1 1 1  1\n1\n-inf\n0\n";

class SolveClasses : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    return folder.write(name, text).string();
  }
  test::TemporaryFolder folder;
};

TEST_F(SolveClasses, QuadraticProgram) {
  const Outcome outcome = nsds({"solve", write("qp.dat", kProgram), "--class", "qp", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors << outcome.out;
  const nlohmann::json json = outcome.json();
  EXPECT_EQ(json["class"], "qp");
  EXPECT_EQ(json["status"], "ok");
  EXPECT_LE(json["residual"].get<double>(), 1e-8);
  EXPECT_TRUE(json["residual_fclib"].is_null());
  EXPECT_EQ(json.size(), 15u);
  for (const char* name : {"primal_residual", "dual_residual", "duality_gap"})
    EXPECT_LE(json[name].get<double>(), 1e-7) << name;
  const nlohmann::json& solution = json["solution"];
  ASSERT_EQ(solution["z"].size(), 2u);
  EXPECT_NEAR(solution["z"][0].get<double>(), 2.5, 1e-7);
  EXPECT_NEAR(solution["z"][1].get<double>(), 0.5, 1e-7);
  ASSERT_EQ(solution["multipliers"].size(), 2u);
  EXPECT_NEAR(solution["multipliers"][0].get<double>(), 0.0, 1e-7);
  EXPECT_NEAR(solution["multipliers"][1].get<double>(), -0.5, 1e-7);
}

// For a symmetric matrix it is the program above; w = M z + q.
TEST_F(SolveClasses, VariationalInequality) {
  const Outcome outcome = nsds({"solve", write("avi.dat", kProgram), "--class", "avi", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors << outcome.out;
  const nlohmann::json solution = outcome.json()["solution"];
  EXPECT_NEAR(solution["z"][0].get<double>(), 2.5, 1e-7);
  EXPECT_NEAR(solution["w"][0].get<double>(), -1.5, 1e-7);
  EXPECT_NEAR(solution["w"][1].get<double>(), 0.5, 1e-7);
  EXPECT_NEAR(solution["multipliers"][1].get<double>(), -0.5, 1e-7);
}

TEST_F(SolveClasses, SystemOfEquations) {
  const std::string file = write("equality.dat", "2 0 2 2 2 2  2 1 1 2  -5 -6  equality");
  const Outcome outcome = nsds({"solve", file, "--class", "equality", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors << outcome.out;
  EXPECT_EQ(outcome.json()["class"], "equality");
  EXPECT_NEAR(outcome.json()["solution"]["z"][0].get<double>(), 4.0 / 3.0, 1e-14);
  // Singular, and q is not in the range of M.
  const std::string bad = write("singular.dat", "2 0 2 2 2 2  1 1 1 1  1 2  equality");
  EXPECT_EQ(nsds({"solve", bad, "--class", "equality"}).status, 1);
}

// min -x²/2 - y² - x over [-1, 2] x [-1, 1] has the minimum -5 at (2, ±1). The point found is one from which the objective falls along nothing that
// holds, so that y is at a bound, and said to be no more.
TEST_F(SolveClasses, StationaryPointsAreNotCalledMinima) {
  const std::string file = write("saddle.dat", "2 0 0  0 2 2 2 2 -1 0 0 -2  -1 0  -1 -1  2 1  qp");
  const Outcome outcome = nsds({"solve", file});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("status      ok: A stationary point was found, within the tolerance, from which "
                             "the objective falls along nothing "
                             "that holds. It need not be the least one: Q is not positive semidefinite."),
            std::string::npos)
      << outcome.out;
  const nlohmann::json json = nsds({"solve", file, "--json"}).json();
  const double x = json["solution"]["z"][0], y = json["solution"]["z"][1];
  EXPECT_EQ(std::abs(y), 1.0);
  EXPECT_NEAR(json["objective"].get<double>(), -x * x / 2 - y * y - x, 1e-12);
}

// At (2.5, 0.5) the objective is (6.25 + 0.25) / 2 - 10 = -6.75.
TEST_F(SolveClasses, ObjectivesArePrinted) {
  const std::string file = write("qp.dat", kProgram);
  EXPECT_NEAR(nsds({"solve", file, "--class", "qp", "--json"}).json()["objective"].get<double>(), -6.75,
              1e-7);
  EXPECT_NE(nsds({"solve", file, "--class", "qp"}).out.find("\nobjective   -6.75"), std::string::npos);
  EXPECT_TRUE(nsds({"solve", file, "--class", "avi", "--json"}).json()["objective"].is_null());
}

// min -z over z >= 0 falls for ever along z = 1. z >= 1 and z <= 0: the row once is above the bound, lambda = 1.
TEST_F(SolveClasses, UnboundedAndInfeasibleProgramsAreProvedSo) {
  const std::string open = write("open.dat", "1 0 0  0 1 1 1 1 0  -1  0  inf  qp");
  const Outcome unbounded = nsds({"solve", open});
  EXPECT_EQ(unbounded.status, 1);
  EXPECT_NE(unbounded.out.find("status      unbounded: "), std::string::npos) << unbounded.out;
  EXPECT_NE(
      unbounded.out.find("the objective falls for ever along the z of the certificate; bound the unknowns"),
      std::string::npos)
      << unbounded.out;
  EXPECT_NE(unbounded.out.find("certificate: what it proves stands in nsds/numerics/qp.h"),
            std::string::npos);
  const nlohmann::json ray = nsds({"solve", open, "--json"}).json();
  EXPECT_EQ(ray["status"], "unbounded");
  EXPECT_GT(ray["certificate"]["z"][0].get<double>(), 0.0);
  EXPECT_TRUE(ray["certificate"]["multipliers"].empty());
  const nlohmann::json empty =
      nsds({"solve", write("empty.dat", kContradiction), "--class", "qp", "--json"}).json();
  EXPECT_EQ(empty["status"], "infeasible");
  EXPECT_EQ(empty["certificate"]["z"][0].get<double>(), 0.0);
  EXPECT_GT(empty["certificate"]["multipliers"][0].get<double>(), 0.0);
}

// Two joints that ask for w = 1 and w = 2 of one row: v = (1, -1) up to a factor, v'W = 0.
TEST_F(SolveClasses, RowsOfAllKinds) {
  const std::string file = write("joints.dat", "2 1  0 2 2 2 2 1 1 1 1  1 2  equality 2  generic_mechanical");
  const nlohmann::json json = nsds({"solve", file, "--json"}).json();
  EXPECT_EQ(json["class"], "generic_mechanical");
  EXPECT_EQ(json["status"], "infeasible") << json;
  EXPECT_NEAR(json["certificate"]["v"][0].get<double>(), -json["certificate"]["v"][1].get<double>(), 1e-12);
  const std::string good = write("good.dat", "2 2  0 2 2 2 2 2 0 0 1  -4 -5  complementarity 1 box 1 -1 3");
  const Outcome outcome = nsds({"solve", good});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_NE(outcome.out.find("(generic_mechanical, guessed from the file; n = 2, blocks 2, dense)"),
            std::string::npos)
      << outcome.out;
  // 2 lambda - 4 = 0; the box is left where w = lambda - 5 < 0.
  EXPECT_EQ(nsds({"solve", good, "--json"}).json()["solution"]["lambda"], (nlohmann::json{2.0, 3.0}));
}

TEST_F(SolveClasses, FailWhereThereIsNoSolution) {
  for (const char* name : {"qp", "avi"}) {
    const Outcome outcome =
        nsds({"solve", write("contradiction.dat", kContradiction), "--class", name, "--json"});
    EXPECT_EQ(outcome.status, 1) << outcome.errors;
    EXPECT_NE(outcome.json()["status"], "ok");
    EXPECT_EQ(outcome.json()["solution"]["z"].size(), 1u) << "the best point";
  }
}

TEST_F(SolveClasses, AreComparedInATable) {
  const std::string program = write("program.dat", kProgram);
  const std::string equality = write("equality.dat", "1 0 1 1 1 1  2  -6  equality");
  const struct {
    nsds_class problemClass;
    std::string file;
  } table[] = {{NSDS_CLASS_QP, program}, {NSDS_CLASS_AVI, program}, {NSDS_CLASS_EQUALITY, equality}};
  for (const auto& row : table) {
    const std::string name = nsds_class_name(row.problemClass);
    const Outcome text = nsds({"solve", row.file, "--class", name, "--solver", "all"});
    EXPECT_EQ(text.status, 0) << text.errors;
    const nlohmann::json all = nsds({"solve", row.file, "--class", name, "--solver", "all", "--json"}).json();
    ASSERT_EQ(static_cast<int>(all.size()), nsds_solver_count(row.problemClass));
    const std::size_t title = text.out.find("\nsolver ");
    ASSERT_NE(title, std::string::npos) << text.out;
    const std::size_t column = text.out.find("status", title) - title;
    for (int i = 0; i < nsds_solver_count(row.problemClass); ++i) {
      const nlohmann::json& one = all[static_cast<std::size_t>(i)];
      EXPECT_EQ(one["solver"], nsds_solver_at(row.problemClass, i)->name);
      const std::size_t line = text.out.find("\n" + one["solver"].get<std::string>() + " ");
      ASSERT_NE(line, std::string::npos) << text.out;
      EXPECT_EQ(text.out.substr(line + column - 2, 2), "  ") << "columns stand below each other";
      EXPECT_NE(text.out[line + column], ' ') << text.out;
      if (one["status"] == "ok") {
        EXPECT_LE(one["residual"].get<double>(), 1e-8);
      }
    }
  }
}

TEST_F(SolveClasses, AreGuessedAndSaidSo) {
  const struct {
    const char* text;
    const char* problemClass;
  } table[] = {
      {"1 0 1 1 1 1 2 -6", "lcp"},
      {"1 0 1 1 1 1 2 -6 equality", "equality"},
      {"1 0 1 1 1 1 2 -6 -1 1", "relay"},
      {"1 0 1 1  0 1 2  0 1  0 2 2 2 2  1 -1 1 1  -2 1", "mlcp"},
      {"1 0 0  0 1 1 1 1 2  -6  0 1  qp", "qp"},
      {"1 0 0  0 1 1 1 1 2  -6  0 1  avi", "avi"},
  };
  for (const auto& row : table) {
    const std::string file = write("problem.dat", row.text);
    const Outcome json = nsds({"solve", file, "--json"});
    ASSERT_EQ(json.status, 0) << row.problemClass << json.errors;
    EXPECT_EQ(json.json()["class"], row.problemClass);
    const std::string said = "(" + std::string(row.problemClass) + ", guessed from the file; n = ";
    for (const char* solver : {"auto", "all"}) {
      const Outcome text = nsds({"solve", file, "--solver", solver});
      EXPECT_NE(text.out.find(said), std::string::npos) << text.out << text.errors;
    }
    const Outcome told = nsds({"solve", file, "--class", row.problemClass});
    EXPECT_EQ(told.out.find("guessed"), std::string::npos) << told.out;
  }
}

TEST_F(SolveClasses, MustBeToldWhereTheFileLeavesThemOpen) {
  const Outcome outcome = nsds({"solve", write("open.dat", kProgram), "--json"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.errors.find("open.dat: fits more than one class: qp, avi; say by --class which it is"),
            std::string::npos)
      << outcome.errors;
}

TEST_F(SolveClasses, NameTheLineOfABadFile) {
  const std::string bad = write("bad.dat", "1 0 0\n0 1 1 1 1 2\n-6\n0\n-1\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"solve", bad}, std::vector<std::string>{"solve", bad, "--class", "qp"}}) {
    const Outcome outcome = nsds(words);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.errors.find("bad.dat:5: upper[0] is below lower[0]"), std::string::npos)
        << outcome.errors;
  }
}

TEST_F(SolveClasses, HaveOptionsAndSolversOfTheirOwn) {
  const std::string file = write("qp.dat", kProgram);
  EXPECT_EQ(nsds({"solve", file, "--class", "qp", "--solver", "goldfarb_idnani"}).status, 0);
  const Outcome absent = nsds({"solve", file, "--class", "avi", "--solver", "goldfarb_idnani"});
  EXPECT_EQ(absent.status, 2);
  EXPECT_NE(absent.errors.find("class avi has no solver"), std::string::npos) << absent.errors;
  EXPECT_EQ(nsds({"solve", file, "--class", "qp", "--tolerance", "x"}).status, 2);
}

}  // namespace
}  // namespace nsds::solve_classes_test

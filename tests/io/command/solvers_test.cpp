// nsds solvers: the registry of numerics, in words and as JSON.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "nsds/numerics/registry.h"
#include "run_program.hpp"

namespace nsds::solvers_test {
namespace {

using test::nsds;
using test::Outcome;

TEST(SolversCommand, ListsEverySolver) {
  const Outcome text = nsds({"solvers", "lcp"});
  const Outcome json = nsds({"solvers", "lcp", "--json"});
  ASSERT_EQ(text.status, 0);
  ASSERT_EQ(json.status, 0);
  const nlohmann::json list = json.json();
  ASSERT_EQ(static_cast<int>(list.size()), nsds_solver_count(NSDS_CLASS_LCP));
  for (int i = 0; i < nsds_solver_count(NSDS_CLASS_LCP); ++i) {
    const nsds_solver_info& solver = *nsds_solver_at(NSDS_CLASS_LCP, i);
    const nlohmann::json& row = list[static_cast<std::size_t>(i)];
    EXPECT_EQ(row["name"], solver.name);
    EXPECT_EQ(row["summary"], solver.summary);
    EXPECT_EQ(row["citation"], solver.citation);
    EXPECT_EQ(row["requirements"], solver.requirements);
    EXPECT_EQ(row["default"], i == 0);
    EXPECT_FALSE(row["storages"].empty());
    for (const char* word : {solver.name, solver.summary, solver.citation}) {
      EXPECT_NE(text.out.find(word), std::string::npos) << word;
    }
  }
}

// Some classes are met in memory alone: the list says so, and solving a file of one is wrong usage.
TEST(SolversCommand, MarksClassesWithoutFiles) {
  const Outcome text = nsds({"solvers", "convex_qp"});
  EXPECT_NE(text.out.find("Solvers of class convex_qp, which nsds solve cannot read:"), std::string::npos);
  EXPECT_NE(nsds({"solvers"})
                .out.find("convex_qp: convex quadratic program over a set that is known by its projection "
                          "(no files)\n"),
            std::string::npos);
  const Outcome help = nsds({"solvers", "--help"});
  EXPECT_NE(help.out.find("convex_qp (no files), friction_contact, "), std::string::npos) << help.out;
  const Outcome solve = nsds({"solve", "absent.dat", "--class", "convex_qp"});
  EXPECT_EQ(solve.status, 2);
  EXPECT_NE(solve.errors.find("class convex_qp has no problem files, because its problems hold functions; "
                              "these have: lcp, "),
            std::string::npos)
      << solve.errors;
}

TEST(SolversCommand, DescribesTheOptionsOfASolver) {
  const Outcome text = nsds({"solvers", "pgs", "--class", "lcp"});
  const nlohmann::json json = nsds({"solvers", "pgs", "--class", "lcp", "--json"}).json().at(0);
  const nsds_solver_info& solver = *nsds_solver_find(NSDS_CLASS_LCP, "pgs");
  ASSERT_EQ(static_cast<int>(json["options"].size()), solver.option_count + nsds_common_option_count());
  for (const nlohmann::json& option : json["options"]) {
    EXPECT_NE(text.out.find(option["name"].get<std::string>()), std::string::npos);
    EXPECT_NE(text.out.find(option["sentence"].get<std::string>()), std::string::npos);
    if (option["name"] == "tolerance") {
      EXPECT_EQ(option["type"], "double");
      EXPECT_EQ(option["default"], 1e-8);
    }
    if (option["name"] == "reuse") {
      EXPECT_EQ(option["choices"], (nlohmann::json{"none", "structure", "values"}));
    }
  }
}

TEST(SolversCommand, ListsTheSolversOfEveryClass) {
  for (int k = 0; k < nsds_class_count(); ++k) {
    const auto problemClass = static_cast<nsds_class>(k);
    const nlohmann::json list = nsds({"solvers", nsds_class_name(problemClass), "--json"}).json();
    ASSERT_EQ(static_cast<int>(list.size()), nsds_solver_count(problemClass));
    EXPECT_EQ(list[0]["class"], nsds_class_name(problemClass));
    EXPECT_EQ(list[0]["name"], nsds_solver_at(problemClass, 0)->name);
  }
}

TEST(SolversCommand, ListsAllClassesWithoutAName) {
  const Outcome text = nsds({"solvers"});
  const nlohmann::json list = nsds({"solvers", "--json"}).json();
  ASSERT_EQ(static_cast<int>(list.size()), nsds_class_count());
  for (int k = 0; k < nsds_class_count(); ++k) {
    const auto problemClass = static_cast<nsds_class>(k);
    const nlohmann::json& row = list[static_cast<std::size_t>(k)];
    EXPECT_EQ(row["class"], nsds_class_name(problemClass));
    EXPECT_FALSE(row["summary"].get<std::string>().empty());
    ASSERT_EQ(static_cast<int>(row["solvers"].size()), nsds_solver_count(problemClass));
    std::string names;
    for (const nlohmann::json& name : row["solvers"])
      names += (names.empty() ? "" : ", ") + name.get<std::string>();
    EXPECT_NE(text.out.find("\n  " + names + "\n"), std::string::npos) << text.out;
  }
}

// A solver's name shows every class that has it, whichever that are.
TEST(SolversCommand, FindsASolverInEveryClassThatHasIt) {
  for (const char* name : {"nsgs", "auto", "lemke", "reduction"}) {
    const nlohmann::json list = nsds({"solvers", name, "--json"}).json();
    const Outcome text = nsds({"solvers", name});
    std::size_t found = 0;
    for (int k = 0; k < nsds_class_count(); ++k) {
      const auto problemClass = static_cast<nsds_class>(k);
      if (nsds_solver_find(problemClass, name) == nullptr) continue;
      ASSERT_LT(found, list.size());
      EXPECT_EQ(list[found]["class"], nsds_class_name(problemClass));
      EXPECT_EQ(list[found++]["name"], name);
      const std::string headline = "class " + std::string(nsds_class_name(problemClass)) + ": " + name;
      EXPECT_NE(text.out.find(headline), std::string::npos) << text.out;
    }
    EXPECT_EQ(found, list.size());
    EXPECT_GT(found, 0u) << name;
  }
  // "lcp" is a class, and a solver of two others.
  const Outcome both = nsds({"solvers", "lcp"});
  EXPECT_NE(both.out.find("Class mlcp has a solver lcp: nsds solvers lcp --class mlcp"), std::string::npos)
      << both.out;
}

// Where a rule is cited it stands there: the headers say what the default solver takes.
TEST(SolversCommand, CitesTheRuleOfTheDefaultWhereItStands) {
  for (const std::string name : {"lcp", "friction_contact", "global_friction_contact"}) {
    nsds_class problemClass{};
    ASSERT_EQ(nsds_class_find(name.c_str(), &problemClass), 1);
    EXPECT_NE(std::string(nsds_solver_at(problemClass, 0)->citation)
                  .find("decision rule in nsds/numerics/" + name + ".h"),
              std::string::npos)
        << name;
    const std::string header = test::contents(NSDS_SOURCE "/numerics/include/nsds/numerics/" + name + ".h");
    EXPECT_NE(header.find("The default solver, auto, "), std::string::npos) << name;
  }
  const std::string guide = test::contents(NSDS_SOURCE "/docs/guide.md");
  EXPECT_NE(guide.find("## Joints, stops and contacts together"), std::string::npos);
  EXPECT_NE(std::string(nsds_solver_at(NSDS_CLASS_GENERIC_MECHANICAL, 0)->citation)
                .find("the guide, Joints, stops and contacts together"),
            std::string::npos);
}

TEST(SolversCommand, RefusesNamesThatDoNotExist) {
  const Outcome absent = nsds({"solvers", "absent"});
  EXPECT_EQ(absent.status, 2);
  EXPECT_NE(
      absent.errors.find("there is no problem class and no solver \"absent\"; nsds solvers lists them all"),
      std::string::npos)
      << absent.errors;
  EXPECT_EQ(nsds({"solvers", "nsgs", "--class", "lcp"}).status, 2);
  EXPECT_EQ(nsds({"solvers", "nsgs", "--class", "absent"}).status, 2);
  EXPECT_EQ(nsds({"solvers", "lemke", "stray"}).status, 2);
}

// There is one way to ask for a class.
TEST(SolversCommand, RefusesAClassThatQualifiesNoSolver) {
  const Outcome outcome = nsds({"solvers", "--class", "lcp", "--json"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.errors,
            "nsds: solvers: --class says of which class a solver is, and none is named; nsds solvers lcp "
            "describes the class\n");
}

}  // namespace
}  // namespace nsds::solvers_test

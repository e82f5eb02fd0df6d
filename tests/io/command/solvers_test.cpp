// nsds solvers: the registry of numerics, in words and as JSON.
#include <gtest/gtest.h>

#include "nsds/numerics/registry.h"
#include "run_program.hpp"

namespace nsds {
namespace {

using test::nsds;
using test::Outcome;

TEST(SolversCommand, ListsEverySolver) {
  const Outcome text = nsds({"solvers"});
  const Outcome json = nsds({"solvers", "--class", "lcp", "--json"});
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
  const Outcome text = nsds({"solvers", "--class", "convex_qp"});
  EXPECT_NE(text.out.find("Solvers of class convex_qp, which nsds solve cannot read:"), std::string::npos);
  EXPECT_NE(nsds({"solvers"}).out.find("Solvers of class lcp:"), std::string::npos);
  const Outcome help = nsds({"solvers", "--help"});
  EXPECT_NE(help.out.find("convex_qp (no files), friction_contact, "), std::string::npos) << help.out;
  const Outcome solve = nsds({"solve", "absent.dat", "--class", "convex_qp"});
  EXPECT_EQ(solve.status, 2);
  EXPECT_NE(solve.errors.find("class convex_qp has no problem files; these have: lcp, "), std::string::npos)
      << solve.errors;
}

TEST(SolversCommand, DescribesTheOptionsOfASolver) {
  const Outcome text = nsds({"solvers", "pgs"});
  const nlohmann::json json = nsds({"solvers", "pgs", "--json"}).json();
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
    const nlohmann::json list = nsds({"solvers", "--class", nsds_class_name(problemClass), "--json"}).json();
    ASSERT_EQ(static_cast<int>(list.size()), nsds_solver_count(problemClass));
    EXPECT_EQ(list[0]["class"], nsds_class_name(problemClass));
    EXPECT_EQ(list[0]["name"], nsds_solver_at(problemClass, 0)->name);
  }
}

TEST(SolversCommand, RefusesNamesThatDoNotExist) {
  EXPECT_EQ(nsds({"solvers", "absent"}).status, 2);
  EXPECT_EQ(nsds({"solvers", "--class", "absent"}).status, 2);
  EXPECT_EQ(nsds({"solvers", "lemke", "stray"}).status, 2);
}

}  // namespace
}  // namespace nsds

// The figures of a study: each with its table and its sentence; a property that fails would end in status 1.
#include <gtest/gtest.h>

#include <string>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::test::study_test {
namespace {

TEST(Study, MakesTablesPicturesAndAPage) {
  const TemporaryFolder folder;
  const Outcome made = nsds({"study", "lecture", "-o", folder / "figures", "--only", "exact"});
  EXPECT_EQ(made.status, 0) << made.errors;
  EXPECT_NE(made.out.find("0 fail"), std::string::npos) << made.out;
  const std::string table = contents(folder / "figures/02-exact-ball.csv");
  EXPECT_TRUE(table.starts_with("t [s],q [m],v [m/s]\n0,1,")) << table.substr(0, 80);
  EXPECT_NE(contents(folder / "figures/some.md").find("![Exact solution, bouncing ball](02-exact-ball.svg)"),
            std::string::npos);
  EXPECT_NE(contents(folder / "figures/02-exact-ball.svg").find("<svg"), std::string::npos);
}

/// The line of a scheme in the table of costs, "| SCHEME | ... |".
std::string lineOf(const std::string& page, const std::string& scheme) {
  const std::size_t begin = page.find("| " + scheme + " |");
  return begin == std::string::npos ? "" : page.substr(begin, page.find('\n', begin) - begin);
}

// On the ball: order one takes about 100 steps for 1e-2, 100 times as many for 1e-4, and never gets to 1e-6; flights are exact
// for Runge and Kutta's methods, so that event-driven simulation is there at once; steps of RATTLE that adapt do not see impacts.
TEST(Study, ComparesSchemesOnTheBall) {
  const TemporaryFolder folder;
  const Outcome made =
      nsds({"study", "schemes", "-o", folder / "figures", "--only", "ball", "--no-pictures"});
  EXPECT_EQ(made.status, 0) << made.out << made.errors;
  EXPECT_NE(made.out.find("1 properties hold, 0 fail"), std::string::npos) << made.out;
  const std::string page = contents(folder / "figures/some.md");
  EXPECT_TRUE(lineOf(page, "Moreau-Jean 1/2").starts_with("| Moreau-Jean 1/2 | 110, ")) << page;
  EXPECT_NE(lineOf(page, "Moreau-Jean 1/2").find("not reached"), std::string::npos) << page;
  EXPECT_EQ(lineOf(page, "event driven Dopri5").find("not reached"), std::string::npos) << page;
  EXPECT_EQ(lineOf(page, "adaptive RATTLE").find("| not reached"), std::string::npos) << page;
  const std::string table = contents(folder / "figures/01-ball.csv");
  EXPECT_TRUE(
      table.starts_with("Moreau-Jean 1/2.setting [1],Moreau-Jean 1/2.evaluations [1],"
                        "Moreau-Jean 1/2.seconds [s],Moreau-Jean 1/2.error [1],"))
      << table.substr(0, 200);
}

TEST(Study, RefusesWhatThereIsNot) {
  const TemporaryFolder folder;
  const Outcome unknown = nsds({"study", "lectures", "-o", folder / "figures"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("there is no study \"lectures\"; there are: lecture, schemes"),
            std::string::npos)
      << unknown.errors;
  const Outcome two = nsds({"study", "lecture", "schemes", "-o", folder / "figures"});
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.errors.find("one study is made at a time"), std::string::npos) << two.errors;
  const Outcome none = nsds({"study", "lecture", "-o", folder / "figures", "--only", "tractrix"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.errors.find("no figure has \"tractrix\""), std::string::npos) << none.errors;
  EXPECT_FALSE(std::filesystem::exists(folder / "figures"));
}

}  // namespace
}  // namespace nsds::test::study_test

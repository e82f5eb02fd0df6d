// The figures of a study: each with its table and its sentence; a property that fails would end in status 1.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::test {
namespace {

TEST(Study, MakesTablesPicturesAndAPage) {
  const TemporaryFolder folder;
  const Outcome made = nsds({"study", "lecture", "-o", folder / "figures", "--only", "exact"});
  EXPECT_EQ(made.status, 0) << made.errors;
  EXPECT_NE(made.out.find("0 fail"), std::string::npos) << made.out;
  const std::string table = contents(folder / "figures/02-exact-ball.csv");
  EXPECT_TRUE(table.starts_with("t [s],q [m],v [m/s]\n0,1,")) << table.substr(0, 80);
  EXPECT_NE(
      contents(folder / "figures/README.md").find("![Exact solution, bouncing ball](02-exact-ball.svg)"),
      std::string::npos);
  EXPECT_NE(contents(folder / "figures/02-exact-ball.svg").find("<svg"), std::string::npos);
}

TEST(Study, RefusesWhatThereIsNot) {
  const TemporaryFolder folder;
  const Outcome unknown = nsds({"study", "lectures", "-o", folder / "figures"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("there is no study \"lectures\"; there is: lecture"), std::string::npos)
      << unknown.errors;
  const Outcome none = nsds({"study", "lecture", "-o", folder / "figures", "--only", "tractrix"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.errors.find("no figure has \"tractrix\""), std::string::npos) << none.errors;
}

}  // namespace
}  // namespace nsds::test

// All figures of the studies, whose properties hold.
#include <gtest/gtest.h>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::test::study_long_test {
namespace {

TEST(WholeStudy, OfTheLectureHolds) {
  const TemporaryFolder folder;
  const Outcome made = nsds({"study", "lecture", "-o", folder / "figures", "--no-pictures"});
  EXPECT_EQ(made.status, 0) << made.out;
  EXPECT_EQ(made.out.find("FAILS"), std::string::npos) << made.out;
}

// Four problems and the advice: schemes that do not take a problem say why, by the error that names what they do not take.
TEST(WholeStudy, OfSchemesHolds) {
  const TemporaryFolder folder;
  const Outcome made = nsds({"study", "schemes", "-o", folder / "figures", "--no-pictures"});
  EXPECT_EQ(made.status, 0) << made.out;
  EXPECT_EQ(made.out.find("FAILS"), std::string::npos) << made.out;
  const std::string page = contents(folder / "figures/README.md");
  EXPECT_NE(page.find("| Schatzman-Paoli | refuses: SchatzmanPaoliOSI takes"), std::string::npos) << page;
}

}  // namespace
}  // namespace nsds::test::study_long_test

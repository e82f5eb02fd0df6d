// All figures of the lecture, whose properties hold.
#include <gtest/gtest.h>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::test {
namespace {

TEST(Study, OfTheLectureHolds) {
  const TemporaryFolder folder;
  const Outcome made = nsds({"study", "lecture", "-o", folder / "figures", "--no-pictures"});
  EXPECT_EQ(made.status, 0) << made.out;
  EXPECT_EQ(made.out.find("FAILS"), std::string::npos) << made.out;
}

}  // namespace
}  // namespace nsds::test

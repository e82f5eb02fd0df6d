#include "nsds/io/progress.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "io/temporary_folder.hpp"

namespace nsds::io {
namespace {

struct FakeSimulation {
  double t;
  double time() const { return t; }
};

TEST(ProgressBar, IsFullAtTheEnd) {
  const test::TemporaryFolder folder;
  std::FILE* stream = std::fopen((folder / "bar").c_str(), "w");
  ASSERT_NE(stream, nullptr);
  ProgressBar bar(3.0, stream);
  bar.begin(FakeSimulation{1.0});
  bar.step(FakeSimulation{2.0});
  bar.end(FakeSimulation{3.0});
  std::fclose(stream);
  const std::string drawn = test::contents(folder / "bar");
  EXPECT_NE(drawn.find("[########################################] 100 %  t = 3 s"), std::string::npos)
      << drawn;
  EXPECT_TRUE(drawn.ends_with("\n"));
}

TEST(ProgressBar, ShowsWhereAStoppedRunEnded) {
  const test::TemporaryFolder folder;
  std::FILE* stream = std::fopen((folder / "bar").c_str(), "w");
  ASSERT_NE(stream, nullptr);
  ProgressBar bar(4.0, stream);
  bar.start(0.0);
  bar.finish(1.0);
  std::fclose(stream);
  EXPECT_NE(test::contents(folder / "bar").find("[##########..............................]  25 %"),
            std::string::npos);
}

// Under ctest the error stream is no terminal.
TEST(ProgressBar, IsSilentWithoutATerminal) {
  testing::internal::CaptureStderr();
  ProgressBar bar(1.0);
  bar.start(0.0);
  bar.advance(0.5);
  bar.finish(1.0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace nsds::io

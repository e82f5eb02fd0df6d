#include "nsds/io/progress.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <nsds/kernel.hpp>
#include <string>

#include "io/temporary_folder.hpp"

namespace nsds::io::progress_test {
namespace {

/// A ball that falls for 4 s, in 8 steps.
struct Fall {
  Fall() {
    auto& ball = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
    ball.setFExt(Vector::Constant(1, -1.0));
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);
  }
  Model model{0.0, 4.0};
  TimeStepping simulation{model, TimeDiscretisation(0.0, 0.5), MoreauJeanOSI(0.5)};
};

std::string drawnBy(const std::function<void(ProgressBar&)>& draw) {
  const test::TemporaryFolder folder;
  std::FILE* stream = std::fopen((folder / "bar").c_str(), "w");
  ProgressBar bar(stream);
  draw(bar);
  std::fclose(stream);
  return test::contents(folder / "bar");
}

TEST(ProgressBar, IsFullAtTheEnd) {
  Fall fall;
  const std::string drawn = drawnBy([&](ProgressBar& bar) { fall.simulation.run(bar); });
  EXPECT_NE(drawn.find("[########################################] 100 %  t = 4 s  step 8  1 active"),
            std::string::npos)
      << drawn;
  EXPECT_TRUE(drawn.ends_with("\n"));
  EXPECT_EQ(drawn.find("left"), std::string::npos);
}

TEST(ProgressBar, ShowsWhereARunEndedAndWhatIsLeft) {
  Fall fall;
  const std::string drawn = drawnBy([&](ProgressBar& bar) {
    fall.simulation.run(bar, [&](const Simulation& s) {
      if (s.step() == 2) fall.simulation.requestEnd();
    });
  });
  EXPECT_NE(drawn.find("[##########..............................]  25 %  t = 1 s  step 2  0 active"),
            std::string::npos)
      << drawn;
  EXPECT_NE(drawn.find(" left"), std::string::npos);
}

// Under ctest the error stream is no terminal.
TEST(ProgressBar, IsSilentWithoutATerminal) {
  Fall fall;
  testing::internal::CaptureStderr();
  fall.simulation.run(ProgressBar());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace nsds::io::progress_test

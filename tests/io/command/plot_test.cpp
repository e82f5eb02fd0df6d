// nsds plot: from a CSV file to a picture.
#include <gtest/gtest.h>

#include "io/png.hpp"
#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds {
namespace {

using test::nsds;
using test::Outcome;

class PlotCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  }
  test::TemporaryFolder folder;
  std::string csv = folder.write("ball.csv", "t [s],q [m],v [m/s]\n0,1,0\n0.5,0.5,-2\n1,0,-4\n").string();
};

TEST_F(PlotCommand, PutsThePictureBesideTheFile) {
  const Outcome outcome = nsds({"plot", csv});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(outcome.out, (folder / "ball.png").string() + "\n");
  EXPECT_NE(test::png_size(folder / "ball.png"), test::PngSize{});
}

TEST_F(PlotCommand, TakesItsOptions) {
  const std::string picture = (folder / "other.png").string();
  const Outcome outcome = nsds({"plot", "--columns", "q,v", "--x", "t", "--title", "A ball", "--width", "900",
                                "--height", "600", "-o", picture, csv});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(test::png_size(picture), (test::PngSize{900, 600}));
}

TEST_F(PlotCommand, WritesOtherFormatsOrSaysWhichThereAre) {
  const std::string svg = (folder / "ball.svg").string();
  EXPECT_EQ(nsds({"plot", csv, "-o", svg}).status, 0);
  EXPECT_NE(test::contents(svg).find("<svg"), std::string::npos);
  const Outcome other = nsds({"plot", csv, "-o", (folder / "ball.gif").string()});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.errors.find("ball.gif: a picture is written as .png, .svg or .pdf"), std::string::npos)
      << other.errors;
}

TEST_F(PlotCommand, TellsFailureFromWrongUsage) {
  EXPECT_EQ(nsds({"plot", (folder / "absent.csv").string()}).status, 1);
  const Outcome bad = nsds({"plot", folder.write("bad.csv", "t [s],q [m]\n0,x\n").string()});
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.errors.find("bad.csv:2:2: expected a number, found \"x\""), std::string::npos) << bad.errors;
  const Outcome column = nsds({"plot", csv, "--columns", "absent"});
  EXPECT_EQ(column.status, 2);
  EXPECT_NE(column.errors.find("no column \"absent\"; there are: t, q, v"), std::string::npos);
  EXPECT_EQ(nsds({"plot"}).status, 2);
  EXPECT_EQ(nsds({"plot", csv, "--width", "1"}).status, 2);
}

TEST_F(PlotCommand, NamesThePackageOfGnuplot) {
  const Outcome outcome =
      test::run_program({"/usr/bin/env", "PATH=" + (folder / "empty").string(), NSDS_COMMAND, "plot", csv});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("gnuplot-nox"), std::string::npos) << outcome.errors;
}

}  // namespace
}  // namespace nsds

// nsds plot: from a CSV file to a picture.
#include <gtest/gtest.h>

#include "io/png.hpp"
#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds::plot_test {
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
  const Outcome outcome = nsds({"plot", "-y", "q,v", "-x", "t", "--title", "A ball", "--width", "900",
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

// Several files go into one picture, and what the options say may stand before or after them.
TEST_F(PlotCommand, DrawsSeveralFiles) {
  const std::string other = folder.write("drop.csv", "t [s],q [m],v [m/s]\n0,2,0\n1,0,-4\n").string();
  const std::string svg = (folder / "p.svg").string();
  const Outcome outcome = nsds({"plot", "--kind", "phase", "-x", "q", csv, other, "-y", "v", "-o", svg});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  const std::string picture = test::contents(svg);
  for (const char* word : {">ball<", ">drop<", ">q [m]<", ">v [m/s]<"})
    EXPECT_NE(picture.find(word), std::string::npos) << word;
  EXPECT_EQ(nsds({"plot", csv, other, "--names", "first,second", "-o", svg}).status, 0);
  EXPECT_NE(test::contents(svg).find(">second<"), std::string::npos);
}

// Files of one name in two folders are told apart by their paths.
TEST_F(PlotCommand, TellsFilesOfOneNameApart) {
  std::filesystem::create_directory(folder / "b");
  const std::string other = folder.write("b/ball.csv", "t [s],q [m]\n0,2\n1,0\n").string();
  const std::string svg = (folder / "p.svg").string();
  const Outcome outcome = nsds({"plot", csv, other, "-y", "q", "-o", svg});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_NE(test::contents(svg).find(">" + other + "<"), std::string::npos);
}

TEST_F(PlotCommand, NamesThePictureAfterItsKind) {
  const Outcome outcome = nsds({"plot", csv, "--kind", "phase"});
  EXPECT_EQ(outcome.out, (folder / "ball-phase.png").string() + "\n") << outcome.errors;
  EXPECT_FALSE(std::filesystem::exists(folder / "ball.png"));
}

TEST_F(PlotCommand, DescribesTheKinds) {
  const Outcome outcome = nsds({"plot", "--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* kind :
       {"series", "phase", "complementarity", "energy", "orders", "work-precision", "profile"})
    EXPECT_NE(outcome.out.find("\n  " + std::string(kind) + " "), std::string::npos) << kind;
}

TEST_F(PlotCommand, TellsFailureFromWrongUsage) {
  EXPECT_EQ(nsds({"plot", (folder / "absent.csv").string()}).status, 1);
  const Outcome bad = nsds({"plot", folder.write("bad.csv", "t [s],q [m]\n0,x\n").string()});
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.errors.find("bad.csv:2:2: expected a number, found \"x\""), std::string::npos) << bad.errors;
  const Outcome column = nsds({"plot", csv, "-y", "absent"});
  EXPECT_EQ(column.status, 2);
  EXPECT_NE(column.errors.find("ball.csv: there is no column \"absent\"; there are: t, q, v"),
            std::string::npos)
      << column.errors;
  const Outcome kind = nsds({"plot", csv, "--kind", "absent"});
  EXPECT_EQ(kind.status, 2);
  EXPECT_NE(kind.errors.find("no kind \"absent\"; there are: series, phase"), std::string::npos)
      << kind.errors;
  const Outcome energy = nsds({"plot", csv, "--kind", "energy"});
  EXPECT_EQ(energy.status, 1);
  EXPECT_NE(energy.errors.find("ball.csv: no column has the unit J"), std::string::npos) << energy.errors;
  EXPECT_EQ(nsds({"plot", csv, "--names", "a,b"}).status, 2);
  EXPECT_EQ(nsds({"plot"}).status, 2);
  EXPECT_EQ(nsds({"plot", csv, "--width", "1"}).status, 2);
}

TEST_F(PlotCommand, NamesThePackageOfGnuplot) {
  const Outcome outcome =
      test::run_program({"/usr/bin/env", "PATH=" + (folder / "empty").string(), NSDS_COMMAND, "plot", csv});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("gnuplot was not found; to install it: apt-get install gnuplot-nox"),
            std::string::npos)
      << outcome.errors;
}

}  // namespace
}  // namespace nsds::plot_test

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "io/png.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/io/plot.hpp"

namespace nsds::io::frame_test {
namespace {

Trajectory table(int rows) {
  Trajectory result({{"t", "s"}, {"q", "m"}, {"v", "m/s"}, {"it's `date` $HOME _1", "m"}, {"c", ""}});
  for (int i = 0; i < rows; ++i) {
    const double t = 0.1 * i;
    const double gap = i == 3 ? std::numeric_limits<double>::quiet_NaN() : std::cos(2 * t);
    result.append(std::vector{t, std::cos(t), -std::sin(t), gap, 3.0});
  }
  return result;
}

class Plot : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  }
  test::TemporaryFolder folder;
};

TEST_F(Plot, WritesAPicture) {
  plot(table(200), folder / "a.png", {.title = "it's `date` \"$HOME\"\nand more"});
  EXPECT_EQ(test::png_size(folder / "a.png"), (test::PngSize{1000, 800})) << "three panels";
}

// The suffix decides: the bytes are those of the format, and a PDF has a page of so many points.
TEST_F(Plot, WritesTheFormatOfTheSuffix) {
  const PlotOptions options{.width = 900, .height = 600};
  plot(table(50), folder / "a.svg", options);
  const std::string svg = test::contents(folder / "a.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("width=\"900\" height=\"600\""), std::string::npos) << svg.substr(0, 400);
  plot(table(50), folder / "a.pdf", options);
  const std::string pdf = test::contents(folder / "a.pdf");
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  EXPECT_NE(pdf.find("/MediaBox [ 0 0 900 600 ]"), std::string::npos) << pdf.substr(0, 2000);
}

TEST_F(Plot, DrawsChosenColumnsInAChosenSize) {
  const PlotOptions options{.abscissa = "q", .columns = {"v"}, .width = 900, .height = 600};
  plot(table(200), folder / "a.png", options);
  EXPECT_EQ(test::png_size(folder / "a.png"), (test::PngSize{900, 600}));
}

TEST_F(Plot, DrawsOverLogarithmicAxesWhatIsPositive) {
  Trajectory errors({{"h", "s"}, {"error", "1"}, {"none", "1"}});
  for (const double h : {1e-1, 1e-3, 0.0}) errors.append(std::vector{h, h * h, -1.0});
  plot(errors, folder / "a.png", {.logarithmic = true});
  EXPECT_EQ(test::png_size(folder / "a.png"), (test::PngSize{1000, 640})) << "one panel for each unit";
}

TEST_F(Plot, DrawsASingleRow) {
  plot(table(1), folder / "a.png");
  EXPECT_NE(test::png_size(folder / "a.png"), test::PngSize{});
}

TEST_F(Plot, DrawsManyCurves) {
  std::vector<Column> columns{{"t", "s"}};
  for (int i = 0; i < 30; ++i) columns.push_back({"bead" + std::to_string(i) + ".position", "m"});
  Trajectory beads(columns);
  for (int k = 0; k < 50; ++k) beads.append(std::vector<double>(columns.size(), k));
  plot(beads, folder / "a.png");
  EXPECT_NE(test::png_size(folder / "a.png"), test::PngSize{});
}

TEST_F(Plot, AcceptsStrangeFileNames) {
  const std::string name = "it's a \"file\" `x` $HOME.png";
  plot(table(10), folder / name);
  EXPECT_NE(test::png_size(folder / name), test::PngSize{});
}

TEST_F(Plot, LeavesThePictureAloneWhenItFails) {
  folder.write("a.png", "before");
  EXPECT_THROW(plot(table(10), folder / "a.png", {.columns = {"absent"}}), std::out_of_range);
  EXPECT_EQ(test::contents(folder / "a.png"), "before");
}

TEST_F(Plot, NamesAFolderThatIsNotThere) {
  try {
    plot(table(10), folder / "absent" / "a.png");
    FAIL();
  } catch (const PlotError& error) {
    EXPECT_NE(std::string(error.what()).find("a.png: cannot be written"), std::string::npos) << error.what();
  }
}

TEST(PlotArguments, AreChecked) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(plot(table(0), folder / "a.png"), std::invalid_argument);
  EXPECT_THROW(plot(Trajectory(std::vector<Column>{{"t", "s"}}), folder / "a.png"), std::invalid_argument);
  EXPECT_THROW(plot(table(2), folder / "a.png", {.width = 10}), std::invalid_argument);
  EXPECT_THROW(plot(table(2), folder / "a.png", {.height = 10}), std::invalid_argument);
  EXPECT_THROW(plot(table(2), folder / "a.png", {.abscissa = "absent"}), std::out_of_range);
}

TEST(PlotArguments, NameTheFormatsThereAre) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.jpg", "a.PNG", "a"}) {
    try {
      plot(table(2), folder / name);
      ADD_FAILURE() << name;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(),
                (folder / name).string() +
                    ": a picture is written as .png, .svg or .pdf, which its name has to end with");
    }
    EXPECT_FALSE(std::filesystem::exists(folder / name));
  }
}

TEST(PlotWithoutGnuplot, NamesThePackage) {
  const test::TemporaryFolder folder;
  const char* path = std::getenv("PATH");
  const std::string saved = path == nullptr ? "" : path;
  setenv("PATH", (folder / "empty").c_str(), 1);
  try {
    plot(table(10), folder / "a.png");
    ADD_FAILURE() << "gnuplot was found";
  } catch (const PlotError& error) {
    EXPECT_NE(std::string(error.what()).find("apt-get install gnuplot-nox"), std::string::npos)
        << error.what();
  }
  setenv("PATH", saved.c_str(), 1);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png.part"));
}

}  // namespace
}  // namespace nsds::io::frame_test

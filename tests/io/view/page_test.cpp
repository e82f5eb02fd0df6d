// The page as a file: how large it gets, what it leaves out and says so, what stands in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "io/temporary_folder.hpp"
#include "io/view/sample_scenes.hpp"
#include "pack/pack.hpp"
#include "view/series.hpp"

namespace nsds::io::view::page_test {
namespace {

// Pages of scenes in space need three.js; a stand-in of its size keeps the test apart from the machine.
class Page : public testing::Test {
 protected:
  Options options() const {
    const std::string begin = "/* a stand-in */ const THREE = {REVISION: '111'}; const end = '</script>';";
    return {.three = folder.write("three.min.js", begin + std::string(850'000, ' '))};
  }
  test::TemporaryFolder folder;
};

TEST_F(Page, OfAThousandBodiesOverAThousandFramesTakesTenMegabytes) {
  Scene scene = test::crowd_scene(1000, 1000);
  for (Frame& frame : scene.frames) frame.contacts.clear();
  const Report report = write(scene, folder / "a.html", options());
  RecordProperty("bytes", static_cast<int>(report.bytes));
  EXPECT_LE(report.bytes, 10'000'000U);
  EXPECT_EQ(report.bytes, std::filesystem::file_size(folder / "a.html"));
  EXPECT_LE(report.positionError, 1e-4 * report.size);
  EXPECT_LE(report.rotationError, 1e-3);
}

// Twelve contacts a body at every frame, without any order: more than a page holds.
TEST_F(Page, LeavesOutContactsUnlessAsked) {
  Scene scene = test::crowd_scene(200, 400);
  std::mt19937 random(3);
  const auto draw = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
  for (Frame& frame : scene.frames) {
    frame.contacts.clear();
    for (const BodyPose& placed : frame.poses) {
      for (int k = 0; k < 12; ++k) {
        const double angle = 6.0 * draw();
        frame.contacts.push_back({placed.body,
                                  static_cast<std::uint32_t>(random() % 200),
                                  {9.0 * draw(), 9.0 * draw(), draw()},
                                  {std::sin(angle), std::cos(angle), 0.0},
                                  {draw(), draw(), draw()}});
      }
    }
  }
  const Report thinned = write(scene, folder / "a.html", options());
  EXPECT_LE(thinned.bytes, 20'000'000U);
  EXPECT_GT(thinned.contactStride, 1U);
  EXPECT_NE(test::contents(folder / "a.html").find("\"stride\":" + std::to_string(thinned.contactStride)),
            std::string::npos);
  Options all = options();
  all.everyContact = true;
  const Report whole = write(scene, folder / "b.html", all);
  EXPECT_EQ(whole.contactStride, 1U);
  EXPECT_GT(whole.bytes, 10'000'000U);
}

TEST_F(Page, IsSelfContained) {
  write(test::spatial_scene(), folder / "a.html", options());
  const std::string page = test::contents(folder / "a.html");
  for (const char* outside : {"src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  EXPECT_NE(page.find("The MIT License"), std::string::npos) << "the licence of three.js";
}

// A name can hold what ends an element in HTML, and three.js as well.
TEST_F(Page, IsNotBrokenByNames) {
  Scene scene = test::spatial_scene();
  scene.title = scene.bodies[0].name = "</script><b>\"\\ \xff";
  write(scene, folder / "a.html", options());
  const std::string page = test::contents(folder / "a.html");
  const auto count = [&](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = page.find(text); at != std::string::npos; at = page.find(text, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("</script>"), count("<script"));
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
}

TEST_F(Page, IsReplacedOnlyOnSuccess) {
  folder.write("a.html", "before");
  EXPECT_THROW(write(Scene{}, folder / "a.html"), std::invalid_argument);
  EXPECT_THROW(write(test::spatial_scene(), folder / "a.html", {.three = folder / "absent.js"}), ViewError);
  EXPECT_EQ(test::contents(folder / "a.html"), "before");
  write(test::planar_scene(), folder / "a.html");
  EXPECT_NE(test::contents(folder / "a.html"), "before");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.html.part"));
}

TEST_F(Page, NamesTheFileThatCannotBeWritten) {
  try {
    write(test::planar_scene(), folder / "absent" / "a.html");
    FAIL();
  } catch (const ViewError& error) {
    EXPECT_NE(std::string(error.what()).find("a.html cannot be opened for writing"), std::string::npos)
        << error.what();
  }
}

TEST_F(Page, RefusesWhatIsNotThree) {
  try {
    write(test::spatial_scene(), folder / "a.html", {.three = folder.write("jquery.js", "$")});
    FAIL();
  } catch (const ViewError& error) {
    EXPECT_NE(std::string(error.what()).find("is not three.js"), std::string::npos) << error.what();
  }
}

// A planar scene and charts are drawn without it.
TEST_F(Page, NeedsThreeOnlyInSpace) {
  const Options absent{.three = folder / "absent.js"};
  write(test::planar_scene(), folder / "a.html", absent);
  write(test::charts_scene(), folder / "b.html", absent);
  EXPECT_EQ(test::contents(folder / "a.html").find("REVISION:"), std::string::npos);
}

// A long table keeps its extremes: one row in a million is a peak.
TEST(LongTable, KeepsItsPeaks) {
  Trajectory table({{"t", "s"}, {"x", "m"}, {"y", "m"}});
  for (int i = 0; i < 1'000'000; ++i)
    table.append(
        std::vector{1e-6 * i, i == 777'777 ? 9.0 : std::sin(1e-3 * i), i == 0 ? std::nan("") : 1.0 * i});
  const std::vector<std::size_t> rows = rowsToShow(table);
  EXPECT_LE(rows.size(), 12'002U);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ(rows.front(), 0U);
  EXPECT_EQ(rows.back(), 999'999U);
  EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), std::size_t{777'777}));
  EXPECT_EQ(encodeRows(table, rows).size(), rows.size() * 3 * 8);
}

// RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace nsds::io::view::page_test

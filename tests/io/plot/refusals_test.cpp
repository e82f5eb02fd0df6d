// Tables that a picture cannot be drawn of: the sentence names the file and the column, and no picture is left.
#include <gtest/gtest.h>

#include <stdexcept>

#include "io/plot/tables.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/io/plot.hpp"

namespace nsds::io::refusals_test {
namespace {

using test::tabulated;

struct Refusal {
  PlotOptions options;
  const char* sentence;
};

double identity(double x) {
  return x;
}

Trajectory ball() {
  return tabulated({"t", "s"}, {0.0, 1.0, 2.0}, {{{"q", "m"}, identity}, {{"w", "kg"}, identity}});
}

std::string refusalOf(const std::vector<PlotTable>& tables, const PlotOptions& options) {
  const test::TemporaryFolder folder;
  std::string sentence = "nothing was refused";
  try {
    plot(tables, folder / "a.png", options);
  } catch (const std::logic_error& error) {  // std::out_of_range or std::invalid_argument
    sentence = error.what();
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
  return sentence;
}

TEST(PlotRefusals, NameTheFile) {
  const Trajectory table = ball();
  for (const Refusal& refusal : std::vector<Refusal>{
           {{.columns = {"p"}}, "runs/ball.csv: there is no column \"p\"; there are: t, q, w"},
           {{.abscissa = "p"}, "runs/ball.csv: there is no column \"p\"; there are: t, q, w"},
           {{.kind = "phase"}, "runs/ball.csv: no position and velocity are known by names such as ball.q0"},
           {{.kind = "phase", .columns = {"q"}}, "runs/ball.csv: no position and velocity are known"},
           {{.kind = "complementarity"}, "runs/ball.csv: no gap and impulse are known"},
           {{.kind = "complementarity", .columns = {"q"}},
            "runs/ball.csv: complementarity takes two columns"},
           {{.kind = "energy"}, "runs/ball.csv: no column has the unit J"},
           {{.kind = "energy", .columns = {"q", "w"}},
            "runs/ball.csv: column \"w\" [kg] cannot share an axis with \"q\" [m]"},
           {{.kind = "work-precision"}, "runs/ball.csv: no work and error are known"},
           {{.kind = "work-precision", .abscissa = "q"}, "runs/ball.csv: work-precision takes both axes"},
           {{.kind = "profile"}, "runs/ball.csv: column \"t\", row 1: 0 is no time"},
           {{.kind = "profile", .columns = {"q", "w"}},
            "runs/ball.csv: column \"w\" [kg] cannot be compared with \"q\" [m]"}}) {
    const std::string sentence = refusalOf({{"ball", table, "runs/ball.csv"}}, refusal.options);
    EXPECT_EQ(sentence.substr(0, std::string(refusal.sentence).size()), refusal.sentence);
  }
}

TEST(PlotRefusals, OfErrorsWithoutAnOrder) {
  const Trajectory table = tabulated({"h", "s"}, {0.1, 0.01}, {{{"error", "1"}, [](double) { return 0.0; }}});
  EXPECT_EQ(refusalOf({{"a.csv", table}}, {.kind = "orders"}),
            "a.csv: no order can be fitted to \"error\" over \"h\": it takes two step sizes with positive "
            "errors");
}

TEST(PlotRefusals, OfAKindThatIsNotThere) {
  const Trajectory table = ball();
  EXPECT_EQ(refusalOf({{"", table}}, {.kind = "phases"}),
            "there is no kind \"phases\"; there are: series, phase, complementarity, energy, orders, "
            "work-precision, profile");
  for (const PlotKind& kind : plotKinds()) EXPECT_FALSE(kind.sentence.empty()) << kind.name;
}

TEST(PlotRefusals, OfOptionsThatAKindDoesNotHave) {
  const Trajectory table = ball();
  EXPECT_EQ(refusalOf({{"", table}}, {.kind = "energy", .logarithmic = true}),
            "logarithmic axes are chosen for series alone; energy knows its own");
  EXPECT_EQ(refusalOf({{"", table}}, {.kind = "profile", .abscissa = "t"}),
            "a profile has no column for its horizontal axis, which is a ratio of times");
}

TEST(PlotRefusals, OfTablesThatDoNotGoTogether) {
  const Trajectory seconds = ball();
  const Trajectory hours = tabulated({"time", "h"}, {0.0, 1.0}, {{{"q", "m"}, identity}});
  EXPECT_EQ(refusalOf({{"a", seconds}, {"b", hours, "b.csv"}}, {}),
            "b.csv: column \"time\" [h] cannot share an axis with \"t\" [s]");
  EXPECT_EQ(refusalOf({{"a", seconds}, {"b", hours}}, {.columns = {"w"}}),
            "b: there is no column \"w\"; there are: time, q");
  EXPECT_EQ(refusalOf({{"a", seconds, "x/a.csv"}, {"a", seconds, "y/a.csv"}}, {}),
            "y/a.csv: another table is called \"a\" too, and the key could not tell them apart");
  EXPECT_EQ(refusalOf({}, {}), "there is nothing to draw: no table is given");
}

}  // namespace
}  // namespace nsds::io::refusals_test

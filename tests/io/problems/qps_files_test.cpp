// Files of QPS and MPS: what each section means, in both forms, and what was decided where the format leaves it open.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "io/problems/matrix_entries.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/qps.hpp"

namespace nsds::problems::qps_files_test {
namespace {

using Doubles = std::vector<double>;
using Strings = std::vector<std::string>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Doubles values(const double* begin, std::int32_t count) {
  return {begin, begin + count};
}

// Everything the problem holds, as text.
std::string written(const Qp& problem) {
  std::ostringstream text;
  writeQp(text, problem.view());
  return text.str();
}

// A program with every section, by words. Two columns x and y;
//   cost 4 x - y + 1/2 (2 x^2 + 2 x y + 6 y^2) + 7,  low: 3 <= x + 2 y,  both: -x + y = 5,  top: x <= 8.
constexpr const char* kFree =
    "* a comment\n"
    "NAME a program\n"
    "ROWS\n N cost\n G low\n E both\n L top\n N other\n"
    "COLUMNS\n x cost 4 low 1\n x both -1 top 1\n x other 9\n\n y cost -1 low 2\n y both 1\n"
    "RHS\n rhs cost -7 low 3\n rhs both 5 top 8\n"
    "BOUNDS\n LO bnd x -2\n UP bnd x 10\n FR bnd y\n"
    "QUADOBJ\n x x 2\n x y 1\n y y 6\n"
    "ENDATA\nwhat follows is not read";

TEST(QpsFile, StatesAProgram) {
  const QpsProblem read = readQpsText(kFree, "free.qps");
  const nsds_qp& qp = read.problem.view();
  EXPECT_EQ(qp.size, 2);
  EXPECT_EQ(test::entries(*qp.Q), (Doubles{2, 1, 1, 6}));
  EXPECT_EQ(values(qp.p, 2), (Doubles{4, -1}));
  ASSERT_EQ(qp.inequalities, 2);
  EXPECT_EQ(test::entries(*qp.A), (Doubles{1, -1, 2, 0})) << "x + 2 y >= 3 and -x >= -8, by columns";
  EXPECT_EQ(values(qp.b, 2), (Doubles{3, -8}));
  ASSERT_EQ(qp.equalities, 1);
  EXPECT_EQ(test::entries(*qp.C), (Doubles{-1, 1}));
  EXPECT_EQ(qp.d[0], 5.0);
  EXPECT_EQ(values(qp.lower, 2), (Doubles{-2, -kInfinity}));
  EXPECT_EQ(values(qp.upper, 2), (Doubles{10, kInfinity}));

  const QpsFile& file = read.file;
  EXPECT_EQ(file.name, "a program");
  EXPECT_EQ(file.objectiveName, "cost");
  EXPECT_FALSE(file.maximises);
  EXPECT_EQ(file.constant, 7.0);
  EXPECT_EQ(file.columns, (Strings{"x", "y"}));
  ASSERT_EQ(file.rows.size(), 3u);
  EXPECT_EQ(file.rows[0].name, "low");
  EXPECT_EQ(file.rows[1].name, "both");
  EXPECT_EQ(file.rows[2].name, "top");
  EXPECT_EQ(file.warnings, Strings{});
  // At (1, 1): 4 - 1 + (2 + 2 + 6)/2 + 7.
  EXPECT_EQ(file.objective(8.0), 15.0);
}

// Columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61 hold the fields; names have blanks.
constexpr const char* kFixed =
    "NAME          a program\n"
    "ROWS\n"
    " N  the cost\n"
    " G  low\n"
    " E  both\n"
    " L  top\n"
    " N  other\n"
    "COLUMNS\n"
    "    x 1       the cost             4   low                  1\n"
    "    x 1       both                -1   top                  1\n"
    "    x 1       other                9\n"
    "    y         the cost            -1   low                  2\n"
    "    y         both                 1\n"
    "RHS\n"
    "    the rhs   the cost            -7   low                  3\n"
    "    the rhs   both                 5   top                  8\n"
    "BOUNDS\n"
    " LO           x 1                 -2\n"
    " UP           x 1                 10\n"
    " FR           y\n"
    "QSECTION      the cost\n"
    "    x 1       x 1                  2\n"
    "    x 1       y                    1\n"
    "    y         y                    6\n"
    "ENDATA\n";

TEST(QpsFile, InTheFixedFormIsTheSame) {
  const QpsProblem fixed = readQpsText(kFixed, "fixed.qps");
  EXPECT_EQ(written(fixed.problem), written(readQpsText(kFree, "free.qps").problem));
  EXPECT_EQ(fixed.file.columns, (Strings{"x 1", "y"}));
  EXPECT_EQ(fixed.file.objectiveName, "the cost");
  EXPECT_EQ(fixed.file.constant, 7.0);
  EXPECT_EQ(
      fixed.file.warnings,
      Strings{
          "fixed.qps:3:2: the file is read in the fixed form, where names may contain blanks: in the free "
          "form expected a type of row (N, E, L or G) and a name, found a line of 3 words"});
}

// A line of the fixed form with these pieces, each beginning in its column.
std::string fixedLine(const std::vector<std::pair<std::size_t, std::string>>& pieces) {
  std::string line;
  for (const auto& [column, piece] : pieces) {
    line.resize(std::max(line.size(), column - 1), ' ');
    line.replace(column - 1, piece.size(), piece);
  }
  return line + "\n";
}

// Names of eight characters with a blank and numbers of twelve fill columns 5-12, 15-22, 25-36, 40-47 and 50-61, types
// 2-3.
TEST(QpsFile, MayFillTheFieldsOfTheFixedForm) {
  const QpsProblem read = readQpsText(
      "ROWS\n" + fixedLine({{3, "N"}, {5, "the cost"}}) + fixedLine({{2, "G"}, {5, "the  row"}}) +
          "COLUMNS\n" +
          fixedLine({{5, "a column"},
                     {15, "the cost"},
                     {25, "1.0000000002"},
                     {40, "the  row"},
                     {50, "3.0000000004"}}) +
          "BOUNDS\n" + fixedLine({{2, "UP"}, {5, "some set"}, {15, "a column"}, {25, "5.0000000006"}}) +
          "ENDATA\n",
      "a.qps");
  EXPECT_EQ(read.file.columns, Strings{"a column"});
  EXPECT_EQ(read.file.rows[0].name, "the  row");
  EXPECT_EQ(read.problem.view().p[0], 1.0000000002);
  EXPECT_EQ(test::entries(*read.problem.view().A), Doubles{3.0000000004});
  EXPECT_EQ(read.problem.view().upper[0], 5.0000000006);
}

// Nothing stands in columns 4, 13-14, 23-24, 37-39, 48-49 and behind 61.
TEST(QpsFile, HasBlanksBetweenTheFieldsOfTheFixedForm) {
  for (const std::size_t column : {4u, 13u, 14u, 23u, 24u, 37u, 38u, 39u, 48u, 49u, 62u, 70u}) {
    const std::string text =
        "ROWS\n N  the cost\nCOLUMNS\n" + fixedLine({{5, "x"}, {15, "the cost"}, {25, "1"}, {column, "x"}});
    try {
      readQpsText(text, "a.qps");
      FAIL() << column;
    } catch (const FileError& error) {
      EXPECT_EQ(error.line(), 4) << error.what();
      EXPECT_EQ(error.column(), static_cast<int>(column)) << error.what();
      EXPECT_NE(error.message().find("expected a blank between the fields"), std::string::npos)
          << error.what();
    }
  }
}

// As words this RHS would be of a row "RHS" and one "low".
TEST(QpsFile, IsFixedWhereOnlyASetHasABlank) {
  const QpsProblem read = readQpsText(
      "ROWS\n N  f\n G  low\nCOLUMNS\n    x         f                    1   low                  1\nRHS\n"
      "    RHS 1     low                  3\nQSECTION      f\nENDATA\n",
      "a.qps");
  EXPECT_EQ(read.problem.view().b[0], 3.0);
  EXPECT_EQ(
      read.file.warnings,
      Strings{
          "a.qps:7:5: the file is read in the fixed form, where names may contain blanks: in the free form "
          "expected a row that section ROWS names, found \"RHS\""});
}

// Lines end as on any machine.
TEST(QpsFile, MayHaveCarriageReturns) {
  std::string text;
  for (const char* c = kFree; *c != 0; ++c) text += *c == '\n' ? std::string("\r\n") : std::string(1, *c);
  EXPECT_EQ(written(readQpsText(text, "a.qps").problem), written(readQpsText(kFree, "b.qps").problem));
}

constexpr const char* kFourRows = "ROWS\n N f\n E e\n L l\n G g\n";
constexpr const char* kColumns = "COLUMNS\n x f 1 e 1\n x l 1 g 1\n y f 1\n";

QpsProblem readWith(const std::string& sections) {
  return readQpsText(std::string(kFourRows) + kColumns + sections + "ENDATA\n", "a.qps");
}

std::string onlyWarning(const QpsProblem& read) {
  return read.file.warnings.size() == 1 ? read.file.warnings.front()
                                        : std::to_string(read.file.warnings.size());
}

// Without RHS, RANGES, BOUNDS and QUADOBJ: right-hand sides of 0, z >= 0, and a linear program.
TEST(QpsFile, HasDefaults) {
  const QpsProblem read = readWith("");
  const nsds_qp& qp = read.problem.view();
  EXPECT_EQ(test::entries(*qp.Q), (Doubles{0, 0, 0, 0}));
  EXPECT_EQ(values(qp.b, 2), (Doubles{0, 0}));
  EXPECT_EQ(qp.d[0], 0.0);
  EXPECT_EQ(values(qp.lower, 2), (Doubles{0, 0}));
  EXPECT_EQ(values(qp.upper, 2), (Doubles{kInfinity, kInfinity}));
  EXPECT_EQ(read.file.constant, 0.0);
}

TEST(QpsFile, MayHaveNothingButAnObjective) {
  const QpsProblem read = readQpsText("ROWS\n N f\nCOLUMNS\nENDATA\n", "a.qps");
  EXPECT_EQ(read.problem.view().size, 0);
  EXPECT_EQ(read.problem.view().A, nullptr);
  EXPECT_EQ(read.problem.view().C, nullptr);
}

struct Interval {
  double lower, upper;
};

// The sides of the row of a column x alone, from the rows of the problem that state them.
Interval sidesOf(const QpsProblem& read, std::size_t row) {
  const nsds_qp& qp = read.problem.view();
  const QpsRow& place = read.file.rows[row];
  if (place.equality >= 0) return {qp.d[place.equality], qp.d[place.equality]};
  return {place.lower < 0 ? -kInfinity : qp.b[place.lower], place.upper < 0 ? kInfinity : -qp.b[place.upper]};
}

void expectSides(const QpsProblem& read, std::size_t row, double lower, double upper) {
  EXPECT_EQ(sidesOf(read, row).lower, lower);
  EXPECT_EQ(sidesOf(read, row).upper, upper);
}

// The table of the format: an E row widens to the side of the sign of R, L and G rows by |R|.
TEST(QpsRanges, WidenEveryTypeOfRow) {
  const std::string rhs = "RHS\n r e 5 l 5\n r g 5\n";
  const QpsProblem positive = readWith(rhs + "RANGES\n r e 2 l 2\n r g 2\n");
  expectSides(positive, 0, 5, 7);
  expectSides(positive, 1, 3, 5);
  expectSides(positive, 2, 5, 7);
  const QpsProblem negative = readWith("RANGES\n r e -2 l -2\n r g -2\n" + rhs);
  expectSides(negative, 0, 3, 5);
  expectSides(negative, 1, 3, 5);
  expectSides(negative, 2, 5, 7);
}

TEST(QpsRanges, MakeTwoRowsOfAOrOneOfC) {
  const QpsProblem two = readWith("RANGES\n e 2\n");
  const nsds_qp& qp = two.problem.view();
  EXPECT_EQ(qp.inequalities, 4);
  EXPECT_EQ(qp.equalities, 0);
  EXPECT_EQ(test::entries(*qp.A), (Doubles{1, -1, -1, 1, 0, 0, 0, 0})) << "e >= , e <=, l <=, g >=";
  EXPECT_EQ(values(qp.b, 4), (Doubles{0, -2, 0, 0}));
  const QpsProblem zero = readWith("RANGES\n e 0 l 0\n g 0\n");
  EXPECT_EQ(zero.problem.view().inequalities, 0);
  EXPECT_EQ(zero.problem.view().equalities, 3);
}

TEST(QpsRanges, MayBeInfinite) {
  const QpsProblem read = readWith("RHS\n r e 5 l 5\nRANGES\n r e -1e19 l inf\n");
  expectSides(read, 0, -kInfinity, 5);
  expectSides(read, 1, -kInfinity, 5);
}

// A row whose only side is infinite constrains nothing, and its multiplier is 0.
TEST(QpsRhs, MayBeInfiniteWhereItConstrainsNothing) {
  const QpsProblem read = readWith("RHS\n r l 1e30 g -1e19\n");
  EXPECT_EQ(read.problem.view().inequalities, 0);
  expectSides(read, 1, -kInfinity, kInfinity);
  expectSides(read, 2, -kInfinity, kInfinity);
  EXPECT_EQ(read.file.rowMultipliers(Doubles{3.0}), (Doubles{3, 0, 0}));
}

TEST(QpsSets, MayBeLeftOut) {
  const QpsProblem with = readWith("RHS\n r e 5\n r l 6 g 7\nRANGES\n r l 1\nBOUNDS\n UP b x 4\n FR b y\n");
  const QpsProblem without = readWith("RHS\n e 5\n l 6 g 7\nRANGES\n l 1\nBOUNDS\n UP x 4\n FR y\n");
  EXPECT_EQ(written(with.problem), written(without.problem));
}

TEST(QpsSets, AfterTheFirstAreLeftOutWithAWarning) {
  const QpsProblem read =
      readWith("RHS\n r e 5\n s e 6\n s l 7\nRANGES\n R e 1\n l 2\nBOUNDS\n UP B x 4\n UP C x 5\n");
  expectSides(read, 0, 5, 6);
  expectSides(read, 1, -kInfinity, 0);
  EXPECT_EQ(read.problem.view().upper[0], 4.0);
  EXPECT_EQ(read.file.warnings,
            (Strings{"a.qps:12:2: RHS has more than one set: \"r\" is taken, \"s\" left out",
                     "a.qps:16:2: RANGES has more than one set: \"R\" is taken, \"\" left out",
                     "a.qps:19:5: BOUNDS has more than one set: \"B\" is taken, \"C\" left out"}));
}

TEST(QpsRhs, OfAnObjectiveThatIsLeftOutIsLeftOut) {
  const QpsProblem read =
      readQpsText("ROWS\n N f\n N g\nCOLUMNS\n x f 1\nRHS\n g 5\nRANGES\n g 5\nENDATA\n", "a.qps");
  EXPECT_EQ(read.file.constant, 0.0);
  EXPECT_EQ(read.file.rows.size(), 0u);
}

void expectBounds(const std::string& lines, double lower, double upper) {
  const QpsProblem read = readWith("BOUNDS\n" + lines);
  EXPECT_EQ(read.problem.view().lower[0], lower) << lines;
  EXPECT_EQ(read.problem.view().upper[0], upper) << lines;
  EXPECT_EQ(read.file.warnings, Strings{}) << lines;
}

TEST(QpsBounds, HaveTheirTypes) {
  expectBounds(" LO b x 2\n", 2, kInfinity);
  expectBounds(" LO b x -2\n", -2, kInfinity);
  expectBounds(" UP b x 2\n", 0, 2);
  expectBounds(" LO b x 0\n UP b x 0\n", 0, 0);
  expectBounds(" FX b x -2\n", -2, -2);
  expectBounds(" FR b x\n", -kInfinity, kInfinity);
  expectBounds(" FR b x 0\n", -kInfinity, kInfinity);
  expectBounds(" MI b x\n", -kInfinity, kInfinity);
  expectBounds(" PL b x\n", 0, kInfinity);
  expectBounds(" MI b x\n UP b x -2\n", -kInfinity, -2);
  expectBounds(" UP b x -2\n MI b x\n", -kInfinity, -2);
  expectBounds(" UP b x -2\n LO b x -3\n", -3, -2);
  expectBounds(" LO b x -1e19\n UP b x 1e19\n", -kInfinity, kInfinity);
  expectBounds(" LO b x -Inf\n UP b x Infinity\n", -kInfinity, kInfinity);
}

// Read with lower = 0 it would have no solution.
TEST(QpsBounds, NegativeUpperAloneTakesTheLowerAway) {
  const QpsProblem read = readWith("BOUNDS\n UP b x -2\n");
  EXPECT_EQ(read.problem.view().lower[0], -kInfinity);
  EXPECT_EQ(read.problem.view().upper[0], -2.0);
  EXPECT_EQ(onlyWarning(read),
            "a.qps:11:9: column x has a negative upper bound and no lower one, which is taken as -inf; "
            "readers that "
            "keep 0 find no solution");
}

TEST(QpsBounds, UpperOfZeroAloneFixes) {
  const QpsProblem read = readWith("BOUNDS\n UP b x 0\n");
  EXPECT_EQ(read.problem.view().lower[0], 0.0);
  EXPECT_EQ(read.problem.view().upper[0], 0.0);
  EXPECT_EQ(onlyWarning(read),
            "a.qps:11:9: column x has the upper bound 0 and no lower one, which is taken as 0; some readers "
            "take -inf");
}

TEST(QpsBounds, HoldAsTheLaterLineSays) {
  const QpsProblem read = readWith("BOUNDS\n UP b x 2\n UP b x 3\n FX b y 1\n LO b y 0\n");
  EXPECT_EQ(values(read.problem.view().lower, 2), (Doubles{0, 0}));
  EXPECT_EQ(values(read.problem.view().upper, 2), (Doubles{3, 1}));
  EXPECT_EQ(
      read.file.warnings,
      (Strings{"a.qps:12:9: this line holds for column x, which has an upper bound from line 11 already",
               "a.qps:14:9: this line holds for column y, which has a lower bound from line 13 already"}));
}

// Q = [2 1; 1 6] by either triangle, whichever side of the diagonal, and by both.
TEST(QpsQuadratic, IsTheSameInEverySection) {
  const Doubles expected{2, 1, 1, 6};
  for (const char* section : {"QUADOBJ\n x x 2\n x y 1\n y y 6\n", "QUADOBJ\n y y 6 x 1\n x x 2\n",
                              "QSECTION\n x x 2 y 1\n y y 6\n", "QSECTION f\n x x 2 y 1\n y y 6\n",
                              "QMATRIX\n x x 2\n x y 1\n y x 1\n y y 6\n"})
    EXPECT_EQ(test::entries(*readWith(section).problem.view().Q), expected) << section;
}

// max 4 - x^2 + 2 x: Q = 2, p = -2; the value at x = 1 is 5 where that of the problem is -1.
TEST(QpsSense, OfAMaximumNegatesTheObjective) {
  for (const char* sense : {"OBJSENSE MAX\n", "OBJSENSE\n    MAX\n", "OBJSENSE\nMAX\n",
                            "OBJSENSE\n  MAXIMIZE\n", "NAME\nOBJSENSE Maximise\n"}) {
    const QpsProblem read = readQpsText(
        sense + std::string("ROWS\n N f\nCOLUMNS\n x f 2\nRHS\n f -4\nQUADOBJ\n x x -2\nENDATA\n"), "a.qps");
    EXPECT_TRUE(read.file.maximises) << sense;
    EXPECT_EQ(test::entries(*read.problem.view().Q), Doubles{2});
    EXPECT_EQ(read.problem.view().p[0], -2.0);
    EXPECT_EQ(read.file.constant, 4.0);
    EXPECT_EQ(read.file.objective(-1.0), 5.0);
  }
  for (const char* sense : {"OBJSENSE MIN\n", "OBJSENSE\n minimize\n", "OBJSENSE\nMINIMISE\n"})
    EXPECT_FALSE(readQpsText(sense + std::string(kFourRows) + kColumns + "ENDATA\n", "a.qps").file.maximises)
        << sense;
}

struct Best {
  double objective;
  double rowMultiplier;
};

// The best value of x^2/2, with the sign of the sense, in one row of x with this right-hand side.
Best best(const std::string& sense, const std::string& type, double rhs, const std::string& range) {
  const std::string text = sense + "ROWS\n N f\n " + type + " r\nCOLUMNS\n x r 1\nRHS\n r " +
                           std::to_string(rhs) + "\n" + range + "BOUNDS\n FR x\nQUADOBJ\n x x " +
                           (sense.empty() ? "1" : "-1") + "\nENDATA\n";
  const QpsProblem read = readQpsText(text, "a.qps");
  const nsds_qp& qp = read.problem.view();
  Doubles z{0.0};
  Doubles multipliers(static_cast<std::size_t>(qp.inequalities + qp.equalities), 0.0);
  EXPECT_EQ(nsds_qp_solve(&qp, z.data(), multipliers.data(), nullptr, nullptr, nullptr), NSDS_OK);
  return {read.file.objective(0.5 * z[0] * z[0]), read.file.rowMultipliers(multipliers)[0]};
}

// The objective is quadratic in the right-hand side, so that a central difference is its derivative.
TEST(QpsMultipliers, AreTheRatesOfTheObjective) {
  struct Case {
    const char* type;
    double rhs;
    const char* range;
    double rate;
  };
  const Case cases[] = {{"G", 2, "", 2},
                        {"L", -2, "", -2},
                        {"E", 2, "", 2},
                        {"E", -3, "", -3},
                        {"L", 3, "RANGES\n r 1\n", 2},    // 2 <= x <= 3
                        {"G", -3, "RANGES\n r 1\n", -2},  // -3 <= x <= -2
                        {"E", 3, "RANGES\n r -1\n", 2},   // 2 <= x <= 3
                        {"E", -3, "RANGES\n r 1\n", -2},  // -3 <= x <= -2
                        {"G", 2, "RANGES\n r 0\n", 2}};   // x = 2
  for (const auto& [type, rhs, range, rate] : cases) {
    for (const std::string sense : {"", "OBJSENSE MAX\n"}) {
      const double difference =
          best(sense, type, rhs + 0.5, range).objective - best(sense, type, rhs - 0.5, range).objective;
      EXPECT_NEAR(difference, sense.empty() ? rate : -rate, 1e-7) << sense << type << rhs << range;
      EXPECT_NEAR(best(sense, type, rhs, range).rowMultiplier, difference, 1e-7)
          << sense << type << rhs << range;
    }
  }
}

TEST(QpsMultipliers, AreSummedBySides) {
  const auto read = [](const char* sense) {
    return readQpsText(std::string(sense) + kFourRows + kColumns + "RANGES\n l 1\nENDATA\n", "a.qps").file;
  };
  const QpsFile least = read("");
  // l: rows 0 and 1 of A, g: row 2, e: row 0 of C.
  EXPECT_EQ(least.rowMultipliers(Doubles{2, 0, 5, 4}), (Doubles{4, 2, 5}));
  EXPECT_EQ(least.rowMultipliers(Doubles{0, 6, 0, 4}), (Doubles{4, -6, 0}));
  EXPECT_EQ(read("OBJSENSE MAX\n").rowMultipliers(Doubles{0, 6, 0, 4}), (Doubles{-4, 6, 0}));
  try {
    least.rowMultipliers(Doubles{1, 2});
    FAIL() << "two multipliers were accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "expected a multiplier for each of the 3 inequalities and 1 equalities, found 2");
  }
}

// Multipliers (λ of A, μ of C) of a proof count by sides, whatever the objective does.
TEST(QpsProof, KnowsNoSense) {
  for (const char* sense : {"", "OBJSENSE MAX\n"}) {
    const QpsFile file =
        readQpsText(std::string(sense) + kFourRows + kColumns + "RANGES\n l 1\nENDATA\n", "a.qps").file;
    EXPECT_EQ(file.rowProof(Doubles{0, 6, 5, 4}), (Doubles{4, -6, 5})) << sense;
    EXPECT_THROW(file.rowProof(Doubles{1, 2}), std::invalid_argument) << sense;
  }
}

TEST(QpsName, EndsInQpsOrMps) {
  for (const char* name : {"a.qps", "A.QPS", "a.mps", "/b.c/a.Mps"}) EXPECT_TRUE(isQpsName(name)) << name;
  for (const char* name : {"a.dat", "qps", "a.qps.dat", "", "-", "a.qps/b"})
    EXPECT_FALSE(isQpsName(name)) << name;
}

TEST(QpsFile, IsAProblemOfClassQp) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("program.QPS", kFree);
  const std::string expected = written(readQps(file).problem);
  EXPECT_EQ(written(std::get<Qp>(readProblem(file))), expected);
  EXPECT_EQ(written(std::get<Qp>(readProblem(file, NSDS_CLASS_QP))), expected);
  EXPECT_THROW(readProblem(file, NSDS_CLASS_LCP), FileError);
  EXPECT_THROW(readQps(folder / "absent.qps"), FileError);
}

}  // namespace
}  // namespace nsds::problems::qps_files_test

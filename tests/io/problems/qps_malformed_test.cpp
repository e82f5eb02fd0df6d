// Each wrong QPS file gives a FileError with the file, the line, the column, and what was expected there.
#include <gtest/gtest.h>

#include "nsds/problems/qps.hpp"

namespace nsds::problems::qps_malformed_test {
namespace {

struct Malformed {
  const char* name;
  std::string text;
  int line;
  int column;  // 0: the line as a whole
  std::string message;
};

void PrintTo(const Malformed& row, std::ostream* out) {
  *out << row.name;
}

class MalformedQps : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedQps, IsNamed) {
  const Malformed& row = GetParam();
  try {
    readQpsText(row.text, "bad.qps");
    FAIL() << "the file was accepted";
  } catch (const FileError& error) {
    EXPECT_EQ(error.message(), row.message);
    EXPECT_EQ(error.line(), row.line);
    EXPECT_EQ(error.column(), row.column);
    const std::string column = row.column > 0 ? ":" + std::to_string(row.column) : "";
    EXPECT_EQ(error.what(), "bad.qps:" + std::to_string(row.line) + column + ": " + row.message);
  }
}

const auto nameOf = [](const auto& row) { return std::string(row.param.name); };

constexpr const char* kAllSections =
    "NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, QUADOBJ, QSECTION, QMATRIX, ENDATA";
const std::string kNoSection = std::string("expected a section (") + kAllSections +
                               ") or a line of data, which begins with a blank, found \"SOS\"";
const std::string kNoData =
    std::string("expected a section (") + kAllSections + "), which begins in column 1, found \"x\"";

const std::string kRows = "ROWS\n N f\n E e\n L l\n G g\n";                     // lines 1 to 5
const std::string kHead = kRows + "COLUMNS\n x f 1 e 1\n x l 1 g 1\n y f 1\n";  // to line 9

const Malformed kSections[] = {
    {"Empty", "", 1, 0, "expected ENDATA, found the end of the file"},
    {"OnlyComments", "* nothing\n\n", 3, 0, "expected ENDATA, found the end of the file"},
    {"NoEnd", kHead, 10, 0, "expected ENDATA, found the end of the file"},
    {"CutInALine", kRows + "COLUMNS\n x f 1 e", 7, 2,
     "expected a column, a row and a number, and perhaps a second row and number, found a line of 4 words"},
    {"UnknownSection", kHead + "SOS\n", 10, 1, kNoSection},
    {"QuadraticConstraint", kHead + "QCMATRIX l\n", 10, 1,
     "section QCMATRIX has quadratic constraints; programs of class qp have none"},
    {"DataBeforeSections", " x f 1\n", 1, 2, kNoData},
    {"DataBehindName", "NAME a\n x f 1\n", 2, 2, kNoData},
    {"Twice", kHead + "RHS\n e 1\nBOUNDS\nRHS\n", 13, 1, "section RHS comes twice"},
    {"QTwice", kHead + "QUADOBJ\nQMATRIX\n", 11, 1,
     "Q is given by another section already: expected one of QUADOBJ, QSECTION and QMATRIX"},
    {"NoRows", "NAME\nCOLUMNS\n", 2, 1, "expected section ROWS before COLUMNS"},
    {"NoColumns", kRows + "RHS\n", 6, 1, "expected section COLUMNS before RHS"},
    {"NoColumnsAtAll", kRows + "ENDATA\n", 6, 1, "expected section COLUMNS before ENDATA"},
    {"NothingButTheEnd", "ENDATA\n", 1, 1, "expected section ROWS before ENDATA"},
    {"WordsBehindASection", "ROWS f\n", 1, 6,
     "expected nothing behind ROWS, found \"f\"; a line of data begins with a blank"},
    {"DataInColumn1", kHead + "RHS\nRHS e 1\n", 11, 1, "section RHS comes twice"},
    {"QOfAConstraint", kHead + "QSECTION l\n", 10, 10,
     "QSECTION l is not that of the objective f: programs of class qp have no quadratic constraints"},
    {"ManyWordsBehindQsection", kHead + "QSECTION f f\n", 10, 10,
     "QSECTION f f is not that of the objective f: programs of class qp have no quadratic constraints"},
    {"WrongSense", "OBJSENSE LARGEST\n", 1, 10, "expected MAX or MIN, found \"LARGEST\""},
    {"WrongSenseBelow", "OBJSENSE\n  LARGEST\n", 2, 3, "expected MAX or MIN, found \"LARGEST\""},
    {"NoSense", "OBJSENSE\nROWS\n", 2, 1, "expected MAX or MIN, found \"ROWS\""},
    {"TwoSenses", "OBJSENSE\n MAX\n MIN\n", 3, 2, "OBJSENSE has a word already"},
    {"TwoSensesOnALine", "OBJSENSE\n MAX MIN\n", 2, 6, "expected nothing more on this line, found \"MIN\""},
    {"ManySenses", "OBJSENSE MAX MIN\n", 1, 10,
     "expected nothing behind OBJSENSE, found \"MAX\"; a line of data begins with a blank"},
};
INSTANTIATE_TEST_SUITE_P(Sections, MalformedQps, testing::ValuesIn(kSections), nameOf);

const Malformed kRowsAndColumns[] = {
    {"NoObjective", "ROWS\n E e\nCOLUMNS\n", 3, 1,
     "expected a row of type N, the objective, found \"COLUMNS\""},
    {"UnknownType", "ROWS\n N f\n Q e\n", 3, 2, "expected a type of row: N, E, L or G, found \"Q\""},
    {"LongType", "ROWS\n N f\n EQ e\n", 3, 2, "expected a type of row: N, E, L or G, found \"EQ\""},
    {"NoName", "ROWS\n N\n", 2, 2,
     "expected a type of row (N, E, L or G) and a name, found a line of 1 word"},
    {"RowTwice", "ROWS\n N f\n E e\n L e\n", 4, 4, "row e was named in line 3 already"},
    {"ObjectiveTwice", "ROWS\n N f\n N f\n", 3, 4, "row f was named in line 2 already"},
    {"UnknownRow", kRows + "COLUMNS\n x f 1 h 2\n", 7, 8,
     "expected a row that section ROWS names, found \"h\""},
    {"NoNumber", kRows + "COLUMNS\n x f one\n", 7, 6, "expected a number, found \"one\""},
    {"NotANumber", kRows + "COLUMNS\n x f nan\n", 7, 6, "expected a number, found \"nan\""},
    {"TrailingLetters", kRows + "COLUMNS\n x f 1 e 2z\n", 7, 10, "expected a number, found \"2z\""},
    {"BeyondDouble", kRows + "COLUMNS\n x f 1e999\n", 7, 6, "expected a number, found \"1e999\""},
    {"Infinite", kRows + "COLUMNS\n x f inf\n", 7, 6, "expected a finite number, found \"inf\""},
    {"TooManyWords", kRows + "COLUMNS\n x f 1 e 1 l 1\n", 7, 2,
     "expected a column, a row and a number, and perhaps a second row and number, found a line of 7 words"},
    {"EntryTwice", kRows + "COLUMNS\n x e 1\n x e 1\n", 8, 4, "column x has an entry in row e already"},
    {"EntryTwiceOnALine", kRows + "COLUMNS\n x f 1 f 1\n", 7, 8, "column x has an entry in row f already"},
    {"ColumnApart", kRows + "COLUMNS\n x f 1\n y f 1\n x e 1\n", 9, 2,
     "column x was named in line 7 already: the entries of a column stand together"},
    {"Integers", kRows + "COLUMNS\n M1 'MARKER' 'INTORG'\n x f 1\n", 7, 5,
     "a 'MARKER' begins or ends integer columns; programs of class qp have none"},
    {"IntegersInTheFixedForm",
     "ROWS\n N  f\nCOLUMNS\n    MARKER 1                 'MARKER'                 'INTORG'\n", 4, 30,
     "a 'MARKER' begins or ends integer columns; programs of class qp have none"},
};
INSTANTIATE_TEST_SUITE_P(RowsAndColumns, MalformedQps, testing::ValuesIn(kRowsAndColumns), nameOf);

const Malformed kSides[] = {
    {"UnknownRow", kHead + "RHS\n r h 1\n", 11, 4, "expected a row that section ROWS names, found \"h\""},
    {"UnknownRowWithoutSet", kHead + "RHS\n e 1 r 1\n", 11, 6,
     "expected a row that section ROWS names, found \"r\""},
    {"OneWord", kHead + "RHS\n e\n", 11, 2,
     "expected perhaps the name of the set, a row and a number, and perhaps a second row and number, found a "
     "line of 1 word"},
    {"Twice", kHead + "RHS\n r e 1\n r l 1 e 2\n", 12, 8, "row e has an rhs from line 11 already"},
    {"ConstantTwice", kHead + "RHS\n r f 1\n r f 1\n", 12, 4, "row f has an rhs from line 11 already"},
    {"InfiniteConstant", kHead + "RHS\n r f inf\n", 11, 6, "expected a finite number, found \"inf\""},
    {"NotANumber", kHead + "RHS\n r e nan\n", 11, 6, "expected a number, found \"nan\""},
    {"InfiniteEquality", kHead + "RHS\n r e 1e20\nENDATA\n", 11, 6,
     "expected a finite rhs of row e of type E, found \"1e20\""},
    {"InfeasibleLess", kHead + "RHS\n r l -inf\nENDATA\n", 11, 6,
     "expected a finite rhs of row l of type L, found \"-inf\""},
    {"InfeasibleGreater", kHead + "RHS\n r g inf\nENDATA\n", 11, 6,
     "expected a finite rhs of row g of type G, found \"inf\""},
    {"InfiniteWithARange", kHead + "RHS\n r l inf\nRANGES\n r l 1\nENDATA\n", 11, 6,
     "expected a finite rhs of row l of type L with a range, found \"inf\""},
    {"RangeTwice", kHead + "RANGES\n r e 1 e 1\n", 11, 8, "row e has a range from line 11 already"},
    {"RangeOfTheObjective", kHead + "RANGES\n r f 1\n", 11, 4, "row f is the objective and has no range"},
    {"UnknownRange", kHead + "RANGES\n r h 1\n", 11, 4,
     "expected a row that section ROWS names, found \"h\""},
};
INSTANTIATE_TEST_SUITE_P(Sides, MalformedQps, testing::ValuesIn(kSides), nameOf);

const Malformed kBounds[] = {
    {"UnknownType", kHead + "BOUNDS\n XX b x 1\n", 11, 2,
     "expected a type of bound: LO, UP, FX, FR, MI or PL, found \"XX\""},
    {"Binary", kHead + "BOUNDS\n BV b x\n", 11, 2,
     "a bound of type BV makes a column integer; programs of class qp have none"},
    {"IntegerLower", kHead + "BOUNDS\n LI b x 1\n", 11, 2,
     "a bound of type LI makes a column integer; programs of class qp have none"},
    {"IntegerUpper", kHead + "BOUNDS\n UI b x 1\n", 11, 2,
     "a bound of type UI makes a column integer; programs of class qp have none"},
    {"Semicontinuous", kHead + "BOUNDS\n SC b x 1\n", 11, 2,
     "a bound of type SC makes a column semicontinuous; programs of class qp have none"},
    {"UnknownColumn", kHead + "BOUNDS\n UP b e 1\n", 11, 7,
     "expected a column that section COLUMNS names, found \"e\""},
    {"NoNumber", kHead + "BOUNDS\n UP b x\n", 11, 7, "expected a number, found \"x\""},
    {"FewWords", kHead + "BOUNDS\n UP x\n", 11, 2,
     "expected a type of bound, perhaps the name of the set, a column and a number, found a line of 2 words"},
    {"FewWordsOfAFreeOne", kHead + "BOUNDS\n FR\n", 11, 2,
     "expected a type of bound, perhaps the name of the set, and a column, found a line of 1 word"},
    {"NotANumber", kHead + "BOUNDS\n LO b x NaN\n", 11, 9, "expected a number, found \"NaN\""},
    {"InfiniteLower", kHead + "BOUNDS\n LO b x 1e19\n", 11, 9,
     "expected a lower bound below 1e19, found \"1e19\""},
    {"InfiniteUpper", kHead + "BOUNDS\n UP b x -inf\n", 11, 9,
     "expected an upper bound above -1e19, found \"-inf\""},
    {"InfiniteFixed", kHead + "BOUNDS\n FX b x inf\n", 11, 9,
     "expected a lower bound below 1e19, found \"inf\""},
    {"Cross", kHead + "BOUNDS\n LO b x 2\n UP b x 1\nENDATA\n", 12, 9,
     "expected a lower bound of column x that is not above its upper one, found \"1\""},
    {"CrossTheOtherWay", kHead + "BOUNDS\n UP b x 1\n LO b x 2\nENDATA\n", 12, 9,
     "expected a lower bound of column x that is not above its upper one, found \"2\""},
    {"LowerAboveMinusOne", kHead + "BOUNDS\n LO b x 0\n UP b x -1\nENDATA\n", 12, 9,
     "expected a lower bound of column x that is not above its upper one, found \"-1\""},
};
INSTANTIATE_TEST_SUITE_P(Bounds, MalformedQps, testing::ValuesIn(kBounds), nameOf);

const Malformed kQuadratic[] = {
    {"UnknownColumn", kHead + "QUADOBJ\n x z 1\n", 11, 4,
     "expected a column that section COLUMNS names, found \"z\""},
    {"UnknownFirstColumn", kHead + "QUADOBJ\n f x 1\n", 11, 2,
     "expected a column that section COLUMNS names, found \"f\""},
    {"FewWords", kHead + "QUADOBJ\n x x\n", 11, 2,
     "expected two columns and a number, and perhaps a second column and number, found a line of 2 words"},
    {"Infinite", kHead + "QUADOBJ\n x x -inf\n", 11, 6, "expected a finite number, found \"-inf\""},
    {"Twice", kHead + "QUADOBJ\n x x 1\n y y 1\n x x 1\nENDATA\n", 13, 4,
     "Q[x, x] is given in line 11 already"},
    {"TwiceInBoth", kHead + "QMATRIX\n x y 1\n y x 1\n x y 1\nENDATA\n", 13, 4,
     "Q[x, y] is given in line 11 already"},
    {"BothTriangles", kHead + "QUADOBJ\n x y 1\n y x 1\nENDATA\n", 12, 4,
     "Q[y, x] is given in line 11 already; QUADOBJ and QSECTION have one triangle, QMATRIX has both"},
    {"OneTriangle", kHead + "QMATRIX\n x x 1\n y x 1\nENDATA\n", 12, 4,
     "Q[y, x] and Q[x, y] differ: expected both triangles of a symmetric matrix in QMATRIX, or QUADOBJ, "
     "which has "
     "one"},
    {"NotSymmetric", kHead + "QMATRIX\n x y 2\n y x 1\nENDATA\n", 11, 4,
     "Q[x, y] and Q[y, x] differ: expected both triangles of a symmetric matrix in QMATRIX, or QUADOBJ, "
     "which has "
     "one"},
};
INSTANTIATE_TEST_SUITE_P(Quadratic, MalformedQps, testing::ValuesIn(kQuadratic), nameOf);

// Names with a blank leave only the fixed form; the fault is further down there.
const std::string kFixedForm = "ROWS\n N  the cost\n E  row 1\nCOLUMNS\n";
const char* const kBetween =
    "expected a blank between the fields of the fixed form (columns 2-3, 5-12, 15-22, 25-36, 40-47, 50-61), "
    "found ";

std::string andFree(const std::string& message) {
  return message +
         "\n  The file is read in the fixed form: in the free form, line 2: expected a type of row (N, E, L "
         "or G) and a "
         "name, found a line of 3 words";
}

const Malformed kFixedFaults[] = {
    {"BetweenFields", kFixedForm + "    x 1       the cost           4  x\n", 5, 37,
     andFree(kBetween + std::string("\"x\""))},
    {"LongName", kFixedForm + "    x 1234567 the cost             4\n", 5, 13,
     andFree(kBetween + std::string("\"7\""))},
    {"Tab", kFixedForm + "    x 1\tthe cost 4\n", 5, 8,
     andFree("a tab, which no line of the fixed form has")},
    {"NoNumber", kFixedForm + "    x 1       the cost             4   row 1\n", 5, 5,
     andFree(
         "expected a column, a row and a number, and perhaps a second row and number, found the fields 2345 "
         "of the fixed form")},
    {"WrongNumber", kFixedForm + "    x 1       the cost           4,0\n", 5, 34,
     andFree("expected a number, found \"4,0\"")},
    {"UnknownRow", kFixedForm + "    x 1       row 2                4\n", 5, 15,
     andFree("expected a row that section ROWS names, found \"row 2\"")},
    {"NoEnd", kFixedForm, 5, 0, andFree("expected ENDATA, found the end of the file")},
    {"TypeElsewhere", "ROWS\n    N the cost\n", 2, 5,
     "expected a type of row (N, E, L or G) and a name, found a line of 3 words"},
};
INSTANTIATE_TEST_SUITE_P(FixedForm, MalformedQps, testing::ValuesIn(kFixedFaults), nameOf);

}  // namespace
}  // namespace nsds::problems::qps_malformed_test

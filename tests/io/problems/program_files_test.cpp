// Files of quadratic programs, variational inequalities and systems of equations: what their numbers mean,
// what may be left out, and that every fault is named with file and line.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <stdexcept>

#include "io/problems/matrix_entries.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/relay.hpp"

namespace nsds::problems::program_files_test {
namespace {

using Doubles = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Doubles values(const double* begin, std::int32_t count) {
  return {begin, begin + count};
}

// Two unknowns, one inequality z_0 + 2 z_1 >= 3, one equality z_0 - z_1 = 4.
constexpr const char* kProgram =
    "2 1 1\n0 2 2 2 2  1 5 6 2\n-7 -8\n0 1 2 1 2  1 2\n3\n0 1 2 1 2  1 -1\n4\n-inf 0\n+inf 9\n";

TEST(ProgramFile, IsReadInTheOrderOfItsDescription) {
  const Avi problem = readAviText(kProgram, "program.dat");
  const nsds_avi& avi = problem.view();
  EXPECT_EQ(avi.size, 2);
  EXPECT_EQ(test::entries(*avi.M), (Doubles{1, 5, 6, 2}));
  EXPECT_EQ(values(avi.q, 2), (Doubles{-7, -8}));
  ASSERT_EQ(avi.inequalities, 1);
  EXPECT_EQ(test::entries(*avi.A), (Doubles{1, 2}));
  EXPECT_EQ(avi.b[0], 3.0);
  ASSERT_EQ(avi.equalities, 1);
  EXPECT_EQ(test::entries(*avi.C), (Doubles{1, -1}));
  EXPECT_EQ(avi.d[0], 4.0);
  EXPECT_EQ(values(avi.lower, 2), (Doubles{-kInfinity, 0}));
  EXPECT_EQ(values(avi.upper, 2), (Doubles{kInfinity, 9}));
}

TEST(ProgramFile, OfBothClassesIsTheSame) {
  const Qp qp = readQpText(std::string(kProgram) + "and a remark", "program.dat");
  const Avi avi = readAviText(kProgram, "program.dat");
  EXPECT_EQ(test::entries(*qp.view().Q), test::entries(*avi.view().M));
  EXPECT_EQ(values(qp.view().p, 2), values(avi.view().q, 2));
  EXPECT_EQ(test::entries(*qp.view().C), test::entries(*avi.view().C));
}

TEST(ProgramFile, LeavesOutWhatHasNoRows) {
  const Qp problem = readQpText("1 0 0  0 1 1 1 1 2  -4  0  1", "box.dat");
  EXPECT_EQ(problem.view().A, nullptr);
  EXPECT_EQ(problem.view().C, nullptr);
  EXPECT_EQ(problem.view().upper[0], 1.0);
  EXPECT_EQ(readQpText("0 0 0  0 0 0 0 0", "empty.dat").view().size, 0);
}

// Bounds that are null pointers are no bounds.
TEST(ProgramFile, IsWrittenWithTheBoundsThatAreNotThere) {
  const double one[] = {1.0};
  const nsds_matrix M = nsds_matrix_dense(1, 1, one, 1);
  nsds_avi avi;
  nsds_avi_init(&avi);
  avi.size = 1;
  avi.M = &M;
  avi.q = one;
  std::ostringstream out;
  writeAvi(out, avi);
  const Avi read = readAviText(out.str(), "written.dat");
  EXPECT_EQ(read.view().lower[0], -kInfinity);
  EXPECT_EQ(read.view().upper[0], kInfinity);
}

TEST(ProgramFile, GoesThroughTheDisk) {
  const test::TemporaryFolder folder;
  const Qp problem = readQpText(kProgram, "program.dat");
  writeQp(folder / "qp.dat", problem.view());
  EXPECT_EQ(values(readQp(folder / "qp.dat").view().p, 2), (Doubles{-7, -8}));
  const Avi avi = readAvi(folder / "qp.dat");
  writeAvi(folder / "avi.dat", avi.view());
  EXPECT_EQ(values(readAvi(folder / "avi.dat").view().q, 2), (Doubles{-7, -8}));
  EXPECT_THROW(writeQp(folder / "absent" / "qp.dat", problem.view()), FileError);
  EXPECT_THROW(readAvi(folder / "absent.dat"), FileError);
}

TEST(EqualityFile, IsThatOfAnLcpWithAWordBehind) {
  const test::TemporaryFolder folder;
  const Equality problem = readEqualityText("2 0 2 2 2 2  1 2 3 4  -5 -6", "equality.dat");
  writeEquality(folder / "equality.dat", problem.view());
  const Equality read = readEquality(folder / "equality.dat");
  EXPECT_EQ(test::entries(*read.view().M), (Doubles{1, 2, 3, 4}));
  EXPECT_EQ(values(read.view().q, 2), (Doubles{-5, -6}));
  EXPECT_TRUE(test::contents(folder / "equality.dat").ends_with("\nequality\n"));
}

TEST(RelayFile, KnowsInfiniteBounds) {
  const Relay problem = readRelayText("1 0 1 1 1 1  1  2  -inf  inf", "relay.dat");
  EXPECT_EQ(problem.view().lower[0], -kInfinity);
  EXPECT_EQ(problem.view().upper[0], kInfinity);
}

Constraints none(std::int32_t n) {
  const auto size = static_cast<std::size_t>(n);
  return {Matrix::dense(0, n, {}), {}, Matrix::dense(0, n, {}), {}, Doubles(size, -1.0), Doubles(size, 1.0)};
}

TEST(ProgramObject, RefusesSizesThatDoNotFit) {
  const Matrix one = Matrix::dense(1, 1, {1.0});
  EXPECT_NO_THROW(Qp(one, {1.0}, none(1)));
  EXPECT_THROW(Qp(Matrix::dense(1, 2, {1.0, 2.0}), {1.0}, none(1)), std::invalid_argument);
  EXPECT_THROW(Qp(one, {1.0, 2.0}, none(1)), std::invalid_argument);
  EXPECT_THROW(Avi(one, {1.0}, none(2)), std::invalid_argument);
  Constraints sides = none(1);
  sides.b = {1.0};
  EXPECT_THROW(Avi(one, {1.0}, sides), std::invalid_argument);
  Constraints bounds = none(1);
  bounds.upper = {};
  EXPECT_THROW(Avi(one, {1.0}, bounds), std::invalid_argument);
  EXPECT_THROW(Equality(one, {}), std::invalid_argument);
}

int nothing(void*, const double*, double*) {
  return 0;
}

TEST(ProgramFile, IsNotWrittenWithWhatHasNoFileForm) {
  std::ostringstream out;
  const double number[] = {1.0};
  const double wrong[] = {kInfinity};
  const double lost[] = {std::numeric_limits<double>::quiet_NaN()};
  const nsds_matrix dense = nsds_matrix_dense(1, 1, number, 1);
  const nsds_matrix product = nsds_matrix_operator(1, 1, nothing, nullptr);
  nsds_qp qp;
  nsds_qp_init(&qp);
  qp.size = 1;
  qp.Q = &dense;
  qp.p = number;
  EXPECT_NO_THROW(writeQp(out, qp));
  qp.lower = wrong;
  EXPECT_THROW(writeQp(out, qp), std::invalid_argument) << "inf is no lower bound";
  qp.lower = lost;
  EXPECT_THROW(writeQp(out, qp), std::invalid_argument);
  qp.lower = nullptr;
  qp.p = lost;
  EXPECT_THROW(writeQp(out, qp), std::invalid_argument);
  qp.p = number;
  qp.Q = &product;
  EXPECT_THROW(writeQp(out, qp), std::invalid_argument);
}

struct Malformed {
  const char* name;
  std::string text;
  int line;
  const char* fragment;  // of the message
};

void PrintTo(const Malformed& row, std::ostream* out) {
  *out << row.name;
}

// The program above up to its line number line.
std::string upTo(int line) {
  std::string text = kProgram;
  std::size_t end = 0;
  for (; line > 0; --line) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

const Malformed kPrograms[] = {
    {"Empty", "", 1, "expected the size n, found the end of the file"},
    {"LettersForSize", "two 1 1", 1, R"(the size n, an integer >= 0, found "two")"},
    {"NegativeInequalities", "2 -1 1", 1, R"(the number m of inequalities, an integer >= 0, found "-1")"},
    {"LettersForEqualities", "2 1 x", 1, R"(the number e of equalities, an integer from 0 to)"},
    {"TooManyRows", "2 2147483647 1", 1, "the number e of equalities, an integer from 0 to 0"},
    {"TooShort", "2000000000 0 0\n0 2000000000", 1, "the file is too short for q, b, d, lower and upper"},
    {"TooShortForRows", "1 2000000000 0\n0 1 1 1 1 1", 1, "the file is too short for"},
    {"UnknownStorage", upTo(1) + "7 2 2 2 2 1 5 6 2 3 4 5", 2,
     R"(the storage of M (0 dense, 1 blocks, 2 sparse), an integer from 0 to 2, found "7")"},
    {"NotSquare", upTo(1) + "0 2 3 2 3 1 5 6 2 3 4 5", 2, "M is 2 x 3, expected 2 x 2: n = 2"},
    {"InfiniteVector", upTo(2) + "-7 inf\n1 2 3 4 5 6", 3, R"(q[1], a finite number, found "inf")"},
    {"RowsOfA", upTo(3) + "0 2 2 1 2  1 2\n3 4 5", 4, "A is 2 x 2, expected 1 x 2: m = 1 and n = 2"},
    {"LettersInB", upTo(4) + "b\n0 1 2 1 2  1 -1\n", 5, R"(b[0], a finite number, found "b")"},
    {"ColumnsOfC", upTo(5) + "0 1 3 1 3  1 -1 2\n", 6, "C is 1 x 3, expected 1 x 2: e = 1 and n = 2"},
    {"NoD", upTo(6), 7, "expected d[0], found the end of the file"},
    {"NoBounds", upTo(7), 7, "the file is too short for lower and upper (2 each)"},
    {"InfiniteLower", upTo(7) + "0 inf\n1 1", 8, R"(lower[1], a finite number or -inf, found "inf")"},
    {"LowerIsNoNumber", upTo(7) + "0 nan\n1 1", 8, R"(lower[1], a finite number or -inf, found "nan")"},
    {"InfiniteUpper", upTo(8) + "-inf 9\n", 9, R"(upper[0], a finite number or inf, found "-inf")"},
    {"BoundsCross", upTo(8) + "0 -1e-3\n", 9, "upper[1] is below lower[1]"},
    {"UpperCutOff", upTo(8) + "0      ", 9, "expected upper[1], found the end of the file"},
};

class MalformedProgram : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedProgram, IsNamed) {
  const Malformed& row = GetParam();
  try {
    readAviText(row.text, "bad.dat");
    FAIL() << "the file was accepted";
  } catch (const FileError& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.file(), "bad.dat");
    EXPECT_EQ(error.line(), row.line) << message;
    EXPECT_NE(message.find(row.fragment), std::string::npos) << message;
  }
  EXPECT_THROW(readQpText(row.text, "bad.dat"), FileError);
}

INSTANTIATE_TEST_SUITE_P(Files, MalformedProgram, testing::ValuesIn(kPrograms),
                         [](const auto& row) { return std::string(row.param.name); });

template <class Read>
std::string faultOf(Read read, const char* text) {
  try {
    read(text, "bad.dat");
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Faults, CallThingsByTheNamesOfTheirClass) {
  EXPECT_EQ(faultOf(readQpText, "1 0 0\n0 1 1 1 1 x 1 1 1").substr(0, 15), "bad.dat:2: expe");
  EXPECT_NE(faultOf(readQpText, "1 0 0\n0 1 1 1 1 x 1 1 1").find("Q[0]"), std::string::npos);
  EXPECT_NE(faultOf(readQpText, "1 0 0\n0 1 1 1 1 1 x 1 1").find("p[0]"), std::string::npos);
  EXPECT_NE(faultOf(readEqualityText, "1\n0 1 1 1 1 1 x").find("bad.dat:2: expected q[0]"),
            std::string::npos);
  EXPECT_NE(faultOf(readEqualityText, "3\n0").find("too short for q (3)"), std::string::npos);
  EXPECT_NE(faultOf(readRelayText, "1 0 1 1 1 1 1 1\n2\n1").find("bad.dat:3: upper[0] is below lower[0]"),
            std::string::npos);
}

}  // namespace
}  // namespace nsds::problems::program_files_test

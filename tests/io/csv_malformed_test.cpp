// Each wrong CSV file gives a CsvError with the file, the line, the column and what was expected there.
#include <gtest/gtest.h>

#include <sstream>

#include "io/temporary_folder.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::io::csv_malformed_test {
namespace {

struct Malformed {
  const char* name;
  const char* text;
  int line;
  int column;
  const char* fragment;  // of the message
};

void PrintTo(const Malformed& row, std::ostream* out) {
  *out << row.name;
}

const Malformed kMalformed[] = {
    {"Empty", "", 0, 0, "expected a header such as \"t [s],q [m]\", found an empty file"},
    {"EmptyName", "t [s],\n", 1, 0, "a column needs a name"},
    {"UnitOnly", "[s]\n", 1, 0, "a column needs a name"},
    {"SameNameTwice", "t [s],t [m]\n", 1, 0, "there are two columns \"t\""},
    {"OpenBracket", "t [s\n", 1, 0, "holds no comma, quote, bracket"},
    {"Letters", "t [s],q [m]\n0,1\n1,x\n", 3, 2, "expected a number, found \"x\""},
    {"EmptyField", "t [s],q [m]\n0,\n", 2, 2, "expected a number, found \"\""},
    {"TrailingLetters", "t [s]\n1.5s\n", 2, 1, "expected a number, found \"1.5s\""},
    {"BeyondDouble", "t [s]\n1e999\n", 2, 1, "expected a number"},
    {"ShortRow", "t [s],q [m]\n0\n", 2, 0, "expected 2 values, one a column of the header, found 1"},
    {"LongRow", "t [s],q [m]\n0,1\n0,1,2\n", 3, 0, "expected 2 values, one a column of the header, found 3"},
    {"EmptyLineInside", "t [s]\n0\n\n1\n", 3, 1, "expected a number, found \"\""},
};

class MalformedCsv : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedCsv, IsNamed) {
  const Malformed& row = GetParam();
  std::istringstream in(row.text);
  try {
    Trajectory::readCsv(in, "bad.csv");
    FAIL() << "the file was accepted";
  } catch (const CsvError& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.file(), "bad.csv");
    EXPECT_EQ(error.line(), row.line) << message;
    EXPECT_EQ(error.column(), row.column) << message;
    EXPECT_EQ(message.find("bad.csv:"), 0u) << message;
    EXPECT_NE(message.find(row.fragment), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Csv, MalformedCsv, testing::ValuesIn(kMalformed),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(CsvError, SaysWhereItIs) {
  EXPECT_STREQ(CsvError("a.csv", 3, 2, "wrong").what(), "a.csv:3:2: wrong");
  EXPECT_STREQ(CsvError("a.csv", 3, 0, "wrong").what(), "a.csv:3: wrong");
  EXPECT_STREQ(CsvError("a.csv", 0, 0, "wrong").what(), "a.csv: wrong");
}

TEST(UnreadableCsv, IsNamed) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(Trajectory::readCsv(folder / "absent.csv"), CsvError);
  EXPECT_THROW(Trajectory::readCsv(folder / ""), CsvError);
  EXPECT_THROW(Trajectory(std::vector<Column>{{"t", "s"}}).writeCsv(folder / "absent" / "table.csv"),
               CsvError);
}

}  // namespace
}  // namespace nsds::io::csv_malformed_test

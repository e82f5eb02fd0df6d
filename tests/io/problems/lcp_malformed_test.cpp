// Each wrong problem file gives a FileError with the file, the line, and what was expected there.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "nsds/problems/lcp.hpp"

namespace nsds::problems::lcp_malformed_test {
namespace {

struct Malformed {
  const char* name;
  const char* text;
  int line;
  const char* fragment;  // of the message
};

// Without a name gtest prints the bytes of a parameter.
void PrintTo(const Malformed& row, std::ostream* out) {
  *out << row.name;
}

constexpr const char* kBlockHead = "3\n1\n3\n3\n";
constexpr const char* kSparseHead = "2\n2\n2\n2\n";

const Malformed kGeneral[] = {
    {"Empty", "", 1, "expected the size n, found the end of the file"},
    {"LettersForSize", "two\n0\n", 1, R"(the size n, an integer >= 0, found "two")"},
    {"NegativeSize", "-1\n0\n-1\n-1\n", 1, R"(the size n, an integer >= 0, found "-1")"},
    {"FractionForSize", "2.5\n0\n", 1, "an integer"},
    {"SizeBeyond32Bits", "4294967298\n0\n", 1, "the size n"},
    {"UnknownStorage", "2\n3\n2\n2\n", 2,
     R"(the storage of M (0 dense, 1 blocks, 2 sparse), an integer from 0 to 2, found "3")"},
    {"WrongRows", "2\n0\n3\n2\n", 4, "M is 3 x 2, expected 2 x 2: n = 2"},
    {"WrongColumns", "2\n0\n2\n3\n", 4, "M is 2 x 3, expected 2 x 2: n = 2"},
    {"WrongRowsAgain", "2\n0\n2\n2\n3 2\n", 5,
     "the dense matrix M is 2 x 2, expected the same again, found 3 x 2"},
    {"LettersInMatrix", "2\n0\n2\n2\n2 2\n1 x\n3 4\n5 6\n", 6, R"(M[1], a finite number, found "x")"},
    {"TrailingLetters", "2\n0\n2\n2\n2 2\n1 2\n3 4z\n5 6\n", 7, R"(M[3], a finite number, found "4z")"},
    {"NotANumber", "2\n0\n2\n2\n2 2\n1 2\nnan 4\n5 6\n", 7, R"(M[2], a finite number, found "nan")"},
    {"Infinite", "2\n0\n2\n2\n2 2\n1 2\n3 4\n5 inf\n", 8, R"(q[1], a finite number, found "inf")"},
    {"BeyondDouble", "2\n0\n2\n2\n2 2\n1 2\n3 4\n1e999 6\n", 8, "q[0], a finite number"},
    {"MatrixCutOff", "2\n0\n2\n2\n2 2\n1 2\n3", 7, "expected M[3], found the end of the file"},
    {"VectorCutOff", "2\n0\n2\n2\n2 2\n1 2\n3 4\n5", 8, "expected q[1], found the end of the file"},
    {"RemarkInsteadOfNumber", "2\n0\n2\n2\n2 2\n1 2\n3 4\n5\n# remark\n", 9,
     R"(q[1], a finite number, found "#")"},
    {"HugeAndDense", "2000000000\n0\n2000000000\n", 1, "the file is too short for q (2000000000)"},
    {"HugeAndSparse", "2000000000\n2\n2000000000\n2000000000\n1\ntriplet: 0", 1, "too short for q"},
};

const Malformed kBlocks[] = {
    {"NegativeBlocks", "-1\n", 5, "the number of blocks"},
    {"TooManyBlockRows", "1\n4\n1\n", 6, R"(the number of block rows, an integer from 0 to 3, found "4")"},
    {"EndsNotIncreasing", "1\n2\n1\n3 3\n", 8, "block row end[1]"},
    {"EndsStopEarly", "1\n2\n1\n1 2\n", 8, "the size of the matrix, 3, found 2"},
    {"EndBeyondMatrix", "1\n2\n1\n1 4\n", 8, R"(block row end[1], an integer from 2 to 3, found "4")"},
    {"ColumnEndsStopEarly", "1\n1\n1\n3\n2\n", 9, "the size of the matrix, 3, found 2"},
    {"WrongCount", "1\n1\n1\n3\n3\n2\n2\n", 11, R"(an integer from 1 to 1, found "2")"},
    {"FirstStartNotZero", "1\n1\n1\n3\n3\n2\n1\n1 1\n", 12, "block row start[0]"},
    {"StartsDecrease", "1\n2\n1\n1 3\n3\n3\n1\n0 1 0\n", 12, "block row start[2]"},
    {"LastStartNotCount", "1\n1\n1\n3\n3\n2\n1\n0 0\n", 12, "the number of blocks, 1, found 0"},
    {"ColumnOutOfRange", "1\n1\n1\n3\n3\n2\n1\n0 1\n1\n", 13,
     R"(block column[0], an integer from 0 to 0, found "1")"},
    {"TwoBlocksInOnePlace", "2\n1\n1\n3\n3\n2\n2\n0 2\n0 0\n", 13,
     "block row 0 has two blocks in block column 0"},
    {"WrongBlockNumber", "1\n1\n1\n3\n3\n2\n1\n0 1\n0\n7\n", 14, "the number of the block"},
    {"BlockCutOff", "1\n1\n1\n3\n3\n2\n1\n0 1\n0\n0\n1 2 3 4 5 6 7 8", 15,
     "expected block value[8], found the end"},
};

const Malformed kSparse[] = {
    {"UnknownOrigin", "4\n", 5,
     R"(the form of the entries of the sparse matrix M (1 triplets, 2 columns, 3 rows), an integer from 1 to 3, found "4")"},
    {"NoHeader", "1\nCSparse\n", 7,
     R"(expected "triplet:" in front of the entries of M, a sparse matrix of size 2 x 2, found the end)"},
    {"HeaderOfAnotherForm", "1\nCSparse\n2-by-2, nzmax: 1 nnz: 1\n", 7,
     R"(expected "triplet:" in front of the entries of M, a sparse matrix of size 2 x 2, found "2-by-2,")"},
    {"HeaderOfAnotherSize", "2\nCSparse\n3-by-2, nzmax: 1 nnz: 1\n", 7,
     R"(expected "2-by-2," in front of the entries of M, a sparse matrix of size 2 x 2, found "3-by-2,")"},
    {"NegativeCount", "1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: -1\n", 7,
     R"((nnz), an integer >= 0, found "-1")"},
    {"RoundedCount", "1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: 1e+06\n", 7, R"(found "1e+06")"},
    {"RowOutOfRange", "1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n2 0 : 1\n", 8,
     "the row of entry[0], an integer from 0 to 1"},
    {"ColumnOutOfRange", "1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n0 -1 : 1\n", 8,
     "the column of entry[0]"},
    {"NoColon", "1\nCSparse\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n0 0 1\n", 8, R"(expected ":", found "1")"},
    {"TripletsCutOff", "1\nCSparse\ntriplet: 2-by-2, nzmax: 2 nnz: 2\n0 0 : 1\n", 9,
     "expected the row of entry[1]"},
    {"ColumnMissing", "2\nCSparse\n2-by-2, nzmax: 1 nnz: 1\ncol 1 : locations 0 to 0\n", 8,
     "col, an integer from 0 to 0"},
    {"LocationsSkip", "2\nCSparse\n2-by-2, nzmax: 1 nnz: 1\ncol 0 : locations 1 to 1\n", 8,
     "the first location"},
    {"LocationsBeyondCount", "2\nCSparse\n2-by-2, nzmax: 1 nnz: 1\ncol 0 : locations 0 to 1\n", 8,
     "the last location"},
    {"IndexOutOfRange", "2\nCSparse\n2-by-2, nzmax: 1 nnz: 1\ncol 0 : locations 0 to 0\n2 : 1\n", 9,
     "the index of entry[0]"},
    {"TooFewEntries",
     "2\nCSparse\n2-by-2, nzmax: 1 nnz: 2\ncol 0 : locations 0 to 0\n0 : 1\ncol 1 : locations 1 to 0\n", 10,
     "expected 2 entries, found 1"},
    {"RowKeyword", "3\nCSparse\ncsr: 2-by-2, nzmax: 0 nnz: 0\ncol 0 : locations 0 to -1\n", 8,
     R"(expected "row")"},
};

class MalformedLcp : public testing::TestWithParam<Malformed> {
 protected:
  void expectError(const std::string& head) const {
    const Malformed& row = GetParam();
    try {
      readLcpText(head + row.text, "bad.dat");
      FAIL() << "the file was accepted";
    } catch (const FileError& error) {
      const std::string message = error.what();
      EXPECT_EQ(error.file(), "bad.dat");
      EXPECT_EQ(error.line(), row.line) << message;
      EXPECT_EQ(message.find("bad.dat:" + std::to_string(row.line) + ": "), 0u) << message;
      EXPECT_NE(message.find(row.fragment), std::string::npos) << message;
    }
  }
};

class MalformedGeneral : public MalformedLcp {};
class MalformedBlocks : public MalformedLcp {};
class MalformedSparse : public MalformedLcp {};

TEST_P(MalformedGeneral, IsNamed) {
  expectError("");
}
TEST_P(MalformedBlocks, IsNamed) {
  expectError(kBlockHead);
}
TEST_P(MalformedSparse, IsNamed) {
  expectError(kSparseHead);
}

const auto nameOf = [](const auto& row) { return std::string(row.param.name); };
INSTANTIATE_TEST_SUITE_P(Lcp, MalformedGeneral, testing::ValuesIn(kGeneral), nameOf);
INSTANTIATE_TEST_SUITE_P(Lcp, MalformedBlocks, testing::ValuesIn(kBlocks), nameOf);
INSTANTIATE_TEST_SUITE_P(Lcp, MalformedSparse, testing::ValuesIn(kSparse), nameOf);

std::string messageOf(const std::filesystem::path& file) {
  try {
    readLcp(file);
  } catch (const FileError& error) {
    EXPECT_EQ(error.line(), 0);
    EXPECT_EQ(error.file(), file.string());
    return error.what();
  }
  return "accepted";
}

TEST(UnreadableFile, IsNamed) {
  const test::TemporaryFolder folder;
  EXPECT_NE(messageOf(folder / "absent.dat").find("absent.dat: cannot be opened"), std::string::npos);
  EXPECT_NE(messageOf(folder / "").find("is a folder"), std::string::npos);
}

TEST(UnwritableFile, IsNamed) {
  const test::TemporaryFolder folder;
  const Lcp problem(Matrix::dense(1, 1, {1.0}), {1.0});
  try {
    writeLcp(folder / "absent" / "lcp.dat", problem.view());
    FAIL() << "the file was written";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("cannot be opened for writing"), std::string::npos);
  }
}

}  // namespace
}  // namespace nsds::problems::lcp_malformed_test

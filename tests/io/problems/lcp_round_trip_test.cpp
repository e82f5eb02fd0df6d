// Problem files of each storage: what is read, and that writing and reading again gives the same bits.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <sstream>

#include "io/problems/matrix_entries.hpp"
#include "io/temporary_folder.hpp"
#include "nsds/problems/lcp.hpp"

namespace nsds::problems::lcp_round_trip_test {
namespace {

using Doubles = std::vector<double>;

Doubles qOf(const Lcp& problem) {
  return {problem.view().q, problem.view().q + problem.view().size};
}

Lcp writtenAndRead(const Lcp& problem) {
  std::ostringstream out;
  writeLcp(out, problem.view());
  return readLcpText(out.str(), "written.dat");
}

// M = [1 3; 2 4]: the values come by columns, whatever the lines look like.
TEST(LcpFile, ReadsDenseByColumns) {
  const Lcp problem = readLcpText("2\n0\n2\n2\n2 2\n1 2\n3 4\n-5 +6e0\n", "dense.dat");
  const nsds_lcp& lcp = problem.view();
  ASSERT_EQ(lcp.M->storage, NSDS_DENSE);
  EXPECT_EQ(test::entries(*lcp.M), (Doubles{1, 2, 3, 4}));
  EXPECT_EQ(qOf(problem), (Doubles{-5, 6}));
}

TEST(LcpFile, IgnoresRemarksBehindTheData) {
  const Lcp problem = readLcpText("1 0 1 1 1 1 2 -3\n\nExample 4.4.16, two words: 7 [x]\n", "remark.dat");
  EXPECT_EQ(qOf(problem), Doubles{-3});
}

TEST(LcpFile, ReadsLineEndsOfWindows) {
  EXPECT_EQ(qOf(readLcpText("1\r\n0\r\n1\r\n1\r\n1 1\r\n2\r\n-3\r\n", "crlf.dat")), Doubles{-3});
}

TEST(LcpFile, ReadsAnEmptyProblem) {
  const Lcp problem = readLcpText("0 0 0 0 0 0", "empty.dat");
  EXPECT_EQ(problem.view().size, 0);
  EXPECT_EQ(writtenAndRead(problem).view().size, 0);
}

// Block rows of sizes 1 and 2; the blocks of the second row are stored in the wrong order.
//     | 9 . . |
// M = | 5 1 3 |
//     | 6 2 4 |
constexpr const char* kBlocks =
    "3\n1\n3\n3\n3\n2\n2\n1 3\n1 3\n3\n3\n0 1 3\n0 1 0\n"
    "0\n9\n1\n1\n2\n3\n4\n2\n5\n6\n"
    "-1 -2 -3\n";

TEST(LcpFile, ReadsBlocksInAnyOrder) {
  const Lcp problem = readLcpText(kBlocks, "blocks.dat");
  const nsds_matrix& M = *problem.view().M;
  ASSERT_EQ(M.storage, NSDS_BSR);
  EXPECT_EQ(M.as.bsr.block_rows, 2);
  EXPECT_EQ(test::entries(M), (Doubles{9, 5, 6, 0, 1, 2, 0, 3, 4}));
}

// The second block row is empty and so its start is not stored.
TEST(LcpFile, ReadsBlocksWithEmptyRowsAtTheEnd) {
  const Lcp problem = readLcpText("2 1 2 2 1 2 2 1 2 1 2 2 1 0 1 0 0 7 -1 -2", "short.dat");
  EXPECT_EQ(test::entries(*problem.view().M), (Doubles{7, 0, 0, 0}));
}

// The same matrix [4 0; 1 3] in the three sparse forms.
constexpr const char* kTriplet =
    "2\n2\n2\n2\n1\nCSparse Version 3.1.9, a banner\ntriplet: 2-by-2, nzmax: 9 nnz: 4\n"
    "    1 1 : 1\n    0 0 : 4\n    1 0 : 1\n    1 1 : 2\n-1 -2\n";
constexpr const char* kColumns =
    "2\n2\n2\n2\n2\nCSparse Version 3.1.9, a banner\n2-by-2, nzmax: 3 nnz: 3, 1-norm: 5\n"
    "    col 0 : locations 0 to 1\n      1 : 1\n      0 : 4\n    col 1 : locations 2 to 2\n      1 : 3\n-1 "
    "-2\n";
constexpr const char* kRows =
    "2\n2\n2\n2\n3\nCSparse Version 3.1.9, a banner\ncsr: 2-by-2, nzmax: 3 nnz: 3\n"
    "    row 0 : locations 0 to 0\n      0 : 4\n    row 1 : locations 1 to 2\n      0 : 1\n      1 : 3\n-1 "
    "-2\n";

TEST(LcpFile, ReadsEachSparseForm) {
  for (const char* text : {kTriplet, kColumns, kRows}) {
    const Lcp problem = readLcpText(text, "sparse.dat");
    ASSERT_EQ(problem.view().M->storage, NSDS_CSC);
    EXPECT_EQ(test::entries(*problem.view().M), (Doubles{4, 1, 0, 3})) << text;
    EXPECT_EQ(problem.view().M->as.csc.column_starts[2], 3) << "entries given twice are one";
    EXPECT_EQ(qOf(problem), (Doubles{-1, -2}));
  }
}

TEST(LcpFile, ReadsEmptySparseColumns) {
  const Lcp problem = readLcpText(
      "2 2 2 2 2\nCSparse\n2-by-2, nzmax: 1 nnz: 1, 1-norm: 5\ncol 0 : locations 0 to -1\n"
      "col 1 : locations 0 to 0\n0 : 5\n-1 -2",
      "column.dat");
  EXPECT_EQ(test::entries(*problem.view().M), (Doubles{0, 0, 5, 0}));
}

// Numbers that need all 17 digits, and the extremes.
const Doubles kAwkward{0.1,  1.0 / 3.0,     -2.2250738585072014e-308, 4.9e-324, 1.7976931348623157e308, -0.0,
                       1e22, 6.02214076e23, 9007199254740993.0};

TEST(LcpFile, DenseSurvivesWritingBitForBit) {
  const Lcp problem(Matrix::dense(3, 3, kAwkward), {0.1, -0.0, 1e-17});
  const Lcp copy = writtenAndRead(problem);
  ASSERT_EQ(copy.view().M->storage, NSDS_DENSE);
  const double* values = copy.view().M->as.dense.values;
  for (std::size_t i = 0; i < kAwkward.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(values[i]), std::bit_cast<std::uint64_t>(kAwkward[i])) << i;
  }
  EXPECT_EQ(qOf(copy), qOf(problem));
}

TEST(LcpFile, DenseIsWrittenWithoutItsPadding) {
  const double values[] = {1, 2, 99, 3, 4, 99};
  const double q[] = {5, 6};
  const nsds_matrix M = nsds_matrix_dense(2, 2, values, 3);
  nsds_lcp lcp;
  nsds_lcp_init(&lcp);
  lcp.size = 2;
  lcp.M = &M;
  lcp.q = q;
  std::ostringstream out;
  writeLcp(out, lcp);
  EXPECT_EQ(test::entries(*readLcpText(out.str(), "padded.dat").view().M), (Doubles{1, 2, 3, 4}));
}

TEST(LcpFile, BlocksSurviveWriting) {
  const Lcp problem = readLcpText(kBlocks, "blocks.dat");
  const Lcp copy = writtenAndRead(problem);
  ASSERT_EQ(copy.view().M->storage, NSDS_BSR);
  EXPECT_EQ(copy.view().M->as.bsr.block_rows, 2);
  EXPECT_EQ(test::entries(*copy.view().M), test::entries(*problem.view().M));
}

TEST(LcpFile, SparseSurvivesWritingWithItsZeros) {
  const Lcp problem(Matrix::csc(3, 3, {{0, 2, 2, 3}, {0, 2, 1}, {0.1, 0.0, 1.0 / 3.0}}), {1, 2, 3});
  const Lcp copy = writtenAndRead(problem);
  const nsds_matrix& M = *copy.view().M;
  ASSERT_EQ(M.storage, NSDS_CSC);
  EXPECT_EQ(std::vector<int>(M.as.csc.column_starts, M.as.csc.column_starts + 4), (std::vector{0, 2, 2, 3}));
  EXPECT_EQ(std::vector<int>(M.as.csc.row_indices, M.as.csc.row_indices + 3), (std::vector{0, 2, 1}));
  EXPECT_EQ(Doubles(M.as.csc.values, M.as.csc.values + 3), (Doubles{0.1, 0.0, 1.0 / 3.0}));
}

TEST(LcpFile, GoesThroughTheDisk) {
  const test::TemporaryFolder folder;
  const Lcp problem = readLcpText(kColumns, "sparse.dat");
  writeLcp(folder / "copy.dat", problem.view());
  EXPECT_EQ(test::entries(*readLcp(folder / "copy.dat").view().M), (Doubles{4, 1, 0, 3}));
}

TEST(LcpFile, MovingKeepsTheViewValid) {
  Lcp problem = readLcpText(kColumns, "sparse.dat");
  const nsds_lcp& view = problem.view();
  const Lcp moved = std::move(problem);
  EXPECT_EQ(&moved.view(), &view);
  EXPECT_EQ(view.q[1], -2.0);
}

int nothing(void*, const double*, double*) {
  return 0;
}

TEST(LcpFile, RefusesToWriteWhatHasNoFileForm) {
  const double q[] = {std::numeric_limits<double>::quiet_NaN()};
  const double one[] = {1.0};
  const nsds_matrix product = nsds_matrix_operator(1, 1, nothing, nullptr);
  const nsds_matrix dense = nsds_matrix_dense(1, 1, one, 1);
  nsds_lcp lcp;
  nsds_lcp_init(&lcp);
  lcp.size = 1;
  lcp.q = q;
  std::ostringstream out;
  lcp.M = &product;
  EXPECT_THROW(writeLcp(out, lcp), std::invalid_argument);
  lcp.M = &dense;
  EXPECT_THROW(writeLcp(out, lcp), std::invalid_argument) << "q[0] is not a number";
}

TEST(LcpObject, RefusesSizesThatDoNotFit) {
  EXPECT_THROW(Lcp(Matrix::dense(2, 1, {1, 2}), {1, 2}), std::invalid_argument);
  EXPECT_THROW(Lcp(Matrix::dense(1, 1, {1}), {1, 2}), std::invalid_argument);
  EXPECT_THROW(Matrix::dense(2, 2, {1, 2, 3}), std::invalid_argument);
  EXPECT_THROW(Matrix::csc(2, 2, {{0, 1, 2}, {0, 5}, {1, 1}}), std::invalid_argument) << "row 5 of 2";
  EXPECT_THROW(Matrix::csc(2, 2, {{0, 1}, {0}, {1}}), std::invalid_argument);
  EXPECT_THROW(Matrix::bsr({{0, 1}, {0, 1}, {0, 1}, {3}, {0, 1}, {1}}), std::invalid_argument);
  EXPECT_THROW(Matrix::bsr({}), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::problems::lcp_round_trip_test

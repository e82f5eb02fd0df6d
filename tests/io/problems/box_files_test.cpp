// Files of mixed LCPs and relay problems: what is written is read back bit by bit, both forms are one
// problem, and every fault is named with its line.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <stdexcept>

#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/relay.hpp"

namespace nsds::problems::box_files_test {
namespace {

std::vector<double> values(const double* begin, std::int32_t count) {
  return {begin, begin + count};
}

TEST(MlcpFile, IsReadBackBitByBit) {
  const double third = 1.0 / 3.0;
  const Mlcp written(Matrix::dense(3, 3, {third, 1e-300, -0.0, 2, 3, 4, 5, 6, 7}), {0.1, -1e300, third},
                     {0, 1, 0});
  std::ostringstream out;
  writeMlcp(out, written.view());
  const Mlcp read = readMlcpText(out.str(), "memory");
  EXPECT_EQ(values(read.view().q, 3), values(written.view().q, 3));
  EXPECT_EQ(values(read.view().M->as.dense.values, 9), values(written.view().M->as.dense.values, 9));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(read.view().complementary[i], written.view().complementary[i]);
}

TEST(MlcpFile, BothFormsAreOneProblem) {
  const Mlcp one = readMlcpText("1 0 1 2  0 1 3  0 1  0 3 3 3 3  1 4 7  2 5 8  3 6 9   10 11 12", "one");
  const Mlcp blocks = readMlcpText("0 1 1 2   1   5 6 8 9   2 3   4 7   10   11 12   and a remark", "blocks");
  EXPECT_EQ(values(one.view().M->as.dense.values, 9), values(blocks.view().M->as.dense.values, 9));
  EXPECT_EQ(values(one.view().q, 3), values(blocks.view().q, 3));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(one.view().complementary[i], blocks.view().complementary[i]);
}

TEST(MlcpFile, FaultsAreNamedWithTheirLine) {
  const auto expect_fault = [](const char* text, const char* culprit) {
    try {
      readMlcpText(text, "bad.dat");
      ADD_FAILURE() << "no exception: " << text;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(culprit), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("bad.dat"), std::string::npos) << error.what();
    }
  };
  expect_fault("", "form with one matrix");
  expect_fault("2 0 1 1", "form with one matrix");
  expect_fault("0 0 1 1 9 9 9", "neither form");
  expect_fault("1 0 1 -1", "complementary unknowns");
  expect_fault("1 0 2000000000 1 0", "too short for q");
  expect_fault("1 0 1 1\n0 3", "offset of a group");
  expect_fault("1 0 1 1\n0 1 2\n0 2", "complementary");
  expect_fault("1 0 1 1\n0 1 2\n0 1\n0 3 2 3 2 1 2 3 4 5 6 1 2", "M");
  expect_fault("1 0 1 1\n0 1 2\n0 1\n0 2 2 2 2 1 2 3 4\n1", "q[1]");
  expect_fault("0 1 1 1\n1 2 3 nan 5 6", "D");
}

TEST(RelayFile, IsReadBackBitByBit) {
  const Relay written(Matrix::dense(2, 2, {1.0 / 3.0, 2, 3, 4}), {0.1, -1e300}, {-1, -0.5}, {1, 1e-300});
  std::ostringstream out;
  writeRelay(out, written.view());
  const Relay read = readRelayText(out.str(), "memory");
  EXPECT_EQ(values(read.view().M->as.dense.values, 4), values(written.view().M->as.dense.values, 4));
  EXPECT_EQ(values(read.view().q, 2), values(written.view().q, 2));
  EXPECT_EQ(values(read.view().lower, 2), values(written.view().lower, 2));
  EXPECT_EQ(values(read.view().upper, 2), values(written.view().upper, 2));
}

TEST(RelayFile, FaultsAreNamed) {
  EXPECT_THROW(readRelayText("2 0 2 2 2 2 1 0 0 1  1 1  0 0  1", "short.dat"), FileError);
  EXPECT_THROW(readRelayText("1 0 1 1 1 1 1  1  x  1", "word.dat"), FileError);
  EXPECT_THROW(Relay(Matrix::dense(1, 1, {1.0}), {1.0}, {}, {1.0}), std::invalid_argument);
  const Relay infinite(Matrix::dense(1, 1, {1.0}), {1.0}, {0.0}, {-std::numeric_limits<double>::infinity()});
  std::ostringstream out;
  EXPECT_THROW(writeRelay(out, infinite.view()), std::invalid_argument) << "-inf is no upper bound";
}

}  // namespace
}  // namespace nsds::problems::box_files_test

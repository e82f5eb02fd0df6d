// Text files of generic mechanical problems: what is read, and what is said of a file with a fault.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "nsds/problems/generic_mechanical.hpp"

namespace nsds::problems::mechanical_files_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string kDiagonal =
    "5 3\n0 5 5 5 5  1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0  0 0 0 0 1\n1 2 3 4 5\n";

GenericMechanical read(const std::string& text) {
  return readGenericMechanicalText(text, "some.dat");
}

TEST(MechanicalFile, HoldsTheBlocksInWords) {
  const GenericMechanical problem =
      read(kDiagonal + "equality 1\nbox 2 -1 -inf 1 inf\nfriction 2 0.5 generic_mechanical and a remark");
  const nsds_generic_mechanical& view = problem.view();
  EXPECT_EQ(view.size, 5);
  ASSERT_EQ(view.blocks, 3);
  EXPECT_EQ(view.q[4], 5.0);
  EXPECT_EQ(std::vector(view.block_starts, view.block_starts + 4), (std::vector{0, 1, 3, 5}));
  EXPECT_EQ(std::vector(view.kinds, view.kinds + 3),
            (std::vector<std::int32_t>{NSDS_BLOCK_EQUALITY, NSDS_BLOCK_BOX, NSDS_BLOCK_FRICTION}));
  EXPECT_EQ(std::vector(view.mu, view.mu + 3), (std::vector{0.0, 0.0, 0.5}));
  EXPECT_EQ(std::vector(view.lower, view.lower + 5),
            (std::vector{-infinity, -1.0, -infinity, -infinity, -infinity}));
  EXPECT_EQ(std::vector(view.upper, view.upper + 5),
            (std::vector{infinity, 1.0, infinity, infinity, infinity}));
}

TEST(MechanicalFile, FaultsAreNamedWithTheirLine) {
  const struct {
    std::string text;
    std::string message;
  } table[] = {
      {"", "some.dat:1: expected the size n, found the end of the file"},
      {"2 3", "some.dat:1: expected the number nb of blocks, an integer from 1 to 2, found \"3\""},
      {"2 1\n0 3 3 3 3", "some.dat:2: W is 3 x 3, expected 2 x 2: n = 2"},
      {kDiagonal + "joint 1",
       "some.dat:4: expected the kind of block 0, one of equality, complementarity, box, friction, found "
       "\"joint\""},
      {kDiagonal,
       "some.dat:4: expected the kind of block 0, one of equality, complementarity, box, friction, found the "
       "end of the file"},
      {kDiagonal + "equality 6",
       "some.dat:4: expected the number of rows of block[0], an integer from 1 to 5, found \"6\""},
      {kDiagonal + "friction 4 0.5",
       "some.dat:4: expected the number of rows of block[0], an integer from 2 to 3, found \"4\""},
      {kDiagonal + "friction 2 -0.5", "some.dat:4: mu[0] is negative"},
      {kDiagonal + "box 1 2 1", "some.dat:4: upper[0] is below lower[0]"},
      {kDiagonal + "equality 1\nequality 1\nequality 1",
       "some.dat:6: the blocks have 3 rows in all, expected n = 5"},
  };
  for (const auto& row : table) {
    try {
      read(row.text);
      ADD_FAILURE() << "accepted: " << row.text;
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(), row.message);
    }
  }
}

TEST(MechanicalProblem, IsWellFormed) {
  const auto make = [](MechanicalBlocks blocks) {
    return GenericMechanical(Matrix::dense(2, 2, {1, 0, 0, 1}), {0, 0}, std::move(blocks));
  };
  const std::vector<double> two(2, 0.0);
  EXPECT_NO_THROW(make({{0, 2}, {NSDS_BLOCK_FRICTION}, {0.5}, two, two}));
  EXPECT_THROW(make({{0, 2}, {NSDS_BLOCK_FRICTION}, {}, two, two}), std::invalid_argument);
  EXPECT_THROW(make({{0, 1}, {NSDS_BLOCK_EQUALITY}, {0}, two, two}), std::invalid_argument);
  EXPECT_THROW(make({{0, 0, 2}, {0, 0}, {0, 0}, two, two}), std::invalid_argument);
  EXPECT_THROW(make({{0, 2}, {7}, {0}, two, two}), std::invalid_argument);
  EXPECT_THROW(make({{0, 1, 2}, {NSDS_BLOCK_FRICTION, 0}, {0, 0}, two, two}), std::invalid_argument);
  EXPECT_THROW(make({{0, 2}, {NSDS_BLOCK_EQUALITY}, {0}, two, {0}}), std::invalid_argument);
}

TEST(MechanicalWriting, RefusesWhatHasNoFileForm) {
  std::ostringstream out;
  const GenericMechanical negative(Matrix::dense(2, 2, {1, 0, 0, 1}), {0, 0},
                                   {{0, 2}, {NSDS_BLOCK_FRICTION}, {-0.5}, {0, 0}, {0, 0}});
  EXPECT_THROW(writeGenericMechanical(out, negative.view()), std::invalid_argument);
  const GenericMechanical infinite(Matrix::dense(1, 1, {1}), {infinity},
                                   {{0, 1}, {NSDS_BLOCK_EQUALITY}, {0}, {0}, {0}});
  EXPECT_THROW(writeGenericMechanical(out, infinite.view()), std::invalid_argument);
  nsds_generic_mechanical unknown = negative.view();
  const std::int32_t kinds[] = {9};
  unknown.kinds = kinds;
  EXPECT_THROW(writeGenericMechanical(out, unknown), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::problems::mechanical_files_test

// Text files of complementarity problems over cones: what is read, and what is said of a file with a fault.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "nsds/problems/soclcp.hpp"

namespace nsds::problems::soclcp_files_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string kDiagonal =
    "5 3\n0 5 5 5 5  1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0  0 0 0 0 1\n1 2 3 4 5\n";

Soclcp read(const std::string& text) {
  return readSoclcpText(text, "some.dat");
}

TEST(SoclcpFile, HoldsLorentzCones) {
  const Soclcp problem = read(kDiagonal + "0 3 4 5\n0.5 0 2\nand a remark");
  const nsds_soclcp& view = problem.view();
  EXPECT_EQ(view.size, 5);
  EXPECT_EQ(view.q[4], 5.0);
  ASSERT_EQ(view.cone_count, 3);
  const std::int32_t sizes[] = {3, 1, 1};
  const double mu[] = {0.5, 0.0, 2.0};
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(view.cones[k].kind, NSDS_CONE_LORENTZ);
    EXPECT_EQ(view.cones[k].size, sizes[k]);
    EXPECT_EQ(view.cones[k].mu, mu[k]);
    EXPECT_EQ(view.cones[k].project, nullptr);
  }
}

TEST(SoclcpFile, HoldsTheKindsInWords) {
  const Soclcp problem = read(kDiagonal + "0 3 4 5\n0.5 0 0\nlorentz free nonnegative soclcp");
  EXPECT_EQ(problem.view().cones[0].kind, NSDS_CONE_LORENTZ);
  EXPECT_EQ(problem.view().cones[1].kind, NSDS_CONE_FREE);
  EXPECT_EQ(problem.view().cones[2].kind, NSDS_CONE_NONNEGATIVE);
}

TEST(SoclcpFile, FaultsAreNamedWithTheirLine) {
  const struct {
    std::string text;
    std::string message;
  } table[] = {
      {"", "some.dat:1: expected the size n, found the end of the file"},
      {"2 3", "some.dat:1: expected the number nc of cones, an integer from 1 to 2, found \"3\""},
      {"2 1\n0 3 3 3 3\n0 0 0 0 0", "some.dat:2: M is 3 x 3, expected 2 x 2: n = 2"},
      {kDiagonal + "1 3 4 5 0 0 0",
       "some.dat:4: expected the first row of cone[0], an integer from 0 to 0, found \"1\""},
      {kDiagonal + "0 3 3 5 0 0 0",
       "some.dat:4: expected the first row of cone[2], an integer from 4 to 4, found \"3\""},
      {kDiagonal + "0 1 5 5 0 0 0",
       "some.dat:4: expected the first row of cone[2], an integer from 2 to 4, found \"5\""},
      {kDiagonal + "0 3 4 6 0 0 0",
       "some.dat:4: expected the end of cone[2], an integer from 5 to 5, found \"6\""},
      {kDiagonal + "0 3 4 5\n0.5 -1 0", "some.dat:5: mu[1] is negative"},
      {kDiagonal + "0 3 4 5\n0.5 1 0\nlorentz\nfree free",
       "some.dat:7: mu[1] is not 0, and the cone is no Lorentz cone"},
      {kDiagonal + "0 3 4 5\n0.5 1 0\nlorentz\ncircle",
       "some.dat:7: expected the kind of cone 1, one of free, nonnegative, lorentz, found \"circle\""},
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

TEST(SoclcpProblem, IsWellFormed) {
  const auto make = [](std::vector<nsds_cone> cones) {
    return Soclcp(Matrix::dense(2, 2, {1, 0, 0, 1}), {0, 0}, std::move(cones));
  };
  EXPECT_NO_THROW(make({{NSDS_CONE_LORENTZ, 2, 0.5, nullptr, nullptr}}));
  EXPECT_THROW(make({}), std::invalid_argument);
  EXPECT_THROW(make({{NSDS_CONE_LORENTZ, 1, 0.5, nullptr, nullptr}}), std::invalid_argument);
  EXPECT_THROW(make({{NSDS_CONE_PROJECTOR, 2, 0.0, nullptr, nullptr}}), std::invalid_argument);
  EXPECT_THROW(make({{NSDS_CONE_LORENTZ, 2, -0.5, nullptr, nullptr}}), std::invalid_argument);
  EXPECT_THROW(make({{NSDS_CONE_FREE, 2, 0.5, nullptr, nullptr}}), std::invalid_argument);
  EXPECT_THROW(make({{NSDS_CONE_FREE, 2, 0.0, nullptr, nullptr}, {NSDS_CONE_FREE, 0, 0.0, nullptr, nullptr}}),
               std::invalid_argument);
}

TEST(SoclcpWriting, RefusesWhatHasNoFileForm) {
  std::ostringstream out;
  const Soclcp infinite(Matrix::dense(1, 1, {1}), {infinity}, {{NSDS_CONE_FREE, 1, 0.0, nullptr, nullptr}});
  EXPECT_THROW(writeSoclcp(out, infinite.view()), std::invalid_argument);
  nsds_soclcp unknown = infinite.view();
  const nsds_cone projector{NSDS_CONE_PROJECTOR, 1, 0.0, nullptr, nullptr};
  unknown.cones = &projector;
  EXPECT_THROW(writeSoclcp(out, unknown), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::problems::soclcp_files_test

// Random problems of every class in every storage: what is written is read back bit by bit, and its class is
// found from the text alone.
#include <gtest/gtest.h>

#include <sstream>
#include <tuple>

#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/relay.hpp"
#include "random_problem.hpp"

namespace nsds::problems {
namespace {

using test::expect_same;
using test::expect_same_array;

// The text of a problem.
template <class View>
std::string written(void (*write)(std::ostream&, const View&), const View& problem) {
  std::ostringstream out;
  write(out, problem);
  return out.str();
}

class RoundTrip : public testing::TestWithParam<std::tuple<nsds_storage, int>> {
 protected:
  Matrix matrix(std::int32_t rows, std::int32_t cols) {
    return test::random_matrix(draws, std::get<0>(GetParam()), rows, cols);
  }
  std::vector<double> vector(std::int32_t size) { return test::random_numbers(draws, size); }

  Constraints constraints() {
    const std::int32_t m = draws.integer(0, 3);
    const std::int32_t e = draws.integer(0, 3);
    return {matrix(m, n),
            vector(m),
            matrix(e, n),
            vector(e),
            test::random_bounds(draws, n, false),
            test::random_bounds(draws, n, true)};
  }

  // n >= 3, so that no other layout can be meant by chance.
  test::Draws draws{static_cast<std::uint64_t>(std::get<1>(GetParam()))};
  std::int32_t n = draws.integer(3, 9);
};

TEST_P(RoundTrip, Lcp) {
  const Lcp problem(matrix(n, n), vector(n));
  const std::string text = written(writeLcp, problem.view());
  const Lcp read = readLcpText(text, "written.dat");
  expect_same(*read.view().M, *problem.view().M);
  expect_same_array(read.view().q, problem.view().q, n);
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_LCP);
}

TEST_P(RoundTrip, Equality) {
  const Equality problem(matrix(n, n), vector(n));
  const std::string text = written(writeEquality, problem.view());
  const Equality read = readEqualityText(text, "written.dat");
  expect_same(*read.view().M, *problem.view().M);
  expect_same_array(read.view().q, problem.view().q, n);
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_EQUALITY);
}

TEST_P(RoundTrip, Relay) {
  const Relay problem(matrix(n, n), vector(n), test::random_bounds(draws, n, false),
                      test::random_bounds(draws, n, true));
  const std::string text = written(writeRelay, problem.view());
  const Relay read = readRelayText(text, "written.dat");
  expect_same(*read.view().M, *problem.view().M);
  expect_same_array(read.view().q, problem.view().q, n);
  expect_same_array(read.view().lower, problem.view().lower, n);
  expect_same_array(read.view().upper, problem.view().upper, n);
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_RELAY);
}

TEST_P(RoundTrip, Mlcp) {
  std::vector<unsigned char> complementary(static_cast<std::size_t>(n));
  for (unsigned char& mark : complementary) mark = static_cast<unsigned char>(draws.bits() % 2);
  const Mlcp problem(matrix(n, n), vector(n), complementary);
  const std::string text = written(writeMlcp, problem.view());
  const Mlcp read = readMlcpText(text, "written.dat");
  expect_same(*read.view().M, *problem.view().M);
  expect_same_array(read.view().q, problem.view().q, n);
  expect_same_array(read.view().complementary, problem.view().complementary, n);
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_MLCP);
}

template <class View>
void expect_same_constraints(const View& left, const View& right) {
  ASSERT_EQ(left.inequalities, right.inequalities);
  ASSERT_EQ(left.equalities, right.equalities);
  if (left.inequalities > 0) expect_same(*left.A, *right.A);
  expect_same_array(left.b, right.b, left.inequalities);
  if (left.equalities > 0) expect_same(*left.C, *right.C);
  expect_same_array(left.d, right.d, left.equalities);
  expect_same_array(left.lower, right.lower, left.size);
  expect_same_array(left.upper, right.upper, left.size);
}

TEST_P(RoundTrip, Qp) {
  const Qp problem(matrix(n, n), vector(n), constraints());
  const std::string text = written(writeQp, problem.view());
  const Qp read = readQpText(text, "written.dat");
  expect_same(*read.view().Q, *problem.view().Q);
  expect_same_array(read.view().p, problem.view().p, n);
  expect_same_constraints(read.view(), problem.view());
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_QP);
}

TEST_P(RoundTrip, Avi) {
  const Avi problem(matrix(n, n), vector(n), constraints());
  const std::string text = written(writeAvi, problem.view());
  const Avi read = readAviText(text, "written.dat");
  expect_same(*read.view().M, *problem.view().M);
  expect_same_array(read.view().q, problem.view().q, n);
  expect_same_constraints(read.view(), problem.view());
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_AVI);
}

std::string nameOf(const testing::TestParamInfo<RoundTrip::ParamType>& row) {
  const auto [storage, seed] = row.param;
  const std::string name = storage == NSDS_DENSE ? "Dense" : storage == NSDS_CSC ? "Csc" : "Bsr";
  return name + std::to_string(seed);
}

INSTANTIATE_TEST_SUITE_P(Random, RoundTrip,
                         testing::Combine(testing::Values(NSDS_DENSE, NSDS_CSC, NSDS_BSR),
                                          testing::Range(1, 21)),
                         nameOf);

}  // namespace
}  // namespace nsds::problems

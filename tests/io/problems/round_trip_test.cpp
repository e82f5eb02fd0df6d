// Random problems of every class in every storage: what is written is read back bit by bit, and its class is
// found from the text alone.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <tuple>

#include "io/temporary_folder.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/avi.hpp"
#include "nsds/problems/equality.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/lcp.hpp"
#include "nsds/problems/mlcp.hpp"
#include "nsds/problems/qp.hpp"
#include "nsds/problems/relay.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "nsds/problems/soclcp.hpp"
#include "random_problem.hpp"

namespace nsds::problems::round_trip_test {
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

TEST_P(RoundTrip, GenericMechanical) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  MechanicalBlocks blocks{{0}, {}, {}, {}, {}};
  while (blocks.starts.back() < n) {
    const std::int32_t left = n - blocks.starts.back();
    std::int32_t kind = draws.integer(0, 3);
    if (kind == NSDS_BLOCK_FRICTION && left < 2) kind = NSDS_BLOCK_BOX;
    const std::int32_t rows =
        kind == NSDS_BLOCK_FRICTION ? draws.integer(2, std::min(left, 3)) : draws.integer(1, left);
    blocks.kinds.push_back(kind);
    blocks.starts.push_back(blocks.starts.back() + rows);
    blocks.mu.push_back(kind == NSDS_BLOCK_FRICTION ? std::abs(test::random_number(draws)) : 0.0);
    const bool box = kind == NSDS_BLOCK_BOX;
    const std::vector<double> none(static_cast<std::size_t>(rows), infinity);
    const std::vector<double> upper = box ? test::random_bounds(draws, rows, true) : none;
    std::vector<double> lower = box ? test::random_bounds(draws, rows, false) : none;
    if (!box) lower.assign(lower.size(), -infinity);
    blocks.lower.insert(blocks.lower.end(), lower.begin(), lower.end());
    blocks.upper.insert(blocks.upper.end(), upper.begin(), upper.end());
  }
  const GenericMechanical problem(matrix(n, n), vector(n), blocks);
  const std::string text = written(writeGenericMechanical, problem.view());
  const GenericMechanical read = readGenericMechanicalText(text, "written.dat");
  const nsds_generic_mechanical &left = read.view(), &right = problem.view();
  expect_same(*left.W, *right.W);
  expect_same_array(left.q, right.q, n);
  ASSERT_EQ(left.blocks, right.blocks);
  expect_same_array(left.block_starts, right.block_starts, left.blocks + 1);
  expect_same_array(left.kinds, right.kinds, left.blocks);
  expect_same_array(left.mu, right.mu, left.blocks);
  expect_same_array(left.lower, right.lower, n);
  expect_same_array(left.upper, right.upper, n);
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_GENERIC_MECHANICAL);
  EXPECT_EQ(classOf(readProblemText(text, "written.dat", NSDS_CLASS_GENERIC_MECHANICAL)),
            NSDS_CLASS_GENERIC_MECHANICAL);
}

TEST_P(RoundTrip, Soclcp) {
  std::vector<nsds_cone> cones;
  std::int32_t rows = 0;
  // The words of kinds are written where they are needed.
  const bool onlyLorentz = draws.bits() % 2 == 0;
  while (rows < n) {
    const auto kind = onlyLorentz ? NSDS_CONE_LORENTZ : static_cast<nsds_cone_kind>(draws.integer(0, 2));
    const std::int32_t size = draws.integer(1, n - rows);
    const double mu = kind == NSDS_CONE_LORENTZ ? std::abs(test::random_number(draws)) : 0.0;
    cones.push_back({kind, size, mu, nullptr, nullptr});
    rows += size;
  }
  const Soclcp problem(matrix(n, n), vector(n), cones);
  const std::string text = written(writeSoclcp, problem.view());
  const Soclcp read = readSoclcpText(text, "written.dat");
  expect_same(*read.view().M, *problem.view().M);
  expect_same_array(read.view().q, problem.view().q, n);
  ASSERT_EQ(read.view().cone_count, problem.view().cone_count);
  for (std::size_t k = 0; k < cones.size(); ++k) {
    EXPECT_EQ(read.view().cones[k].kind, cones[k].kind);
    EXPECT_EQ(read.view().cones[k].size, cones[k].size);
    EXPECT_EQ(read.view().cones[k].mu, cones[k].mu);
  }
  EXPECT_EQ(classOf(readProblemText(text, "written.dat")), NSDS_CLASS_SOCLCP);
}

// One function writes and one reads any class: the text is that of the writer of the class, and reads as itself.
TEST_P(RoundTrip, AnyProblem) {
  const std::int32_t nc = draws.integer(1, 2);
  std::vector<AnyProblem> all;
  all.emplace_back(Lcp(matrix(n, n), vector(n)));
  all.emplace_back(Mlcp(matrix(n, n), vector(n), std::vector<unsigned char>(static_cast<std::size_t>(n), 1)));
  all.emplace_back(Relay(matrix(n, n), vector(n), test::random_bounds(draws, n, false),
                         test::random_bounds(draws, n, true)));
  all.emplace_back(Qp(matrix(n, n), vector(n), constraints()));
  all.emplace_back(Avi(matrix(n, n), vector(n), constraints()));
  all.emplace_back(Equality(matrix(n, n), vector(n)));
  all.emplace_back(FrictionContact(3, Matrix::dense(3 * nc, 3 * nc, vector(9 * nc * nc)), vector(3 * nc),
                                   std::vector<double>(static_cast<std::size_t>(nc), 0.5)));
  GlobalContactParts parts{2,         matrix(n, n),   matrix(n, 2 * nc),
                           vector(n), vector(2 * nc), std::vector<double>(static_cast<std::size_t>(nc), 0.5)};
  parts.constraints.emplace(BilateralConstraints{matrix(2, n), vector(2)});
  all.emplace_back(GlobalFrictionContact(std::move(parts)));
  all.emplace_back(GenericMechanical(matrix(n, n), vector(n),
                                     {{0, n}, {NSDS_BLOCK_COMPLEMENTARITY}, {0.0}, vector(n), vector(n)}));
  all.emplace_back(Soclcp(
      matrix(n, n), vector(n),
      {{NSDS_CONE_LORENTZ, n - 1, 0.5, nullptr, nullptr}, {NSDS_CONE_FREE, 1, 0.0, nullptr, nullptr}}));
  all.emplace_back(RollingFrictionContact(3, Matrix::dense(3 * nc, 3 * nc, vector(9 * nc * nc)),
                                          vector(3 * nc),
                                          std::vector<double>(static_cast<std::size_t>(nc), 0.5),
                                          std::vector<double>(static_cast<std::size_t>(nc), 1.0)));
  GlobalContactParts rolling{
      5,         matrix(n, n),   matrix(n, 5 * nc),
      vector(n), vector(5 * nc), std::vector<double>(static_cast<std::size_t>(nc), 0.5)};
  rolling.constraints.emplace(BilateralConstraints{matrix(2, n), vector(2)});
  all.emplace_back(GlobalRollingFrictionContact(std::move(rolling),
                                                std::vector<double>(static_cast<std::size_t>(nc), 0.25)));
  all.emplace_back(ConePlasticity(Matrix::dense(3 * nc, 3 * nc, vector(9 * nc * nc)), vector(3 * nc),
                                  {{}, {}, std::vector<double>(static_cast<std::size_t>(nc), 0.5)}));
  ASSERT_EQ(all.size(), fileClasses().size());
  const test::TemporaryFolder folder;
  for (std::size_t k = 0; k < all.size(); ++k) {
    SCOPED_TRACE(nsds_class_name(fileClasses()[k]));
    const std::string file = (folder / "written.dat").string();
    writeProblem(file, all[k]);
    const AnyProblem guessed = readProblem(file);
    ASSERT_EQ(classOf(guessed), fileClasses()[k]);
    std::ostringstream first, second;
    writeProblem(first, all[k]);
    writeProblem(second, readProblem(file, fileClasses()[k]));
    EXPECT_EQ(first.str(), second.str()) << "17 digits tell all numbers apart";
    EXPECT_EQ(first.str(), test::contents(file));
  }
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
}  // namespace nsds::problems::round_trip_test

// Random contact problems, reduced and global: what is written, as text or as a file of FCLIB, is read back
// bit by bit.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <tuple>

#include "matrix_entries.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/fclib.hpp"
#include "random_problem.hpp"

namespace nsds::problems::contact_round_trip_test {
namespace {

using test::expect_same;
using test::expect_same_array;

// The same numbers in any storage; a zero that is not stored is +0.
void expect_same_entries(const nsds_matrix& left, const nsds_matrix& right) {
  ASSERT_EQ(left.rows, right.rows);
  ASSERT_EQ(left.cols, right.cols);
  EXPECT_EQ(test::stored_entries(left), test::stored_entries(right));
}

class ContactRoundTrip : public testing::TestWithParam<std::tuple<nsds_storage, int>> {
 protected:
  nsds_storage storage() const { return std::get<0>(GetParam()); }
  Matrix matrix(std::int32_t height, std::int32_t width) {
    return test::random_matrix(draws, storage(), height, width);
  }
  std::vector<double> vector(std::int32_t size) { return test::random_numbers(draws, size); }
  std::vector<double> friction() {
    std::vector<double> mu = vector(contacts);
    for (double& value : mu) value = std::abs(value);
    return mu;
  }

  FrictionContact local() { return {dimension, matrix(rows, rows), vector(rows), friction()}; }

  GlobalFrictionContact global(bool constrained) {
    GlobalContactParts parts{dimension, matrix(n, n), matrix(n, rows), vector(n), vector(rows), friction()};
    if (constrained) parts.constraints.emplace(BilateralConstraints{matrix(m, n), vector(m)});
    return GlobalFrictionContact(std::move(parts));
  }

  FclibSolution solution(std::int32_t v, std::int32_t lambda) {
    return {vector(v), vector(rows), vector(rows), vector(lambda)};
  }

  test::Draws draws{static_cast<std::uint64_t>(std::get<1>(GetParam()))};
  std::int32_t dimension = draws.integer(2, 3);
  std::int32_t contacts = draws.integer(1, 4);
  std::int32_t rows = dimension * contacts;
  std::int32_t n = draws.integer(1, 9);
  std::int32_t m = draws.integer(1, 4);
};

void expect_same_vectors(const nsds_friction_contact& left, const nsds_friction_contact& right) {
  ASSERT_EQ(left.dimension, right.dimension);
  ASSERT_EQ(left.contacts, right.contacts);
  expect_same_array(left.q, right.q, left.dimension * left.contacts);
  expect_same_array(left.mu, right.mu, left.contacts);
}

void expect_same_vectors(const nsds_global_friction_contact& left,
                         const nsds_global_friction_contact& right) {
  ASSERT_EQ(left.dimension, right.dimension);
  ASSERT_EQ(left.contacts, right.contacts);
  ASSERT_EQ(left.size, right.size);
  ASSERT_EQ(left.constraints, right.constraints);
  expect_same_array(left.q, right.q, left.size);
  expect_same_array(left.b, right.b, left.dimension * left.contacts);
  expect_same_array(left.mu, right.mu, left.contacts);
  expect_same_array(left.d, right.d, left.constraints);
}

void expect_same_solution(const FclibSolution& left, const FclibSolution& right) {
  EXPECT_EQ(left.v, right.v);
  EXPECT_EQ(left.r, right.r);
  EXPECT_EQ(left.u, right.u);
  EXPECT_EQ(left.lambda, right.lambda);
}

void expect_same_extras(const FclibExtras& left, const FclibExtras& right) {
  EXPECT_EQ(left.info.title, right.info.title);
  EXPECT_EQ(left.info.description, right.info.description);
  EXPECT_EQ(left.info.mathInfo, right.info.mathInfo);
  ASSERT_EQ(left.solution.has_value(), right.solution.has_value());
  if (left.solution) expect_same_solution(*left.solution, *right.solution);
  ASSERT_EQ(left.guesses.size(), right.guesses.size());
  for (std::size_t k = 0; k < left.guesses.size(); ++k)
    expect_same_solution(left.guesses[k], right.guesses[k]);
}

// What W becomes is written and read again in the same storage.
void expect_blocks_to_stay(const FrictionContact& read, const FrictionContact& again) {
  expect_same(*again.view().W, *read.view().W);
}

TEST_P(ContactRoundTrip, TextOfReducedProblems) {
  const FrictionContact problem = local();
  std::ostringstream out;
  writeFrictionContact(out, problem.view());
  const FrictionContact read = readFrictionContactText(out.str(), "written.dat");
  expect_same_vectors(read.view(), problem.view());
  expect_same_entries(*read.view().W, *problem.view().W);
  EXPECT_EQ(read.view().W->storage, storage() == NSDS_DENSE ? NSDS_DENSE : NSDS_BSR);
  std::ostringstream copy;
  writeFrictionContact(copy, read.view());
  expect_blocks_to_stay(read, readFrictionContactText(copy.str(), "copy.dat"));
}

TEST_P(ContactRoundTrip, TextOfGlobalProblems) {
  for (const bool constrained : {false, true}) {
    const GlobalFrictionContact problem = global(constrained);
    std::ostringstream out;
    writeGlobalFrictionContact(out, problem.view());
    const GlobalFrictionContact read = readGlobalFrictionContactText(out.str(), "written.dat");
    expect_same_vectors(read.view(), problem.view());
    expect_same(*read.view().M, *problem.view().M);
    expect_same(*read.view().H, *problem.view().H);
    if (constrained) expect_same(*read.view().G, *problem.view().G);
  }
}

TEST_P(ContactRoundTrip, FclibOfReducedProblems) {
  const FrictionContact problem = local();
  FclibExtras extras{{"a title", "two\nlines", ""}, {}, {solution(0, 0), solution(0, 0)}};
  if (draws.bits() % 2 == 0) extras.solution = solution(0, 0);
  const FclibLocal read = readFclibLocalBytes(fclibBytes(problem.view(), extras), "written.hdf5");
  expect_same_vectors(read.problem.view(), problem.view());
  expect_same_entries(*read.problem.view().W, *problem.view().W);
  EXPECT_EQ(read.problem.view().W->storage, NSDS_BSR);
  expect_same_extras(read.extras, extras);
  const std::string copy = fclibBytes(read.problem.view(), extras);
  EXPECT_EQ(fclibBytes(read.problem.view(), extras), copy) << "the same contents give the same bytes";
  expect_blocks_to_stay(read.problem, readFrictionContactText(copy, "copy.hdf5"));
}

TEST_P(ContactRoundTrip, FclibOfGlobalProblems) {
  for (const bool constrained : {false, true}) {
    const GlobalFrictionContact problem = global(constrained);
    const std::int32_t multipliers = constrained ? m : 0;
    FclibExtras extras{{}, solution(n, multipliers), {solution(n, multipliers)}};
    const std::string bytes = fclibBytes(problem.view(), extras);
    const FclibGlobal read = readFclibGlobalBytes(bytes, "written.hdf5");
    expect_same_vectors(read.problem.view(), problem.view());
    expect_same_entries(*read.problem.view().M, *problem.view().M);
    expect_same_entries(*read.problem.view().H, *problem.view().H);
    if (constrained) expect_same_entries(*read.problem.view().G, *problem.view().G);
    expect_same_extras(read.extras, extras);
    const GlobalFrictionContact again =
        readGlobalFrictionContactText(fclibBytes(read.problem.view()), "copy.hdf5");
    expect_same(*again.view().M, *read.problem.view().M);
    expect_same(*again.view().H, *read.problem.view().H);
  }
}

std::string nameOf(const testing::TestParamInfo<ContactRoundTrip::ParamType>& row) {
  const auto [storage, seed] = row.param;
  const std::string name = storage == NSDS_DENSE ? "Dense" : storage == NSDS_CSC ? "Csc" : "Bsr";
  return name + std::to_string(seed);
}

INSTANTIATE_TEST_SUITE_P(Random, ContactRoundTrip,
                         testing::Combine(testing::Values(NSDS_DENSE, NSDS_CSC, NSDS_BSR),
                                          testing::Range(1, 21)),
                         nameOf);

}  // namespace
}  // namespace nsds::problems::contact_round_trip_test

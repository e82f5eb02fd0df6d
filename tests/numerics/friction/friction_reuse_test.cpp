// What the solvers of frictional contact keep in a workspace never shows: with any truthful claim of reuse
// the bits are those of a solve from nothing.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <string>
#include <vector>

#include "friction_instances.hpp"
#include "nsds/numerics/cpp/friction_contact.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_reuse_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// W by blocks of contacts, all stored but those that are zero.
class ByContacts {
 public:
  ByContacts(int dimension, const MatrixXd& W) {
    const auto contacts = static_cast<std::int32_t>(W.rows()) / dimension;
    for (std::int32_t c = 0; c <= contacts; ++c) offsets_.push_back(c * dimension);
    for (std::int32_t row = 0; row < contacts; ++row) {
      for (std::int32_t column = 0; column < contacts; ++column) {
        const MatrixXd block = W.block(dimension * row, dimension * column, dimension, dimension);
        if (block.isZero(0.0)) continue;
        columns_.push_back(column);
        values_.insert(values_.end(), block.reshaped().begin(), block.reshaped().end());
        value_starts_.push_back(static_cast<std::int32_t>(values_.size()));
      }
      row_starts_.push_back(static_cast<std::int32_t>(columns_.size()));
    }
    view_ = nsds_matrix_bsr(contacts, contacts, offsets_.data(), offsets_.data(), row_starts_.data(),
                            columns_.data(), value_starts_.data(), values_.data());
  }
  ByContacts(const ByContacts&) = delete;
  ByContacts& operator=(const ByContacts&) = delete;

  const nsds_matrix& view() const { return view_; }

 private:
  std::vector<std::int32_t> offsets_, row_starts_{0}, columns_, value_starts_{0};
  std::vector<double> values_;
  nsds_matrix view_{};
};

// Two islands, of which the second is the larger; the values of the seed, the pattern of none.
FrictionInstance two_islands(int dimension, unsigned seed) {
  const FrictionInstance small = random_friction(dimension, 3, seed);
  const FrictionInstance large = random_friction(dimension, 9, seed + 100);
  const Eigen::Index n = small.q.size(), m = large.q.size();
  FrictionInstance both{dimension, MatrixXd::Zero(n + m, n + m), VectorXd(n + m), VectorXd(12)};
  both.W.topLeftCorner(n, n) = small.W;
  both.W.bottomRightCorner(m, m) = large.W;
  both.q << small.q, large.q;
  both.mu << small.mu, large.mu;
  return both;
}

struct Answer {
  nsds_status status;
  VectorXd r, u;
  std::string message;
};

Answer solve(const FrictionInstance& given, const nsds_matrix& W, nn::Options& options, const char* reuse,
             nsds_workspace* workspace) {
  options.set("reuse", reuse);
  nsds_friction_contact problem;
  nsds_friction_contact_init(&problem);
  problem.dimension = given.dimension;
  problem.contacts = static_cast<std::int32_t>(given.contacts());
  problem.W = &W;
  problem.q = given.q.data();
  problem.mu = given.mu.data();
  Answer answer{NSDS_OK, VectorXd::Zero(given.q.size()), VectorXd::Zero(given.q.size()), ""};
  nn::Report report;
  answer.status = nsds_friction_contact_solve(&problem, answer.r.data(), answer.u.data(), options.get(),
                                              workspace, &report);
  answer.message = report.message;
  return answer;
}

class FrictionReuse : public ::testing::TestWithParam<std::tuple<int, std::string>> {
 protected:
  // The same problem with the workspace and without.
  void expect_same(const FrictionInstance& given, const nsds_matrix& W, const char* reuse) {
    SCOPED_TRACE(reuse);
    const Answer kept = solve(given, W, options_, reuse, workspace_.get());
    const Answer fresh = solve(given, W, options_, "none", nullptr);
    EXPECT_EQ(kept.status, NSDS_OK);
    EXPECT_EQ(kept.status, fresh.status);
    EXPECT_EQ(kept.r, fresh.r);
    EXPECT_EQ(kept.u, fresh.u);
    expect_solved(given.judged(), kept.r, 1e-8);
  }

  int dimension_ = std::get<0>(GetParam());
  nn::Options options_ =
      nn::Options(NSDS_CLASS_FRICTION_CONTACT, std::get<1>(GetParam())).set("tolerance", 1e-8);
  nn::Workspace workspace_;
};

TEST_P(FrictionReuse, TheSameMatrixWithOtherVectors) {
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    SCOPED_TRACE(storage_name(storage));
    FrictionInstance given = two_islands(dimension_, 1);
    const Stored W(given.W, storage);
    expect_same(given, W.view(), "none");
    for (const unsigned seed : {2U, 3U}) {
      const FrictionInstance other = two_islands(dimension_, seed);
      given.q = 3.0 * other.q;
      given.mu = other.mu;
      expect_same(given, W.view(), "values");
    }
  }
}

TEST_P(FrictionReuse, TheSamePatternWithOtherValues) {
  for (unsigned seed = 1; seed < 4; ++seed) {
    const FrictionInstance given = two_islands(dimension_, seed);
    const ByContacts W(dimension_, given.W);
    expect_same(given, W.view(), "structure");
  }
}

// As many contacts and blocks, and another graph.
TEST_P(FrictionReuse, AnotherPatternOfTheSameSize) {
  FrictionInstance given = two_islands(dimension_, 1), turned = given;
  turned.W = given.W.reverse().eval();
  for (int k = 0; k < 2; ++k) {
    expect_same(given, ByContacts(dimension_, given.W).view(), "none");
    expect_same(turned, ByContacts(dimension_, turned.W).view(), "none");
  }
}

// A claim is about the pattern, values may be anything.
TEST_P(FrictionReuse, ValuesThatAreNoNumbersInTheSameStructure) {
  const FrictionInstance given = two_islands(dimension_, 1);
  MatrixXd spoilt = given.W;
  spoilt(1, 2) = std::nan("");
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    SCOPED_TRACE(storage_name(storage));
    const Stored W(given.W, storage), other(spoilt, storage);
    expect_same(given, W.view(), "none");
    const Answer answer = solve(given, other.view(), options_, "structure", workspace_.get());
    EXPECT_EQ(answer.status, NSDS_INVALID_ARGUMENT);
    EXPECT_NE(answer.message.find("is nan"), std::string::npos) << answer.message;
    expect_same(given, W.view(), "structure");  // nothing is remembered that this could be about
  }
}

// Blocks that are zero are left out: the pattern inside is not that of the storage.
TEST_P(FrictionReuse, ValuesThatBecomeZeroInTheSameStructure) {
  for (const bool coupled : {false, true, false}) {
    FrictionInstance given = two_islands(dimension_, 5);
    if (coupled) given.W(0, given.W.cols() - 1) = given.W(given.W.rows() - 1, 0) = 1e-3;
    const Stored W(given.W, NSDS_DENSE);
    expect_same(given, W.view(), "structure");
  }
}

// The claim is about the problem before, which a solver need not have seen.
TEST_P(FrictionReuse, AProblemSolvedByItsStartLeavesNothingOld) {
  const FrictionInstance first = two_islands(dimension_, 1);
  FrictionInstance second = two_islands(dimension_, 2);
  const ByContacts W(dimension_, first.W), other(dimension_, second.W);
  expect_same(first, W.view(), "none");
  const VectorXd q = second.q;
  for (int c = 0; c < 12; ++c) second.q(dimension_ * c) = 1.0;  // everything opens
  expect_same(second, other.view(), "structure");
  second.q = q;
  expect_same(second, other.view(), "values");
}

// Six rows are three contacts of the plane or two in space.
TEST_P(FrictionReuse, TheSameMatrixInAnotherDimensionBetween) {
  const FrictionInstance given = random_friction(dimension_, 6 / dimension_, 3);
  FrictionInstance other = random_friction(5 - dimension_, 6 / (5 - dimension_), 3);
  other.W = given.W;
  const Stored W(given.W, NSDS_DENSE);
  expect_same(given, W.view(), "none");
  expect_same(other, W.view(), "none");
  solve(given, W.view(), options_, "values", workspace_.get());  // refused in builds with assertions
  expect_same(given, W.view(), "values");
}

TEST_P(FrictionReuse, AnotherClassOrARefusedCallBetweenForgets) {
  const FrictionInstance first = two_islands(dimension_, 1), second = two_islands(dimension_, 2);
  const ByContacts W(dimension_, first.W), other(dimension_, second.W);
  expect_same(first, W.view(), "none");
  FrictionInstance bad = first;
  bad.q(0) = std::nan("");
  EXPECT_EQ(solve(bad, W.view(), options_, "values", workspace_.get()).status, NSDS_INVALID_ARGUMENT);
  expect_same(second, other.view(),
              "values");  // nothing is remembered that this could be a false claim about
  const nn::lcp::Problem posed(W.view(), first.q);
  const nsds_lcp lcp = posed.view();
  VectorXd z(first.q.size()), w(first.q.size());
  nsds_lcp_solve(&lcp, z.data(), w.data(), nullptr, workspace_.get(), nullptr);
  solve(first, W.view(), options_, "values", workspace_.get());  // refused in builds with assertions
  expect_same(first, W.view(), "values");
}

INSTANTIATE_TEST_SUITE_P(Solvers, FrictionReuse,
                         ::testing::Combine(::testing::Values(2, 3),
                                            ::testing::Values("auto", "nsgs", "newton", "proximal", "admm",
                                                              "interior_point")),
                         [](const auto& row) {
                           return std::get<1>(row.param) + "_" + std::to_string(std::get<0>(row.param)) + "d";
                         });

}  // namespace
}  // namespace nsds::test::friction_reuse_test

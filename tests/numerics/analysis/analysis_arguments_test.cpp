// What the analysis of matrices refuses, and which of its outputs it writes.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "nsds/numerics/analysis.h"
#include "support/numbers.hpp"

namespace nsds::test::analysis_arguments_test {
namespace {

struct Refusal {
  const char* what;
  nsds_status status;
  const char* culprit;
  std::function<void(nsds_matrix&, double&)> spoil;
};

int apply_nothing(void*, const double*, double*) {
  return 0;
}

const Refusal refusals[] = {
    {"not square", NSDS_INVALID_ARGUMENT, "2 x 1", [](nsds_matrix& M, double&) { M.cols = 1; }},
    {"negative size", NSDS_INVALID_ARGUMENT, "negative",
     [](nsds_matrix& M, double&) { M.rows = M.cols = -1; }},
    {"null values", NSDS_INVALID_ARGUMENT, "values is null",
     [](nsds_matrix& M, double&) { M.as.dense.values = nullptr; }},
    {"no such storage", NSDS_INVALID_ARGUMENT, "storage is 3",
     [](nsds_matrix& M, double&) { M.storage = static_cast<nsds_storage>(3); }},
    {"operator", NSDS_NOT_APPLICABLE, "operator",
     [](nsds_matrix& M, double&) { M = nsds_matrix_operator(2, 2, apply_nothing, nullptr); }},
    {"negative tolerance", NSDS_INVALID_ARGUMENT, "tolerance is -1",
     [](nsds_matrix&, double& tolerance) { tolerance = -1.0; }},
    {"tolerance of one", NSDS_INVALID_ARGUMENT, "tolerance is 1",
     [](nsds_matrix&, double& tolerance) { tolerance = 1.0; }},
    {"tolerance not a number", NSDS_INVALID_ARGUMENT, "tolerance is nan",
     [](nsds_matrix&, double& tolerance) { tolerance = nan; }},
};

struct Outputs {
  int answer = 42;
  unsigned char index_set[2] = {7, 7};
  double x[2] = {0.25, 0.5};
  bool untouched() const {
    return answer == 42 && index_set[0] == 7 && index_set[1] == 7 && x[0] == 0.25 && x[1] == 0.5;
  }
};

template <class Answer, class Call>
void expect_refused(const Refusal& refusal, const nsds_matrix* M, const Call& call) {
  Outputs out;
  auto answer = static_cast<Answer>(0);
  const Answer before = answer;
  char message[200] = "";
  EXPECT_EQ(call(M, &answer, out, message), refusal.status) << refusal.what;
  EXPECT_NE(std::string(message).find(refusal.culprit), std::string::npos) << message;
  EXPECT_EQ(answer, before);
  EXPECT_TRUE(out.untouched()) << refusal.what;
}

TEST(Analysis, RefusesWrongArguments) {
  const double indefinite[4] = {-1.0, 0.0, 0.0, 1.0};
  const double broken[4] = {1.0, nan, 0.0, 1.0};
  double tolerance = 0.0;
  const auto definiteness = [&](const nsds_matrix* M, nsds_definiteness* answer, Outputs& out,
                                char* message) {
    return nsds_matrix_definiteness(M, tolerance, answer, out.x, message, 200);
  };
  const auto is_p = [](const nsds_matrix* M, nsds_p_answer* answer, Outputs& out, char* message) {
    return nsds_matrix_is_p(M, answer, out.index_set, out.x, message, 200);
  };
  const auto is_copositive = [&](const nsds_matrix* M, nsds_copositivity* answer, Outputs& out,
                                 char* message) {
    return nsds_matrix_is_copositive(M, tolerance, answer, out.x, message, 200);
  };
  for (const Refusal& refusal : refusals) {
    nsds_matrix M = nsds_matrix_dense(2, 2, indefinite, 2);
    tolerance = 0.0;
    refusal.spoil(M, tolerance);
    expect_refused<nsds_definiteness>(refusal, &M, definiteness);
    expect_refused<nsds_copositivity>(refusal, &M, is_copositive);
    if (tolerance == 0.0) expect_refused<nsds_p_answer>(refusal, &M, is_p);
  }
  tolerance = 0.0;
  const nsds_matrix not_finite = nsds_matrix_dense(2, 2, broken, 2);
  const Refusal entry{"not finite", NSDS_INVALID_ARGUMENT, "entry (1, 0) is nan", {}};
  const Refusal null{"null", NSDS_INVALID_ARGUMENT, "M is null", {}};
  for (const auto& [refusal, M] : {std::pair{&entry, &not_finite}, {&null, nullptr}}) {
    expect_refused<nsds_definiteness>(*refusal, M, definiteness);
    expect_refused<nsds_p_answer>(*refusal, M, is_p);
    expect_refused<nsds_copositivity>(*refusal, M, is_copositive);
  }
}

TEST(Analysis, AnswerMayNotBeNullEverythingElseMay) {
  const double values[4] = {-1.0, 0.0, 0.0, 1.0};
  const nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  char message[200] = "";
  EXPECT_EQ(nsds_matrix_definiteness(&M, 0.0, nullptr, nullptr, message, 200), NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(message, "answer is null.");
  EXPECT_EQ(nsds_matrix_is_p(&M, nullptr, nullptr, nullptr, nullptr, 0), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_matrix_is_copositive(&M, 0.0, nullptr, nullptr, nullptr, 0), NSDS_INVALID_ARGUMENT);
  nsds_definiteness form{};
  nsds_p_answer p{};
  nsds_copositivity copositive{};
  EXPECT_EQ(nsds_matrix_definiteness(&M, 0.0, &form, nullptr, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_p(&M, &p, nullptr, nullptr, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_copositive(&M, 0.0, &copositive, nullptr, nullptr, 0), NSDS_OK);
  EXPECT_EQ(form, NSDS_INDEFINITE);
  EXPECT_EQ(p, NSDS_P_NO);
  EXPECT_EQ(copositive, NSDS_NOT_COPOSITIVE);
}

// Witnesses are written by the answers that name them, by no other.
TEST(Analysis, WitnessesStayUntouchedWhereThereAreNone) {
  const double values[4] = {2.0, 1.0, 1.0, 2.0};
  const nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  Outputs out;
  nsds_definiteness form{};
  nsds_p_answer p{};
  nsds_copositivity copositive{};
  EXPECT_EQ(nsds_matrix_definiteness(&M, 0.0, &form, out.x, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_p(&M, &p, out.index_set, out.x, nullptr, 0), NSDS_OK);
  EXPECT_EQ(nsds_matrix_is_copositive(&M, 0.0, &copositive, out.x, nullptr, 0), NSDS_OK);
  EXPECT_TRUE(out.untouched());
  EXPECT_EQ(form, NSDS_POSITIVE_DEFINITE);
  EXPECT_EQ(p, NSDS_P_YES);
  EXPECT_EQ(copositive, NSDS_STRICTLY_COPOSITIVE);
}

}  // namespace
}  // namespace nsds::test::analysis_arguments_test

// The study of friction goes on where it was cut off, measures again what solvers return, and poses variants
// that are the same problem.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/friction/friction_records.hpp"
#include "benchmarks/friction/measurement.hpp"
#include "benchmarks/friction/study.hpp"
#include "benchmarks/friction/variants.hpp"
#include "io/temporary_folder.hpp"
#include "support/collection/views.hpp"

namespace nsds::bench::friction_study_test {
namespace {

using test::contents;
using test::TemporaryFolder;

// Three tolerances of one solver over two instances, by a solver that needs as long as it is told.
class FrictionStudy : public ::testing::Test {
 protected:
  FrictionStudy() {
    for (const char* corners : {"1", "2"}) {
      const std::string name = std::string("drop:corners=") + corners + ":speed=1:restitution=0:mu=0.5";
      plan_.subjects.push_back({name, "drop", "small", {NSDS_CLASS_FRICTION_CONTACT}});
    }
    plan_.classes = {NSDS_CLASS_FRICTION_CONTACT};
    plan_.solvers = {"nsgs"};
    plan_.tolerances = {1e-4, 1e-8, 1e-12};
    plan_.limit = 1.0;
  }

  StudyCount run() {
    Results results(file_);
    std::ostringstream said;
    return run_study(
        plan_,
        [this](const Posed& problem, Record& record) {
          EXPECT_EQ(problem.contacts, record.instance.find("corners=2") == std::string::npos ? 1 : 2);
          record.status = needed_ <= record.limit ? "ok" : "time_limit";
          record.residual = record.reported = record.status == "ok" ? 0.5 * record.tolerance : 0.1;
          record.seconds = std::min(needed_, record.limit);
          record.verdict = judge(record);
        },
        results, said);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "study.csv";
  StudyPlan plan_;
  double needed_ = 0.5;  // [s]
};

TEST_F(FrictionStudy, GoesOnWhereItWasCutOff) {
  EXPECT_EQ(run().run, 6);
  const std::string whole = contents(file_);
  const StudyCount again = run();
  EXPECT_EQ(again.there, 6);
  EXPECT_EQ(again.run, 0);
  EXPECT_EQ(contents(file_), whole);
  // Cut anywhere in the last line, it is run again; cut between lines, nothing else is.
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (const std::size_t length : {last, last + 1, whole.size() - 1}) {
    folder_.write("study.csv", whole.substr(0, length));
    const StudyCount count = run();
    EXPECT_EQ(count.there, 5) << length;
    EXPECT_EQ(count.run, 1) << length;
    EXPECT_EQ(contents(file_), whole) << length;
  }
  folder_.write("study.csv", whole.substr(0, 10));  // in the header
  EXPECT_EQ(run().run, 6);
  EXPECT_EQ(contents(file_), whole);
}

TEST_F(FrictionStudy, RefusesWhatIsNoFileOfItsOwn) {
  folder_.write("study.csv", "name,value\na,1\n");
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(contents(file_), "name,value\na,1\n");
  folder_.write("study.csv", csv_header() + "\n" + csv_line(solved_record()) + "\na,1\n");
  try {
    run();
    FAIL() << "a line that is no record";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos) << error.what();
  }
}

TEST_F(FrictionStudy, InfersWhatTimeDidNotSufficeForAndSaysSo) {
  needed_ = 2.0;
  const StudyCount count = run();
  EXPECT_EQ(count.run, 2);
  EXPECT_EQ(count.inferred, 4);
  int inferred = 0;
  for (const Record& record : read_results(file_)) {
    EXPECT_EQ(record.verdict, Verdict::unsolved);
    EXPECT_EQ(verdict_of(record), Verdict::unsolved);
    EXPECT_EQ(record.inferred, record.tolerance < 1e-4);
    EXPECT_EQ(std::isnan(record.residual), record.inferred);
    inferred += record.inferred ? 1 : 0;
  }
  EXPECT_EQ(inferred, 4);
}

TEST_F(FrictionStudy, RunsTheTighterTolerancesWhereAskedTo) {
  needed_ = 2.0;
  plan_.skip_harder = false;
  EXPECT_EQ(run().run, 6);
}

// What failed within a second may succeed within three.
TEST_F(FrictionStudy, InfersNothingFromASmallerLimit) {
  needed_ = 2.0;
  plan_.tolerances = {1e-4};
  EXPECT_EQ(run().run, 2);
  plan_.tolerances = {1e-4, 1e-8};
  plan_.limit = 3.0;
  const StudyCount count = run();
  EXPECT_EQ(count.there, 2);
  EXPECT_EQ(count.run, 2);
  EXPECT_EQ(count.inferred, 0);
}

// One body on one corner: every solver but those for the plane solves it, in both forms.
TEST(FrictionMeasurement, RecomputesWhatSolversReturn) {
  for (const nsds_class problem_class : {NSDS_CLASS_FRICTION_CONTACT, NSDS_CLASS_GLOBAL_FRICTION_CONTACT}) {
    const Subject subject{"drop:corners=1:speed=1:restitution=0:mu=0.5", "drop", "small", {problem_class}};
    const Posed problem = pose(subject, problem_class);
    int solved = 0;
    for (int s = 0; s < nsds_solver_count(problem_class); ++s) {
      Record record = solved_record();
      record.problem_class = nsds_class_name(problem_class);
      record.solver = nsds_solver_at(problem_class, s)->name;
      measure(problem, record);
      EXPECT_EQ(verdict_of(record), record.verdict);
      if (record.verdict == Verdict::not_applicable) continue;
      EXPECT_EQ(record.verdict, Verdict::solved) << record.solver << ' ' << record.status;
      EXPECT_LE(record.residual, 1e-8);
      EXPECT_GT(record.floor, 0.0);
      EXPECT_GT(record.seconds, 0.0);
      ++solved;
    }
    EXPECT_GE(solved, 3);
  }
}

TEST(FrictionMeasurement, WhatHasNoReducedFormIsNotForIt) {
  Record record = solved_record();
  measure(Posed{}, record);
  EXPECT_EQ(record.verdict, Verdict::not_applicable);
  EXPECT_EQ(record.status, status_irreducible);
}

// The residual does not depend on the order of the contacts, and mu is as told.
TEST(FrictionVariants, AreTheSameProblemInAnotherOrder) {
  const Reduced reduced = reduce(make_instance("packing:side=2:mu=0.3:ratio=1:seed=1"));
  const ReducedView given(reduced);
  const Eigen::Index d = 3, contacts = reduced.contacts();
  Eigen::VectorXd r(d * contacts);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const auto x = static_cast<double>(c);
    r.segment(d * c, d) << 1.0 + 0.1 * x, 0.05 * x, -0.02 * x;
  }
  nsds_residual expected;
  nsds_residual_init(&expected);
  ASSERT_EQ(nsds_friction_contact_class_residual(&given.problem(), r.data(), &expected), NSDS_OK);

  const Reduced same = variant_of(given.problem(), 2.0, "given");
  EXPECT_EQ(same.values, reduced.values);
  EXPECT_EQ(same.mu, 2.0 * reduced.mu);
  const Reduced reversed = variant_of(given.problem(), 1.0, "reversed");
  const ReducedView view(reversed);
  Eigen::VectorXd permuted(d * contacts);
  for (Eigen::Index c = 0; c < contacts; ++c)
    permuted.segment(d * c, d) = r.segment(d * (contacts - 1 - c), d);
  nsds_residual found;
  nsds_residual_init(&found);
  ASSERT_EQ(nsds_friction_contact_class_residual(&view.problem(), permuted.data(), &found), NSDS_OK);
  EXPECT_NEAR(found.value, expected.value, 1e-12 * expected.value);

  const Reduced shuffled = variant_of(given.problem(), 1.0, "shuffled");
  EXPECT_NE(shuffled.q, reduced.q);
  EXPECT_NEAR(shuffled.q.norm(), reduced.q.norm(), 1e-12);
  EXPECT_EQ(shuffled.values, variant_of(given.problem(), 1.0, "shuffled").values);
  EXPECT_THROW(variant_of(given.problem(), 1.0, "sorted"), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::bench::friction_study_test

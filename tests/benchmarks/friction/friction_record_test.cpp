// A line of the study of friction: solved is only what holds, and a line gives the same bits again.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "benchmarks/friction/friction_records.hpp"

namespace nsds::bench::friction_record_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(FrictionRecord, SolvedIsWhatWasSaidAndHolds) {
  EXPECT_EQ(judge(with("ok", 1e-8)), Verdict::solved);
  EXPECT_EQ(judge(with("ok", std::nextafter(1e-8, 1.0))), Verdict::untruthful);
  EXPECT_EQ(judge(with("ok", nan)), Verdict::untruthful);
  EXPECT_EQ(judge(with("stalled", 1e-9)), Verdict::unsolved);  // not said
}

TEST(FrictionRecord, RoundOffIsWithinAFactorOfItsFloor) {
  Record record = with("roundoff_limit", 4e-7);
  record.floor = 1e-7;
  EXPECT_EQ(judge(record), Verdict::roundoff);
  record.residual = record.reported = 4.1e-7;
  EXPECT_EQ(judge(record), Verdict::untruthful);
}

TEST(FrictionRecord, FailuresAreUnsolvedWhenTruthful) {
  for (const char* status : {"time_limit", "stalled", "max_iterations"}) {
    EXPECT_EQ(judge(with(status, 0.3)), Verdict::unsolved);
    EXPECT_EQ(judge(with(status, nan)), Verdict::untruthful);  // a NaN was returned
    EXPECT_EQ(judge(with(status, inf)), Verdict::untruthful);
  }
  Record nothing_evaluated = with("time_limit", 0.3);
  nothing_evaluated.reported = inf;
  EXPECT_EQ(judge(nothing_evaluated), Verdict::unsolved);
  EXPECT_EQ(judge(with("invalid_argument", nan)), Verdict::unsolved);
  EXPECT_EQ(judge(with(status_overrun, nan)), Verdict::unsolved);
  EXPECT_EQ(judge(with(status_crashed, nan)), Verdict::untruthful);
  EXPECT_EQ(judge(with("not_applicable", nan)), Verdict::not_applicable);
  EXPECT_EQ(judge(with(status_irreducible, nan)), Verdict::not_applicable);
}

// What stalled would stall at a tighter tolerance too, but that is no matter of time.
TEST(FrictionRecord, TimeIsLackingWhereALimitEndedIt) {
  const auto lacks_time = [](const char* status) {
    Record record = with(status, 0.3);
    record.verdict = judge(record);
    return ran_out_of_time(record);
  };
  for (const char* status : {"time_limit", "interrupted", status_overrun}) EXPECT_TRUE(lacks_time(status));
  for (const char* status : {"stalled", "max_iterations", "invalid_argument"})
    EXPECT_FALSE(lacks_time(status));
}

TEST(FrictionRecord, AReportIsOfWhatWasReturned) {
  Record record = with("stalled", 1e-3);
  record.reported = 1e-4;
  EXPECT_EQ(judge(record), Verdict::untruthful);
  record.reported = 1e-3 * (1.0 + 1e-9);
  EXPECT_EQ(judge(record), Verdict::unsolved);
  record.reported = nan;
  EXPECT_EQ(judge(record), Verdict::untruthful);
}

// An instance of the collection has a solution; that a file has one is not known.
TEST(FrictionRecord, NoProofOfInfeasibilityOfWhatHasASolution) {
  Record record = with("infeasible", 0.1);
  EXPECT_EQ(judge(record), Verdict::untruthful);
  record.group = "files";
  EXPECT_EQ(judge(record), Verdict::unsolved);
}

TEST(FrictionRecord, ALineGivesTheSameBits) {
  Record record = solved_record();
  record.residual = record.reported = 1.0 / 3.0 * 1e-8;
  record.inferred = true;
  const Record read = parse_record(csv_line(record));
  EXPECT_EQ(csv_line(read), csv_line(record));
  EXPECT_EQ(read.residual, record.residual);
  EXPECT_EQ(key_of(read), key_of(record));
  EXPECT_TRUE(std::isnan(parse_record(csv_line(with("not_applicable", nan))).residual));
  record.instance = "a,b";
  EXPECT_THROW(csv_line(record), std::invalid_argument);
  EXPECT_THROW(parse_record("a,b,c"), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::bench::friction_record_test

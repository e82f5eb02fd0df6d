// The one exit that fills reports says ok beside no number that contradicts it, whatever a driver has said.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/call_frame.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "support/numbers.hpp"

namespace nsds::test::exit_test {
namespace {

using numerics::Parts;

constexpr double tolerance = 1e-8;

nsds_residual residual_of(double value, double primal, double dual, double complementarity) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  residual.value = value;
  residual.primal = primal;
  residual.dual = dual;
  residual.complementarity = complementarity;
  return residual;
}

struct Told {
  nsds_status returned, reported;
  std::string message;
};

// What a call returns and reports that claims to be solved beside this residual.
Told claim_ok(const nsds_residual& residual, Parts parts = Parts::all) {
  const nsds_options options = numerics::default_options(NSDS_CLASS_LCP, 0);
  nsds_report report;
  nsds_report_init(&report);
  const numerics::CallArguments call{NSDS_CLASS_LCP, &options, nullptr, &report};
  const numerics::CallFrame frame{call, options, {}};
  const nsds_status returned = frame.report(residual, NSDS_OK, 1, "lemke", parts);
  return {returned, report.status, report.message};
}

TEST(Exit, SaysOkBesideNumbersThatAgree) {
  const Told told = claim_ok(residual_of(tolerance, tolerance, 0.0, 1e-9));
  EXPECT_EQ(told.returned, NSDS_OK);
  EXPECT_EQ(told.reported, NSDS_OK);
}

// Two tolerances in each place, and what is no number.
TEST(Exit, RefusesAnOkThatItsOwnNumbersContradict) {
  for (const double bad : {2.0 * tolerance, 6e7, infinity, nan})
    for (int place = 0; place < 4; ++place) {
      double numbers[4] = {0.0, 0.0, 0.0, 0.0};
      numbers[place] = bad;
      const Told told = claim_ok(residual_of(numbers[0], numbers[1], numbers[2], numbers[3]));
      EXPECT_EQ(told.returned, NSDS_STALLED) << place << ' ' << bad;
      EXPECT_EQ(told.reported, NSDS_STALLED);
      EXPECT_NE(told.message.find("contradict"), std::string::npos) << told.message;
    }
}

// The power of a contact is in the square of the unit of its distances.
TEST(Exit, ComparesNoPowerWithADistance) {
  EXPECT_EQ(claim_ok(residual_of(0.0, 0.0, 0.0, 1.0), Parts::distances).returned, NSDS_OK);
  EXPECT_EQ(claim_ok(residual_of(0.0, 0.0, 1.0, 0.0), Parts::distances).returned, NSDS_STALLED);
}

// Where another norm was judged the residual of the class may be larger, but it is a number.
TEST(Exit, TakesTheWordOfAnotherNorm) {
  EXPECT_EQ(claim_ok(residual_of(1.0, 1.0, 1.0, 1.0), Parts::none).returned, NSDS_OK);
  EXPECT_EQ(claim_ok(residual_of(nan, 0.0, 0.0, 0.0), Parts::none).returned, NSDS_STALLED);
}

TEST(Exit, LeavesOtherWordsAlone) {
  const nsds_options options = numerics::default_options(NSDS_CLASS_LCP, 0);
  const numerics::CallArguments call{NSDS_CLASS_LCP, &options, nullptr, nullptr};
  const numerics::CallFrame frame{call, options, {}};
  EXPECT_EQ(frame.report(residual_of(1.0, 0.0, 0.0, 0.0), NSDS_RAY, 1, "lemke"), NSDS_RAY);
  EXPECT_EQ(frame.report(residual_of(1.0, 0.0, 0.0, 0.0), NSDS_OK, 1, "lemke"), NSDS_STALLED);
}

}  // namespace
}  // namespace nsds::test::exit_test

// Holds what a solver says of reactions against the judge of contacts.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "nsds/numerics/report.h"
#include "truth/contact_judge.hpp"

namespace nsds::test {

// What is called ok is, at twice the tolerance: two programs round differently.
inline void expect_solved(const ContactProblem& problem, const Eigen::VectorXd& r, double tolerance) {
  const Judgement found = judge_contacts(problem, r, tolerance, 2.0);
  EXPECT_LE(found.value, 2.0 * tolerance)
      << "axiom " << static_cast<int>(found.broken) << " at " << found.worst;
}

// The report has the value of the judge, which below the tolerance may be a little less, and says ok where that is below it.
inline void expect_claim(const ContactProblem& problem, const Eigen::VectorXd& r, const nsds_report& report) {
  const double said = report.residual.value, judged = judged_contacts(problem, r, report.tolerance);
  EXPECT_EQ(report.status == NSDS_OK, said <= report.tolerance);
  if (report.status == NSDS_OK) {
    expect_solved(problem, r, report.tolerance);
    EXPECT_LE(judged, said + 1e-13);
  } else {
    EXPECT_NEAR(judged, said, 1e-13 + 1e-9 * said);
  }
}

}  // namespace nsds::test

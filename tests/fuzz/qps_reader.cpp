// A QPS file either is refused with a FileError or gives a problem, which is written as text and read again with the
// same bits, and every row of the file has its place in it.
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "check.hpp"
#include "nsds/problems/qps.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

void checkTerms(const problems::QpsProblem& read) {
  const nsds_qp& qp = read.problem.view();
  const problems::QpsFile& file = read.file;
  NSDS_FUZZ_CHECK(file.columns.size() == static_cast<std::size_t>(qp.size), "a column has no name");
  NSDS_FUZZ_CHECK(std::isfinite(file.constant), "the constant is not finite");
  std::vector<double> multipliers(static_cast<std::size_t>(qp.inequalities + qp.equalities), 1.0);
  NSDS_FUZZ_CHECK(file.rowMultipliers(multipliers).size() == file.rows.size(), "a row has no multiplier");
  for (const problems::QpsRow& row : file.rows) {
    NSDS_FUZZ_CHECK(row.lower < qp.inequalities && row.upper < qp.inequalities, "A has no such row");
    NSDS_FUZZ_CHECK(row.equality < qp.equalities, "C has no such row");
    const bool isInequality = row.lower >= 0 || row.upper >= 0;
    NSDS_FUZZ_CHECK(!(isInequality && row.equality >= 0), "a row is in A and in C");
  }
  for (std::int32_t j = 0; j < qp.size; ++j) NSDS_FUZZ_CHECK(qp.lower[j] <= qp.upper[j], "bounds cross");
}

}  // namespace

void qps_reader(std::span<const std::uint8_t> bytes) {
  try {
    const problems::QpsProblem read = problems::readQpsText({bytes.begin(), bytes.end()}, "input");
    checkTerms(read);
    std::ostringstream first;
    problems::writeQp(first, read.problem.view());
    std::ostringstream second;
    problems::writeQp(second, problems::readQpText(first.str(), "copy").view());
    NSDS_FUZZ_CHECK(first.str() == second.str(), "what was written reads otherwise");
  } catch (const problems::FileError& refusal) {
    NSDS_FUZZ_CHECK(refusal.file() != "copy", refusal.what());
    NSDS_FUZZ_CHECK(refusal.line() >= 1 && refusal.column() >= 0, "no line has this number");
  }
}

}  // namespace nsds::fuzz

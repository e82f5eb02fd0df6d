// The event-driven cases of tests/reference beside Siconos, against their reference trajectories.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/timing.hpp"
#include "reference/case_table.hpp"
#ifdef NSDS_HAS_SICONOS
#include "benchmarks/peers/siconos_events.hpp"
#endif

namespace nsds::bench {
namespace {

constexpr double limit = 60.0;  // [s] of CPU time of all repetitions

constexpr const char* cases[] = {"BouncingBallByEvents",  "BouncingBallFromImpact", "BallThatStaysDown",
                                 "ColumnOfBeadsByEvents", "RopePendulum",           "FallingBlock"};

const test::Case& find_case(const std::string& name) {
  for (const test::Case& c : test::allCases())
    if (c.name == name) return c;
  throw std::logic_error("no reference case " + name);
}

struct CaseRun {
  double seconds = 0.0;  // best
  test::Rows rows;
};

// Of a whole case: model, events and record.
std::optional<CaseRun> best_case(const std::function<test::Rows()>& run) {
  const auto numbers = guarded(limit, [&] {
    test::Rows rows;
    const double seconds = best_seconds(0.2, [&] { rows = run(); });
    std::vector<double> all{seconds, static_cast<double>(rows.empty() ? 0 : rows.front().size())};
    for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
    return all;
  });
  if (!numbers || numbers->size() < 3) return std::nullopt;
  const auto width = static_cast<std::ptrdiff_t>((*numbers)[1]);
  CaseRun result{numbers->front(), {}};
  for (auto row = numbers->begin() + 2; numbers->end() - row >= width; row += width)
    result.rows.emplace_back(row, row + width);
  return result;
}

// Over the first columns, of time, positions and velocities. NaN where rows are missing.
double error_of(const test::Case& c, const test::Table& expected, const test::Rows& rows,
                std::size_t columns) {
  const std::vector<double> scale(columns, 1.0);
  try {
    return test::largestDeviation(expected, rows, scale, c.rows).size;
  } catch (const std::runtime_error&) {
    return std::nan("");
  }
}

void compare_case(const test::Case& c) {
  const test::Table expected = test::readReference(c.file);
  const auto ours = best_case(c.run);
  if (!ours) throw std::runtime_error(std::string(c.name) + " did not come to its end");
  std::optional<CaseRun> theirs;
#ifdef NSDS_HAS_SICONOS
  theirs = best_case([&] { return run_siconos_events(c.name); });
#endif
  std::size_t columns = expected.columns;
  if (theirs) columns = theirs->rows.front().size();
  std::printf("| %s | %.3g | ", c.name, 1e3 * ours->seconds);
  if (theirs) {
    std::printf("%.3g | %.3g | ", 1e3 * theirs->seconds, theirs->seconds / ours->seconds);
  } else {
    std::printf("- | - | ");
  }
  std::printf("%.2g | ", error_of(c, expected, ours->rows, columns));
  if (theirs) {
    std::printf("%.2g |\n", error_of(c, expected, theirs->rows, columns));
  } else {
    std::printf("- |\n");
  }
  std::fflush(stdout);
}

}  // namespace

void compare_event_driven(const std::vector<std::string>&) {
  std::printf("# Event-driven simulation\n\n");
  compare_event_ball();
  if (std::getenv("NSDS_TEST_DATA") == nullptr) {
    std::printf("The reference cases need NSDS_TEST_DATA.\n\n");
    return;
  }
  std::printf(
      "## Cases with reference trajectories\n\nCPU time of model, events and record, best of 0.2 s; the "
      "error is "
      "the largest of time, positions and velocities over the rows of the reference.\n\n| case | ours [ms] | "
      "Siconos [ms] | Siconos / ours | error of ours | error of Siconos |\n|---|---|---|---|---|---|\n");
  for (const char* name : cases) compare_case(find_case(name));
  std::printf(
      "\nFallingBlock: Siconos integrates each impact over the impulse, as the reference does; ours takes "
      "the "
      "closed form of a single contact.\n\n");
}

}  // namespace nsds::bench

// The event-driven cases of tests/reference beside Siconos, against their reference trajectories.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/compare.hpp"
#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/motions/exact_motion.hpp"
#include "reference/case_table.hpp"
#ifdef NSDS_HAS_SICONOS
#include "benchmarks/peers/motions/siconos_events.hpp"
#endif

namespace nsds::bench {
namespace {

constexpr double limit = 60.0;  // [s] of CPU time of all repetitions

struct EventCase {
  const char* name;                     // in tests/reference
  double (*exact)(double t) = nullptr;  // first coordinate [m]; null where it is not known
};

constexpr EventCase cases[] = {
    {"BouncingBallByEvents",
     [](double t) {
       return height_at({1.0, 0.0, 0.9}, t);
     }},
    {"BouncingBallFromImpact",
     [](double t) {
       return height_at({0.0, -1.0, 0.9}, t);
     }},
    {"BallThatStaysDown",
     [](double t) {
       return height_at({1.0, 0.0, 0.0}, t);
     }},
    // Beads of radius 0.005 bounce as one block.
    {"ColumnOfBeadsByEvents",
     [](double t) {
       return 0.005 + height_at({0.05, 0.0, 1.0}, t);
     }},
    {"RopePendulum", [](double t) { return std::sin(pendulum_angle(std::numbers::pi / 3.0, t)); }},
    {"FallingBlock"}};

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
    const double seconds = best_seconds(1.0, [&] { rows = run(); });
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

// Of the first coordinate, in column 1, at the instants in column 0.
double exact_error(const EventCase& c, const test::Rows& rows) {
  double worst = 0.0;
  for (const auto& row : rows) worst = std::max(worst, std::fabs(row[1] - c.exact(row[0])));
  return worst;
}

void print_errors(const EventCase& event_case, const test::Case& c, const test::Table& expected,
                  const std::optional<CaseRun>& run, std::size_t columns) {
  if (!run) {
    std::printf(" - | - |");
    return;
  }
  std::printf(" %.2g |", error_of(c, expected, run->rows, columns));
  if (event_case.exact != nullptr) {
    std::printf(" %.2g |", exact_error(event_case, run->rows));
  } else {
    std::printf(" |");
  }
}

void compare_case(const EventCase& event_case) {
  const test::Case& c = find_case(event_case.name);
  const test::Table expected = test::readReference(c.file);
  const auto ours = best_case(c.run);
  if (!ours) throw std::runtime_error(std::string(c.name) + " did not come to its end");
  std::optional<CaseRun> theirs;
#ifdef NSDS_HAS_SICONOS
  theirs = best_case([&] { return run_siconos_events(c.name); });
#endif
  std::printf("| %s | %.3g |", c.name, 1e3 * ours->seconds);
  if (theirs) {
    std::printf(" %.3g | %.3g |", 1e3 * theirs->seconds, theirs->seconds / ours->seconds);
  } else {
    std::printf(" - | - |");
  }
  const std::size_t columns = theirs ? theirs->rows.front().size() : expected.columns;
  print_errors(event_case, c, expected, ours, columns);
  print_errors(event_case, c, expected, theirs, columns);
  std::printf("\n");
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
      "## Cases with reference trajectories\n\nCPU time of model, events and record, best of 1 s. The "
      "error "
      "is the largest of time, positions and velocities over the rows of the reference, which Siconos made "
      "itself; behind it the error of the first coordinate against the exact motion, where that is "
      "known.\n\n| case | ours "
      "[ms] | Siconos [ms] | Siconos / ours | error of ours | exact | error of Siconos | exact |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const EventCase& c : cases) compare_case(c);
  std::printf(
      "\nFallingBlock: Siconos integrates each impact over the impulse, as the reference does; ours takes "
      "the "
      "closed form of a single contact.\n\n");
}

}  // namespace nsds::bench

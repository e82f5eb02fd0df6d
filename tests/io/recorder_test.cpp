#include "nsds/io/recorder.hpp"

#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"

namespace nsds::io::recorder_test {
namespace {

// All that a recorder needs of a simulation. Here q(t) = t².
struct FakeSimulation {
  double t = 0.0;
  double q = 0.0;
  double time() const { return t; }

  void run(Recorder& recorder, int steps, double h) {
    recorder.begin(*this);
    const double start = t;
    for (int k = 1; k <= steps; ++k) {
      t = start + k * h;
      q = t * t;
      recorder.step(*this);
    }
  }
};

TEST(Recorder, RecordsTheInitialStateAndEachStep) {
  FakeSimulation simulation;
  Recorder recorder;
  recorder.column("q", "m", [&] { return simulation.q; }).reserve(4);
  simulation.run(recorder, 3, 0.5);
  const Trajectory& table = recorder.trajectory();
  EXPECT_EQ(table.columns(), (std::vector<Column>{{"t", "s"}, {"q", "m"}}));
  EXPECT_EQ(table.column("t"), (std::vector{0.0, 0.5, 1.0, 1.5}));
  EXPECT_EQ(table.column("q"), (std::vector{0.0, 0.25, 1.0, 2.25}));
}

TEST(Recorder, ContinuesARunThatGoesOn) {
  FakeSimulation simulation;
  Recorder recorder;
  recorder.column("q", "m", [&] { return simulation.q; });
  simulation.run(recorder, 2, 0.5);
  simulation.run(recorder, 1, 0.5);
  EXPECT_EQ(recorder.trajectory().column("t"), (std::vector{0.0, 0.5, 1.0, 1.5}));
}

TEST(Recorder, BeginsANewTableForANewRun) {
  FakeSimulation simulation;
  Recorder recorder;
  simulation.run(recorder, 5, 0.5);
  simulation.t = 0.0;
  simulation.run(recorder, 1, 0.25);
  EXPECT_EQ(recorder.trajectory().column("t"), (std::vector{0.0, 0.25}));
}

TEST(Recorder, KeepsEveryNthRowTheFirstAndTheLast) {
  for (const auto& [steps, times] : {std::pair{0, std::vector{0.0}},
                                     {1, {0.0, 1.0}},
                                     {2, {0.0, 2.0}},
                                     {3, {0.0, 3.0}},
                                     {4, {0.0, 3.0, 4.0}},
                                     {7, {0.0, 3.0, 6.0, 7.0}}}) {
    FakeSimulation simulation;
    Recorder recorder;
    recorder.column("q", "m", [&] { return simulation.q; }).stride(3);
    simulation.run(recorder, steps, 1.0);
    EXPECT_EQ(recorder.trajectory().column("t"), times) << steps << " steps";
    EXPECT_EQ(recorder.trajectory().column("q").back(), simulation.q);
  }
}

TEST(Recorder, KeepsItsStrideOverRuns) {
  FakeSimulation simulation;
  Recorder recorder;
  recorder.stride(3);
  simulation.run(recorder, 2, 1.0);
  simulation.run(recorder, 3, 1.0);
  EXPECT_EQ(recorder.trajectory().column("t"), (std::vector{0.0, 3.0, 5.0}));
  simulation.t = 0.0;
  simulation.run(recorder, 4, 1.0);
  EXPECT_EQ(recorder.trajectory().column("t"), (std::vector{0.0, 3.0, 4.0})) << "a new run";
}

TEST(Recorder, RefusesAWrongStride) {
  Recorder recorder;
  EXPECT_THROW(recorder.stride(0), std::invalid_argument);
  recorder.start(0.0);
  EXPECT_THROW(recorder.stride(2), std::logic_error);
}

TEST(Recorder, DoesNotMoveItsRowsWithinTheReserve) {
  FakeSimulation simulation;
  Recorder recorder;
  recorder.reserve(101).column("q", "m", [&] { return simulation.q; });
  recorder.start(0.0);
  const double* first = recorder.trajectory().row(0).data();
  for (int k = 1; k <= 100; ++k) recorder.record(k);
  EXPECT_EQ(recorder.trajectory().row(0).data(), first);
}

TEST(Recorder, RefusesColumnsThatCannotBe) {
  Recorder recorder;
  const auto zero = [] { return 0.0; };
  EXPECT_THROW(recorder.column("t", "s", zero), std::invalid_argument) << "the time is there already";
  EXPECT_THROW(recorder.column("q", "m", nullptr), std::invalid_argument);
  EXPECT_THROW(recorder.column("a,b", "m", zero), std::invalid_argument);
  recorder.start(0.0);
  EXPECT_THROW(recorder.column("late", "m", zero), std::logic_error);
  EXPECT_EQ(recorder.trajectory().columnCount(), 1u);
}

TEST(Recorder, WritesItsTable) {
  const test::TemporaryFolder folder;
  Recorder recorder;
  recorder.column("q", "m", [] { return 2.5; });
  recorder.start(0.0);
  recorder.writeCsv(folder / "q.csv");
  EXPECT_EQ(test::contents(folder / "q.csv"), "t [s],q [m]\n0,2.5\n");
}

}  // namespace
}  // namespace nsds::io::recorder_test

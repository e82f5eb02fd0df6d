// What is recorded of a run is read back to the bit, whatever happens to its writer.
#include "nsds/io/trajectory_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <map>
#include <nsds/io.hpp>
#include <thread>

#include "io/runs/pile.hpp"
#include "io/temporary_folder.hpp"
#include "kernel/error_text.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::trajectory_file_test {
namespace {

/// The coordinates after every step.
struct Positions {
  void begin(const Simulation& s) { step(s); }
  void step(const Simulation& s) {
    const auto& nsds = s.model().nsds();
    const VectorView q(nsds.flat().position(), nsds.flat().positions());
    all.insert(all.end(), q.data(), q.data() + q.size());
    times.push_back(s.time());
  }
  std::vector<double> all;
  std::vector<double> times;
};

TEST(TrajectoryFile, GivesTheStatesToTheBit) {
  const TemporaryFolder folder;
  for (const int compression : {0, 1}) {
    Pile pile;
    Positions positions;
    io::TrajectoryWriter writer(folder / "run.h5", {.compression = compression});
    writer.column("lift", "m", [&] { return pile.box(0).q()[2]; });
    pile.simulation->run(writer, positions);
    const io::TrajectoryFile file(folder / "run.h5");
    EXPECT_FALSE(file.beingWritten());
    EXPECT_EQ(file.times(), positions.times);
    EXPECT_EQ(file.rows("states/q", 0, file.frames()), positions.all);
    EXPECT_EQ(file.rows("columns/lift", 7, 1), std::vector{positions.all[7 * 21 + 2]});
    const io::Trajectory table = file.table({"box1.z", "lift", "kinetic"}, 10);
    ASSERT_EQ(table.rowCount(), 21U);
    EXPECT_EQ(table.columns()[2], (io::Column{"lift", "m"}));
    EXPECT_EQ(table.at(3, 1), positions.all[30 * 21 + 9]);
  }
}

TEST(TrajectoryFile, NamesWhatIsInIt) {
  const TemporaryFolder folder;
  Pile pile;
  pile.simulation->run(io::TrajectoryWriter(folder / "run.h5"));
  const io::TrajectoryFile file(folder / "run.h5");
  ASSERT_EQ(file.systems().size(), 3U);
  EXPECT_EQ(file.systems()[1].name, "box1");
  EXPECT_EQ(file.systems()[1].kind, io::RecordedKind::rigidBody);
  EXPECT_EQ(file.systems()[1].q, 7U);
  ASSERT_EQ(file.shapes().size(), 4U);
  EXPECT_EQ(std::get<Box>(file.shapes()[0].shape).half, Vector3(0.25, 0.25, 0.25));
  EXPECT_EQ(file.shapes()[3].system, 0U);
  EXPECT_EQ(file.shapes()[3].name, "ground");
  EXPECT_THROW(file.table({"box7.z"}), std::out_of_range);
  EXPECT_THROW(file.rows("states/q", 0, 10000), io::TrajectoryError);
  EXPECT_THROW(file.contacts(10000), io::TrajectoryError);
}

/// Newton's second law over a step: the forces of the contacts and the weight change the momentum.
TEST(TrajectoryFile, HasForcesThatExplainTheMotion) {
  const TemporaryFolder folder;
  Pile pile;
  pile.simulation->run(io::TrajectoryWriter(folder / "run.h5"));
  const io::TrajectoryFile file(folder / "run.h5");
  const double h = 5e-3;
  std::size_t contacts = 0;
  for (std::size_t frame = 1; frame < file.frames(); ++frame) {
    std::vector<Vector3> force(3, Vector3(0.0, 0.0, -9.81));
    for (const io::RecordedContact& contact : file.contacts(frame)) {
      const Vector3 f(contact.force[0], contact.force[1], contact.force[2]);
      for (std::size_t k = 0; k < 3; ++k) {
        if (file.systems()[k].id == contact.first) force[k] += f;
        if (file.systems()[k].id == contact.second) force[k] -= f;
      }
      ++contacts;
    }
    const std::vector<double> v = file.rows("states/v", frame - 1, 2);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i)
        ASSERT_NEAR(v[18 + 6 * k + i] - v[6 * k + i], h * force[k][static_cast<Index>(i)], 1e-12) << frame;
    }
  }
  EXPECT_GT(contacts, 100U);
}

TEST(TrajectoryFile, KeepsTheRate) {
  const TemporaryFolder folder;
  Pile pile;
  pile.simulation->run(io::TrajectoryWriter(folder / "run.h5", {.rate = 30.0}));
  const io::TrajectoryFile file(folder / "run.h5");
  ASSERT_EQ(file.frames(), 31U);
  for (std::size_t k = 0; k < 31; ++k) {
    const double due = static_cast<double>(k) / 30.0;
    EXPECT_GE(file.times()[k], due - 1e-12);
    EXPECT_LT(file.times()[k], due + 5e-3);
  }
}

/// A body that comes gets columns, one that goes leaves NaN.
TEST(TrajectoryFile, FollowsBodiesThatComeAndGo) {
  const TemporaryFolder folder;
  Pile pile;
  pile.simulation->run(io::TrajectoryWriter(folder / "run.h5"), [&](const Simulation& s) {
    if (s.step() == 50) {
      Vector q{{5.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
      auto& late = pile.model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3)));
      late.setName("late");
      pile.contacts.add(late, Sphere{0.1});
    }
    if (s.step() == 100) pile.model.remove(pile.box(0));
  });
  const io::TrajectoryFile file(folder / "run.h5");
  ASSERT_EQ(file.systems().size(), 4U);
  const io::RecordedSystem& late = file.systems()[3];
  EXPECT_EQ(late.name, "late");
  EXPECT_EQ(late.q, 21U);
  EXPECT_GT(late.lifetime.from, 49U);
  EXPECT_LT(file.systems()[0].lifetime.until, 103U);
  EXPECT_EQ(file.shapes().back().system, late.id);
  const std::vector<double> q = file.rows("states/q", 0, file.frames());
  ASSERT_EQ(q.size(), 28 * file.frames());
  for (std::size_t k = 0; k < file.frames(); ++k) {
    EXPECT_EQ(std::isnan(q[28 * k + 21]), k < late.lifetime.from) << k;
    EXPECT_EQ(std::isnan(q[28 * k]), k >= file.systems()[0].lifetime.until) << k;
  }
}

/// Bodies that come when others have gone get their columns: the file is as wide as there were bodies at once.
TEST(TrajectoryFile, GivesColumnsAgain) {
  const TemporaryFolder folder;
  Pile pile(2);
  std::map<std::string, std::vector<double>> heights;  // by body, from the first frame of its life on
  NewtonEulerDS* last = nullptr;
  const auto remember = [&] { heights[last->name()].push_back(last->q()[2]); };
  pile.simulation->run(io::TrajectoryWriter(folder / "run.h5"), [&](const Simulation& s) {
    if (last != nullptr && s.step() % 20 != 1) remember();
    if (s.step() % 20 != 0) return;
    if (last != nullptr) pile.model.remove(*last);
    Vector q{{5.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    last = &pile.model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix(Matrix::Identity(3, 3)));
    last->setName("guest" + std::to_string(s.step()));
    pile.contacts.add(*last, Sphere{0.1});
  });
  const io::TrajectoryFile file(folder / "run.h5");
  EXPECT_EQ(file.systems().size(), 11U);
  EXPECT_EQ(file.columns("states/q"), 21U);
  EXPECT_EQ(file.columns("states/v"), 18U);
  for (const char* name : {"guest20", "guest100", "guest180"}) {
    const io::Trajectory table = file.table({std::string(name) + ".z"});
    std::vector<double> there;
    for (std::size_t k = 0; k < table.rowCount(); ++k)
      if (!std::isnan(table.at(k, 1))) there.push_back(table.at(k, 1));
    EXPECT_EQ(there.size(), 20U) << name;
    EXPECT_EQ(std::vector(there.end() - 19, there.end()), heights.at(name)) << name;
  }
  std::size_t poses = 0;
  for (const io::view::Frame& frame : io::sceneOf(file).frames) {
    EXPECT_LE(frame.poses.size(), 3U);
    poses += frame.poses.size();
  }
  EXPECT_EQ(poses, 2 * 201U + 9 * 20U);
}

TEST(TrajectoryFile, TellsOfEvents) {
  const TemporaryFolder folder;
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  ball.setFExt(Vector::Constant(1, -10.0));
  const Interaction& ground =
      model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);
  const std::uint64_t id = ground.id().value;
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.run(io::TrajectoryWriter(folder / "run.h5", {.rate = 10.0}));
  const io::TrajectoryFile file(folder / "run.h5");
  ASSERT_GE(file.events().size(), 1U);
  EXPECT_NEAR(file.events()[0].time, std::sqrt(0.2), 1e-9);
  EXPECT_EQ(file.events()[0].kind, static_cast<int>(EventKind::impact));
  EXPECT_EQ(file.events()[0].interaction, id);
}

/// A run in two parts, with frames in between that the checkpoint does not know, leaves the file of the whole one.
TEST(TrajectoryFile, ContinuesAfterACheckpoint) {
  const TemporaryFolder folder;
  Pile whole;
  whole.simulation->run(io::TrajectoryWriter(folder / "whole.h5"));
  {
    Pile pile;
    io::TrajectoryWriter writer(folder / "run.h5");
    pile.simulation->run(writer, [&](const Simulation& s) {
      if (s.step() == 80) io::save(s, folder / "run", io::Kept().keep("recording", writer));
      if (s.step() == 120) pile.simulation->requestEnd();
    });
  }
  Pile pile;
  io::TrajectoryWriter writer(folder / "run.h5");
  writer.expectState();
  bool restored = false;
  pile.simulation->initialize();
  writer.begin(*pile.simulation);
  io::restore(*pile.simulation, folder / "run", io::Kept().keep("recording", writer));
  while (pile.simulation->hasNextEvent()) {
    pile.simulation->computeOneStep();
    pile.simulation->nextStep();
    writer.step(*pile.simulation);
    restored = true;
  }
  writer.end(*pile.simulation);
  EXPECT_TRUE(restored);
  const io::TrajectoryFile a(folder / "whole.h5");
  const io::TrajectoryFile b(folder / "run.h5");
  ASSERT_EQ(a.times(), b.times());
  for (const char* dataset : {"states/q", "states/v", "energies/kinetic", "frames/step"})
    EXPECT_EQ(a.rows(dataset, 0, a.frames()), b.rows(dataset, 0, b.frames())) << dataset;
  for (std::size_t k = 0; k < a.frames(); ++k) ASSERT_EQ(a.contacts(k).size(), b.contacts(k).size()) << k;
}

/// Records for ever, and tells the pipe what is flushed.
[[noreturn]] void recordForEver(const std::filesystem::path& file, int pipe) {
  Pile pile(3, 1e6);
  io::TrajectoryWriter writer(file, {.flushEvery = 0.0});
  std::uint64_t frames = 1;
  pile.simulation->run(writer, [&](const Simulation&) {
    ++frames;
    if (frames % 5 == 0 && write(pipe, &frames, sizeof frames) < 0) _exit(1);
  });
  _exit(0);
}

/// A writer that is killed at any instant leaves all that it has flushed, and its file opens as any other.
TEST(TrajectoryFile, IsWholeAfterAKill) {
  Draws draws(5);
  const int trials = effort(12, 200);
  for (int trial = 0; trial < trials; ++trial) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "run.h5";
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) recordForEver(file, ends[1]);
    close(ends[1]);
    std::uint64_t frames = 0;
    ASSERT_EQ(read(ends[0], &frames, sizeof frames), static_cast<ssize_t>(sizeof frames));
    std::this_thread::sleep_for(std::chrono::microseconds(draws.integer(0, 60000)));
    if (trial == 0) {
      EXPECT_TRUE(io::TrajectoryFile(file).beingWritten());
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(ends[0], &frames, sizeof frames) == static_cast<ssize_t>(sizeof frames)) {
    }
    close(ends[0]);
    const io::TrajectoryFile run(file);
    EXPECT_FALSE(run.beingWritten());
    // With an interval of zero each hundredth of the time that has passed is flushed.
    EXPECT_GE(static_cast<double>(run.frames()), 0.9 * static_cast<double>(frames) - 5.0) << trial;
    const std::vector<double> q = run.rows("states/q", 0, run.frames());
    EXPECT_EQ(q.size(), 21 * run.frames());
    for (const double x : q) ASSERT_TRUE(std::isfinite(x));
    for (std::size_t k = 0; k < run.frames(); k += 7) run.contacts(k);
    // The mark is gone: a second reader does not need to take it away.
    EXPECT_EQ(io::TrajectoryFile(file).frames(), run.frames());
  }
}

/// Whatever is altered in a file, it is refused by name, or what is read is what was written.
TEST(TrajectoryFile, RefusesDamage) {
  const TemporaryFolder folder;
  Pile pile(2, 0.3);
  pile.simulation->run(io::TrajectoryWriter(folder / "run.h5"));
  const std::string whole = contents(folder / "run.h5");
  const auto all = [](const std::filesystem::path& path) {
    const io::TrajectoryFile file(path);
    std::vector<double> numbers = file.rows("states/q", 0, file.frames());
    for (std::size_t k = 0; k < file.frames(); k += 9)
      for (const io::RecordedContact& contact : file.contacts(k)) numbers.push_back(contact.gap);
    return numbers;
  };
  const std::vector<double> expected = all(folder / "run.h5");
  Draws draws(17);
  int refused = 0;
  const int trials = effort(400, 10000);
  for (int trial = 0; trial < trials; ++trial) {
    std::string bytes = whole;
    const bool truncated = draws.integer(0, 3) == 0;
    const auto at = static_cast<std::size_t>(draws.integer(0, static_cast<int>(bytes.size()) - 1));
    if (truncated)
      bytes.resize(at);
    else
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << draws.integer(0, 7)));
    const std::filesystem::path file = folder.write("damaged.h5", bytes);
    try {
      EXPECT_EQ(all(file), expected) << at;
    } catch (const io::TrajectoryError& error) {
      EXPECT_TRUE(says(error.what(), "damaged.h5")) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_THROW(io::TrajectoryFile(folder.write("text.h5", "t [s]\n")), io::TrajectoryError);
  EXPECT_THROW(io::TrajectoryFile(folder / "absent.h5"), io::TrajectoryError);
}

/// A disk that fills up ends the run with an error that names the file; what was flushed stays.
TEST(TrajectoryWriter, SaysThatTheDiskIsFull) {
  const TemporaryFolder folder;
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{400000, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  Pile pile(3, 20.0);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string text = errorText<io::TrajectoryError>(
      [&] { pile.simulation->run(io::TrajectoryWriter(folder / "run.h5", {.compression = 0})); });
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(says(text, "run.h5: cannot be written")) << text;
  EXPECT_GT(pile.simulation->step(), 0);
}

TEST(TrajectoryWriter, RefusesOptionsAndColumns) {
  const TemporaryFolder folder;
  EXPECT_THROW(io::TrajectoryWriter(folder / "a.h5", {.rate = -1.0}), std::invalid_argument);
  EXPECT_THROW(io::TrajectoryWriter(folder / "a.h5", {.compression = 10}), std::invalid_argument);
  EXPECT_THROW(io::TrajectoryWriter(folder / "no" / "a.h5"), io::TrajectoryError);
  EXPECT_THROW(io::TrajectoryWriter(folder / "."), io::TrajectoryError);
  io::TrajectoryWriter writer(folder / "a.h5");
  writer.column("x", "m", [] { return 0.0; });
  EXPECT_THROW(writer.column("x", "m", [] { return 0.0; }), std::invalid_argument);
  EXPECT_THROW(writer.column("a/b", "m", [] { return 0.0; }), std::invalid_argument);
  EXPECT_THROW(writer.column("", "m", [] { return 0.0; }), std::invalid_argument);
  EXPECT_TRUE(writer.saveState().empty());
}

}  // namespace
}  // namespace nsds::test::trajectory_file_test

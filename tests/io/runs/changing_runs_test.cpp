// Runs in which bodies come and go are recorded and continued as any other.
#include <gtest/gtest.h>

#include <nsds/io.hpp>

#include "io/runs/pile.hpp"
#include "io/temporary_folder.hpp"
#include "kernel/error_text.hpp"

namespace nsds::test::changing_runs_test {
namespace {

NewtonEulerDS& drop(Pile& pile, const std::string& name, double x) {
  auto& body = pile.model.add<NewtonEulerDS>(Vector{{x, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), 1.0,
                                             Matrix(Matrix::Identity(3, 3)));
  body.setName(name);
  pile.contacts.add(body, Sphere{0.1});
  return body;
}

/// The rows of a column in which there is a number.
std::vector<std::size_t> rowsWith(const io::TrajectoryFile& file, const std::string& column) {
  const io::Trajectory table = file.table({column});
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < table.rowCount(); ++k)
    if (!std::isnan(table.at(k, 1))) rows.push_back(k);
  return rows;
}

/// An observer before the writer adds a body after every step: each has its number in the frame of that step.
TEST(ChangingRun, RecordsBirthsInTheirFrame) {
  const TemporaryFolder folder;
  Pile pile(2);
  const auto inlet = [&](const Simulation& s) {
    if (s.step() <= 10) drop(pile, "drop" + std::to_string(s.step()), 5.0 + static_cast<double>(s.step()));
    if (s.step() == 20) pile.simulation->requestEnd();
  };
  pile.simulation->run(inlet, io::TrajectoryWriter(folder / "run.h5"));
  const io::TrajectoryFile file(folder / "run.h5");
  for (std::size_t k = 1; k <= 10; ++k) {
    const std::vector<std::size_t> rows = rowsWith(file, "drop" + std::to_string(k) + ".z");
    ASSERT_FALSE(rows.empty()) << k;
    EXPECT_EQ(rows.front(), k);
    EXPECT_EQ(rows.back(), 20U);
  }
}

/// An observer before the writer removes a body after every step.
TEST(ChangingRun, RecordsDeathsInTheirFrame) {
  const TemporaryFolder folder;
  Pile pile(2);
  std::vector<NewtonEulerDS*> guests;
  for (int k = 0; k < 5; ++k) guests.push_back(&drop(pile, "guest" + std::to_string(k), 5.0 + k));
  const auto outlet = [&](const Simulation& s) {
    if (s.step() >= 10 && s.step() < 15) pile.model.remove(*guests[static_cast<std::size_t>(s.step() - 10)]);
    if (s.step() == 20) pile.simulation->requestEnd();
  };
  pile.simulation->run(outlet, io::TrajectoryWriter(folder / "run.h5"));
  const io::TrajectoryFile file(folder / "run.h5");
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_EQ(rowsWith(file, "guest" + std::to_string(k) + ".z").size(), 10U + k) << k;
}

/// Bodies that are born at one place, while others touch, are born again where a run continues.
struct Hopper {
  static constexpr int kEvery = 40;  // steps between births
  Hopper() {
    pile.simulation->setInteractionManager(pile.contacts);
    kept.keepChange(
        "births", [this] { return io::bytesOf(births); },
        [this](std::span<const std::byte> bytes) {
          for (int n = io::valueOf<int>(bytes); births < n;) bear();
        });
  }
  void bear() { drop(pile, "born" + std::to_string(births++), 4.0); }
  void run(int steps) {
    pile.simulation->run([&](const Simulation& s) {
      if (s.step() % kEvery == 0) bear();
      if (s.step() == steps) pile.simulation->requestEnd();
    });
  }
  Pile pile{3, 2.0};
  int births = 0;
  io::Kept kept;
};

TEST(ChangingRun, ContinuesWithBirthsWhileOthersTouch) {
  const TemporaryFolder folder;
  Hopper whole;
  whole.run(300);
  Hopper first;
  first.run(210);
  io::save(*first.pile.simulation, folder / "run", first.kept);
  ASSERT_GT(first.pile.contacts.contacts(), 4);
  ASSERT_EQ(first.births, 5);
  Hopper second;
  second.pile.simulation->initialize();
  io::restore(*second.pile.simulation, folder / "run", second.kept);
  EXPECT_EQ(second.births, 5);
  second.run(300);
  EXPECT_EQ(second.pile.model.nsds().flat().values(), whole.pile.model.nsds().flat().values());
}

/// Continues a run with this recording; returns what is said.
std::string refusal(const std::filesystem::path& checkpoint, const std::filesystem::path& recording) {
  Pile pile;
  io::TrajectoryWriter writer(recording);
  writer.expectState();
  pile.simulation->initialize();
  writer.begin(*pile.simulation);
  return errorText<io::CheckpointError>(
      [&] { io::restore(*pile.simulation, checkpoint, io::Kept().keep("recording", writer)); });
}

/// A recording that is another one, is absent or is no recording is refused and stays as it is.
TEST(ChangingRun, ContinuesItsOwnRecordingAlone) {
  const TemporaryFolder folder;
  Pile pile;
  io::TrajectoryWriter writer(folder / "run.h5");
  pile.simulation->run(writer, [&](const Simulation& s) {
    if (s.step() == 80) io::save(s, folder / "run", io::Kept().keep("recording", writer));
    if (s.step() == 90) pile.simulation->requestEnd();
  });
  Pile other;
  other.simulation->run(io::TrajectoryWriter(folder / "other.h5"));
  const std::string before = contents(folder / "other.h5");
  EXPECT_TRUE(says(refusal(folder / "run", folder / "other.h5"), "is not the recording"));
  EXPECT_EQ(contents(folder / "other.h5"), before);
  EXPECT_EQ(io::TrajectoryFile(folder / "other.h5").frames(), 201U);

  EXPECT_TRUE(says(refusal(folder / "run", folder / "absent.h5"), "cannot be opened"));
  EXPECT_FALSE(std::filesystem::exists(folder / "absent.h5"));
  const auto text = folder.write("text.h5", "t [s]\n");
  EXPECT_TRUE(says(refusal(folder / "run", text), "is no trajectory"));
  EXPECT_EQ(contents(text), "t [s]\n");
  EXPECT_EQ(refusal(folder / "run", folder / "run.h5"), "");
}

/// A column whose function throws leaves no part of a frame behind.
TEST(ChangingRun, RecordsWholeFramesAlone) {
  const TemporaryFolder folder;
  Pile pile;
  io::TrajectoryWriter writer(folder / "run.h5");
  bool fails = false;
  writer.column("fickle", "1", [&]() -> double {
    if (fails) throw std::runtime_error("not now");
    return 1.0;
  });
  pile.simulation->initialize();
  writer.begin(*pile.simulation);
  std::vector<double> heights{pile.box(0).q()[2]};
  for (int k = 1; k <= 20; ++k) {
    pile.simulation->computeOneStep();
    pile.simulation->nextStep();
    fails = k % 5 == 0;
    if (fails) {
      EXPECT_THROW(writer.step(*pile.simulation), std::runtime_error);
    } else {
      writer.step(*pile.simulation);
      heights.push_back(pile.box(0).q()[2]);
    }
  }
  writer.close();
  const io::TrajectoryFile file(folder / "run.h5");
  ASSERT_EQ(file.frames(), heights.size());
  for (std::size_t k = 0; k < heights.size(); ++k) EXPECT_EQ(file.rows("states/q", k, 1)[2], heights[k]) << k;
}

}  // namespace
}  // namespace nsds::test::changing_runs_test

// A run that is saved continues in another process to the bit, and no other file is taken for it.
#include "nsds/io/checkpoint.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <nsds/io.hpp>

#include "io/runs/pile.hpp"
#include "io/temporary_folder.hpp"
#include "kernel/error_text.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::checkpoint_test {
namespace {

/// What a driver counts, and its recorder.
struct Driver {
  explicit Driver(int boxes = 3) : pile(boxes) {
    recorder.column("height", "m", [this] { return pile.box(0).q()[2]; });
    kept.keep("recorder", recorder).keep("highest", highest).keep("heights", heights);
  }
  void run(int steps) {
    pile.simulation->run(recorder, [&](const Simulation& s) {
      highest = std::max(highest, pile.box(0).v()[2]);
      heights.push_back(pile.box(1).q()[2]);
      if (s.step() == steps) pile.simulation->requestEnd();
    });
  }
  std::vector<double> all() const {
    std::vector<double> numbers = pile.model.nsds().flat().values();
    numbers.insert(numbers.end(), heights.begin(), heights.end());
    numbers.push_back(highest);
    for (std::size_t k = 0; k < recorder.trajectory().rowCount(); ++k)
      numbers.push_back(recorder.trajectory().at(k, 1));
    return numbers;
  }
  Pile pile;
  io::Recorder recorder;
  double highest = 0.0;
  std::vector<double> heights;
  io::Kept kept;
};

TEST(Checkpoint, ContinuesToTheBit) {
  const TemporaryFolder folder;
  Driver whole;
  whole.run(200);
  for (const int end : {1, 60, 150}) {
    Driver first;
    first.run(end);
    io::save(*first.pile.simulation, folder / "run", first.kept);
    Driver second;
    second.pile.simulation->initialize();
    second.recorder.begin(*second.pile.simulation);
    io::restore(*second.pile.simulation, folder / "run", second.kept);
    EXPECT_EQ(second.all(), first.all());
    EXPECT_EQ(second.pile.simulation->statistics().solverIterations,
              first.pile.simulation->statistics().solverIterations);
    second.run(200);
    EXPECT_EQ(second.all(), whole.all()) << end;
  }
}

TEST(Checkpoint, SaysWhatItIs) {
  const TemporaryFolder folder;
  Driver driver;
  driver.run(20);
  io::save(*driver.pile.simulation, folder / "run", driver.kept, {{{"h", 0.1}, {"e", 1.0 / 3.0}}, 2});
  EXPECT_TRUE(io::isCheckpoint(folder / "run"));
  EXPECT_FALSE(io::isCheckpoint(folder.write("other", "nsds")));
  const io::CheckpointSummary summary = io::describeCheckpoint(folder / "run");
  EXPECT_EQ(summary.step, 20);
  EXPECT_EQ(summary.time, driver.pile.simulation->time());
  EXPECT_EQ(summary.kept, (std::vector<std::string>{"recorder", "highest", "heights"}));
  EXPECT_EQ(summary.identity.parameters.at("e"), 1.0 / 3.0);
  EXPECT_EQ(summary.identity.run, 2);
  EXPECT_EQ(summary.bytes, std::filesystem::file_size(folder / "run"));
  EXPECT_FALSE(summary.libraries.empty());
}

/// Nothing of the driver or the model changes where a file is refused.
struct Refusal {
  Refusal() {
    driver.run(30);
    io::save(*driver.pile.simulation, folder / "run", driver.kept, {{{"h", 0.1}}, 1});
    driver.run(50);
  }
  std::string of(const std::filesystem::path& file, const io::Kept& kept, const io::RunIdentity& identity) {
    const std::vector<double> before = driver.all();
    const std::string text =
        errorText<io::CheckpointError>([&] { io::restore(*driver.pile.simulation, file, kept, identity); });
    EXPECT_EQ(driver.all(), before) << text;
    return text;
  }
  TemporaryFolder folder;
  Driver driver;
  io::RunIdentity same{{{"h", 0.1}}, 1};
};

TEST(CheckpointRefusal, NamesWhatDiffers) {
  Refusal refusal;
  const std::filesystem::path run = refusal.folder / "run";
  io::Kept& kept = refusal.driver.kept;
  EXPECT_TRUE(says(refusal.of(run, kept, {{{"h", 0.2}}, 1}), "was written with h = 0.1; now it is 0.2"));
  EXPECT_TRUE(says(refusal.of(run, kept, {{{"h", 0.1}, {"e", 0.0}}, 1}), "without the parameter \"e\""));
  EXPECT_TRUE(says(refusal.of(run, kept, {{}, 1}), "other parameters"));
  EXPECT_TRUE(
      says(refusal.of(run, kept, {{{"h", 0.1}}, 2}), "belongs to run 1 of its program; this is run 2"));
  EXPECT_TRUE(says(refusal.of(run, {}, refusal.same), "keeps recorder, highest, heights"));
  EXPECT_TRUE(says(refusal.of(refusal.folder / "absent", kept, refusal.same), "cannot be opened"));
  EXPECT_TRUE(says(refusal.of(refusal.folder.write("text", "t [s],x\n0,1\n"), kept, refusal.same),
                   "is no checkpoint"));

  Driver other(4);
  other.pile.simulation->initialize();
  const std::string text = errorText<io::CheckpointError>(
      [&] { io::restore(*other.pile.simulation, run, other.kept, refusal.same); });
  EXPECT_TRUE(says(text, "belongs to another model")) << text;
}

TEST(CheckpointRefusal, HoldsForEveryDamage) {
  Refusal refusal;
  const std::string whole = contents(refusal.folder / "run");
  Draws draws(3);
  const auto damaged = [&](const std::string& bytes) {
    const std::string text =
        refusal.of(refusal.folder.write("damaged", bytes), refusal.driver.kept, refusal.same);
    EXPECT_FALSE(text.empty());
  };
  const int trials = effort(300, 10000);
  for (int trial = 0; trial < trials; ++trial) {
    std::string bytes = whole;
    const auto at = static_cast<std::size_t>(draws.integer(0, static_cast<int>(bytes.size()) - 1));
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << draws.integer(0, 7)));
    damaged(bytes);
  }
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 50)
    damaged(whole.substr(0, size));
  damaged(whole + "x");
  io::restore(*refusal.driver.pile.simulation, refusal.folder.write("whole", whole), refusal.driver.kept,
              refusal.same);
}

TEST(Checkpoint, LeavesTheLastOneWhereItCannotBeWritten) {
  const TemporaryFolder folder;
  Driver driver;
  driver.run(10);
  io::save(*driver.pile.simulation, folder / "run", driver.kept);
  const std::string before = contents(folder / "run");
  EXPECT_THROW(io::save(*driver.pile.simulation, folder / "no" / "run", driver.kept), io::CheckpointError);
  // A limit on the size of files acts as a full disk does.
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{static_cast<rlim_t>(before.size() / 2), limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  driver.run(20);
  const std::string text =
      errorText<io::CheckpointError>([&] { io::save(*driver.pile.simulation, folder / "run", driver.kept); });
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(says(text, "cannot be written: File too large")) << text;
  EXPECT_EQ(contents(folder / "run"), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "."), {}), 1);
}

TEST(Kept, RefusesWhatItCannotSave) {
  io::Kept kept;
  double x = 0.0;
  kept.keep("x", x);
  EXPECT_THROW(kept.keep("x", x), std::invalid_argument);
  EXPECT_THROW(kept.keep("", x), std::invalid_argument);
  EXPECT_THROW(kept.keep("y", {}, {}), std::invalid_argument);
}

TEST(StopSignals, AreNotedOnceAndThenTakeTheirDefault) {
  const auto noted = [] {
    {
      const io::StopSignals signals;
      if (io::StopSignals::received() != 0) _exit(1);
      std::raise(SIGTERM);
      if (io::StopSignals::received() != SIGTERM) _exit(2);
      std::fputs("still here", stderr);
    }
    _exit(3);  // the signal is not lost with the object
  };
  EXPECT_EXIT(noted(), testing::KilledBySignal(SIGTERM), "still here");
  const auto twice = [] {
    const io::StopSignals signals;
    std::raise(SIGINT);
    std::raise(SIGINT);
    _exit(1);
  };
  EXPECT_EXIT(twice(), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(io::StopSignals::deliver(SIGINT), testing::KilledBySignal(SIGINT), "");
  const io::StopSignals signals;
  EXPECT_THROW(io::StopSignals(), std::logic_error);
}

}  // namespace
}  // namespace nsds::test::checkpoint_test

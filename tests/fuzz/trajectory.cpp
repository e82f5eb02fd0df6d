// Recorded runs. The bytes of an input change a file that TrajectoryWriter made. What comes out is refused with a
// TrajectoryError, or holds what was written to the bit, and can be shown.
#include <unistd.h>

#include <nsds/io.hpp>
#include <string>
#include <vector>

#include "check.hpp"
#include "file_changes.hpp"
#include "io/runs/pile.hpp"
#include "io/temporary_folder.hpp"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

// All numbers that a file gives.
std::vector<double> numbers(const io::TrajectoryFile& run) {
  std::vector<double> all = run.times();
  const auto append = [&](const auto& values) { all.insert(all.end(), values.begin(), values.end()); };
  append(run.rows("states/q", 0, run.frames()));
  for (std::size_t k = 0; k < run.frames(); ++k) {
    for (const io::RecordedContact& contact : run.contacts(k)) {
      append(contact.point);
      append(contact.normal);
      append(contact.force);
      all.push_back(contact.gap);
    }
  }
  const io::Trajectory table = run.table();
  for (std::size_t row = 0; row < table.rowCount(); ++row)
    for (std::size_t column = 0; column < table.columns().size(); ++column)
      all.push_back(table.at(row, column));
  return all;
}

struct Recording {
  explicit Recording(int compression) {
    test::Pile pile(2, 0.3);
    const std::filesystem::path file = folder / "run.h5";
    pile.simulation->run(io::TrajectoryWriter(file, {.rate = 50.0, .compression = compression}));
    bytes = test::contents(file);
    expected = numbers(io::TrajectoryFile(file));
  }
  test::TemporaryFolder folder;
  std::string bytes;
  std::vector<double> expected;
};

// NaN, where a body is not there, is the same as NaN.
bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

void trajectory(std::span<const std::uint8_t> bytes) {
  static const std::array<Recording, 2> recordings{Recording(0), Recording(1)};
  Input input(bytes);
  const Recording& recording = recordings[input.chance(128) ? 1 : 0];
  std::string changed = recording.bytes;
  change_file(input, changed);
  const std::filesystem::path file = recording.folder.write("changed.h5", changed);
  try {
    const io::TrajectoryFile run(file);
    NSDS_FUZZ_CHECK(same(numbers(run), recording.expected), "a changed file gives other numbers");
    io::sceneOf(run);
  } catch (const io::TrajectoryError& refusal) {
    NSDS_FUZZ_CHECK(std::string(refusal.what()).find("changed.h5") != std::string::npos, refusal.what());
  }
}

}  // namespace nsds::fuzz

// Checkpoints. The bytes of an input change a file that save() made; half of the changed files get a checksum that fits, as
// one has that was forged. What comes out is refused with a CheckpointError and changes nothing, or it was not changed, or
// forged.
#include <boost/crc.hpp>
#include <cstring>
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

// The CRC-64 of ECMA-182 at the end of a checkpoint, written from its definition.
void seal(std::string& file) {
  if (file.size() < 8) return;
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, true, true> crc;
  crc.process_bytes(file.data(), file.size() - 8);
  for (unsigned i = 0; i < 8; ++i)
    file[file.size() - 8 + i] = static_cast<char>(crc.checksum() >> (8 * i) & 0xffU);
}

struct Saved {
  Saved() {
    kept.keep("numbers", counts);
    pile.simulation->run([&](const Simulation& s) {
      counts.push_back(s.time());
      if (s.step() == 40) io::save(s, folder / "run", kept);
    });
    bytes = test::contents(folder / "run");
  }
  std::vector<std::byte> state() const { return pile.model.saveState(); }

  test::TemporaryFolder folder;
  test::Pile pile{2, 0.3};
  std::vector<double> counts;
  io::Kept kept;
  std::string bytes;
};

}  // namespace

void checkpoint(std::span<const std::uint8_t> bytes) {
  static Saved saved;
  Input input(bytes);
  const bool forged = input.chance(128);
  std::string changed = saved.bytes;
  change_file(input, changed);
  if (forged) seal(changed);
  const std::vector<std::byte> before = saved.state();
  const std::vector<double> counts = saved.counts;
  const std::filesystem::path file = saved.folder.write("changed", changed);
  try {
    io::restore(*saved.pile.simulation, file, saved.kept);
    NSDS_FUZZ_CHECK(forged || changed == saved.bytes, "a damaged checkpoint was restored");
    io::restore(*saved.pile.simulation, saved.folder / "run", saved.kept);
  } catch (const io::CheckpointError& refusal) {
    NSDS_FUZZ_CHECK(std::string(refusal.what()).find("changed") != std::string::npos, refusal.what());
    NSDS_FUZZ_CHECK(saved.state() == before && saved.counts == counts,
                    "a refused checkpoint changed the run");
  }
}

}  // namespace nsds::fuzz

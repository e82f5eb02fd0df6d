// The file of a checkpoint: a mark, the length of a header, the header in JSON, the sections one after the other, and the
// CRC-64 of all that, so that no damaged file is taken for a checkpoint. Numbers are little endian.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nsds::io {

constexpr std::string_view kCheckpointMark = "nsds checkpoint\n";

struct Section {
  std::string name;
  std::vector<std::byte> bytes;
};

struct CheckpointFile {
  nlohmann::ordered_json header;
  std::vector<Section> sections;
};

/// The file is complete on the disk under another name before it gets its own. Throws CheckpointError.
void writeCheckpoint(const std::filesystem::path& file, CheckpointFile contents);
/// Throws CheckpointError.
CheckpointFile readCheckpoint(const std::filesystem::path& file);

}  // namespace nsds::io

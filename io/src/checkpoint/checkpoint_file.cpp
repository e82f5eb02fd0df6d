#include "checkpoint/checkpoint_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

#include "file_text.hpp"
#include "nsds/io/checkpoint.hpp"

namespace nsds::io {

namespace {

constexpr int formatVersion = 1;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& message) {
  throw CheckpointError(fmt::format("{}: {}", file.string(), message));
}

/// CRC-64 of ECMA-182, as XZ uses it.
std::uint64_t checksum(std::string_view bytes) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

std::string bytesOf(std::uint64_t number) {
  std::string bytes(8, '\0');
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i) & 0xffU);
  return bytes;
}

std::uint64_t numberAt(std::string_view bytes) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < 8; ++i) number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return number;
}

/// Writes all bytes and waits until they are on the disk.
void writeDurably(const std::filesystem::path& file, std::string_view bytes) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(file, fmt::format("cannot be written: {}", std::strerror(errno)));
  int error = 0;
  while (!bytes.empty() && error == 0) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (error == 0 && fsync(descriptor) != 0) error = errno;
  if (close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0) return;
  unlink(file.c_str());
  fail(file, fmt::format("cannot be written: {}", std::strerror(error)));
}

/// The name is on the disk too when the folder is.
void syncFolder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

/// Returns what stands between mark and checksum.
std::string_view checked(const std::filesystem::path& file, std::string_view bytes) {
  if (!bytes.starts_with(kCheckpointMark)) fail(file, "is no checkpoint of NSDS");
  if (bytes.size() < kCheckpointMark.size() + 16) fail(file, "ends too early");
  const std::string_view covered = bytes.substr(0, bytes.size() - 8);
  if (checksum(covered) != numberAt(bytes.substr(covered.size())))
    fail(file, "is damaged or incomplete: its checksum does not fit its contents");
  return covered.substr(kCheckpointMark.size());
}

}  // namespace

void writeCheckpoint(const std::filesystem::path& file, CheckpointFile contents) {
  nlohmann::ordered_json table = nlohmann::ordered_json::array();
  for (const Section& section : contents.sections)
    table.push_back({{"name", section.name}, {"bytes", section.bytes.size()}});
  contents.header["version"] = formatVersion;
  contents.header["sections"] = std::move(table);

  const std::string header =
      contents.header.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string whole(kCheckpointMark);
  whole += bytesOf(header.size());
  whole += header;
  for (const Section& section : contents.sections)
    whole.append(reinterpret_cast<const char*>(section.bytes.data()), section.bytes.size());
  whole += bytesOf(checksum(whole));

  std::filesystem::path unfinished = file;
  unfinished += fmt::format(".{}.part", getpid());
  writeDurably(unfinished, whole);
  std::error_code error;
  std::filesystem::rename(unfinished, file, error);
  if (error) {
    unlink(unfinished.c_str());
    fail(file, fmt::format("cannot be written: {}", error.message()));
  }
  syncFolder(file.parent_path());
}

CheckpointFile readCheckpoint(const std::filesystem::path& file) {
  const std::string bytes = text::contentsOf(file, [&](const std::string& message) { fail(file, message); });
  std::string_view rest = checked(file, bytes);
  const std::uint64_t headerSize = numberAt(rest);
  rest.remove_prefix(8);
  if (headerSize > rest.size()) fail(file, "has a header that is longer than the file");

  CheckpointFile contents;
  contents.header = nlohmann::ordered_json::parse(rest.substr(0, headerSize), nullptr, false);
  rest.remove_prefix(headerSize);
  try {
    const int version = contents.header.at("version").get<int>();
    if (version != formatVersion) {
      fail(file, fmt::format("has the format {} of checkpoints; this version of NSDS reads {}", version,
                             formatVersion));
    }
    for (const auto& entry : contents.header.at("sections")) {
      const auto size = entry.at("bytes").get<std::uint64_t>();
      if (size > rest.size()) fail(file, "has a section that is longer than the file");
      const auto part = std::as_bytes(std::span(rest.substr(0, size)));
      contents.sections.push_back({entry.at("name").get<std::string>(), {part.begin(), part.end()}});
      rest.remove_prefix(size);
    }
  } catch (const nlohmann::json::exception&) {
    fail(file, "has a header that cannot be read");
  }
  if (!rest.empty()) fail(file, "has bytes that belong to no section");
  return contents;
}

}  // namespace nsds::io

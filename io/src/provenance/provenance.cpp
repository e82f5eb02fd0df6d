#include "provenance/provenance.hpp"

#include <elf.h>
#include <fmt/core.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

namespace nsds::io {

namespace {

namespace fs = std::filesystem;

/// Names of libraries whose code computes what a simulation does.
constexpr std::array kComputing{"libnsds_", "blas",   "lapack",     "libklu",
                                "libamd",   "libldl", "libcholmod", "libsundials"};

std::string hexadecimal(std::span<const unsigned char> bytes) {
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

/// Finds the note NT_GNU_BUILD_ID in a segment of notes: each is its header, name and contents, padded to words.
std::string identifierIn(const unsigned char* notes, std::size_t size) {
  const auto padded = [](std::size_t n) { return (n + 3) / 4 * 4; };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes, sizeof note);
    const std::size_t whole = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
    if (whole > size) break;
    const unsigned char* const name = notes + sizeof note;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
      return hexadecimal({name + padded(note.n_namesz), note.n_descsz});
    notes += whole;
    size -= whole;
  }
  return {};
}

std::string identifierOf(const dl_phdr_info& object) {
  for (const auto& segment : std::span(object.dlpi_phdr, object.dlpi_phnum)) {
    if (segment.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader tells addresses as numbers
    const auto* notes = reinterpret_cast<const unsigned char*>(object.dlpi_addr + segment.p_vaddr);
    std::string found = identifierIn(notes, segment.p_memsz);
    if (!found.empty()) return found;
  }
  return "-";
}

bool computes(std::string_view name) {
  return std::any_of(kComputing.begin(), kComputing.end(),
                     [name](const char* part) { return name.find(part) != std::string_view::npos; });
}

/// Called for the program, whose name is empty, and for each library that is loaded.
int addObject(dl_phdr_info* object, std::size_t, void* list) {
  const std::string path = object->dlpi_name;
  auto& identifiers = *static_cast<std::vector<std::string>*>(list);
  const bool isProgram = identifiers.empty() && path.empty();
  std::error_code ignored;
  const fs::path real = isProgram ? programPath() : fs::canonical(path, ignored).string();
  const std::string name = real.filename().string();
  if (isProgram || computes(name)) identifiers.push_back(fmt::format("{} {}", name, identifierOf(*object)));
  return 0;
}

}  // namespace

std::string programPath() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).string();
}

std::string timeNow() {
  const std::time_t time = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::vector<std::string> buildIdentifiers() {
  std::vector<std::string> identifiers;
  dl_iterate_phdr(addObject, &identifiers);
  return identifiers;
}

}  // namespace nsds::io

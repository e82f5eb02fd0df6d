// Whether the structure of an HDF5 file holds what a reader of it will follow: the library trusts much of it,
// and crashes or never ends on some damaged files.
//
// Checked are files of the first format (superblock 0 and 1, what FCLIB's files are): symbol tables, object
// headers, and datasets of int32, float64 (little endian) or fixed strings with at most one dimension, kept
// in one piece. In later formats every part of the structure has a checksum, with which the library finds
// damage by itself.
//
// Reference: HDF5 File Format Specification, version 1.1 and 3.0, ch. II-IV.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace nsds::problems {

struct Hdf5Damage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void demand(bool holds, const char* message) {
  if (!holds) throw Hdf5Damage(message);
}

class Hdf5Structure {
 public:
  /// bytes: of the file, borrowed. Throws Hdf5Damage, as check does.
  explicit Hdf5Structure(std::string_view bytes);

  /// Follows a path "a/b/c" from the root as the library does, as far as it exists.
  void check(std::string_view path);

  /// Does the text begin as a file of HDF5 does?
  static bool hasSignature(std::string_view bytes);

 private:
  static constexpr std::uint64_t kUndefined = ~std::uint64_t{0};
  // Types of messages in object headers.
  enum MessageType : std::uint16_t {
    kNil = 0x00,
    kSpace = 0x01,
    kType = 0x03,
    kOldFill = 0x04,
    kFill = 0x05,
    kExternalFiles = 0x07,
    kLayout = 0x08,
    kFilters = 0x0B,
    kAttribute = 0x0C,
    kComment = 0x0D,
    kOldTime = 0x0E,
    kContinuation = 0x10,
    kTable = 0x11,
    kTime = 0x12
  };
  struct Table {  // a group: names in the heap, objects in the tree
    std::uint64_t tree = 0, heap = 0;
  };
  struct Message {
    std::uint16_t type;
    std::uint64_t at, size;  // of the data
  };
  struct Entry {  // of a group; cached: what stands beside the address of the header, at scratch
    std::uint64_t header, cached, scratch;
  };
  struct Directory {
    std::uint64_t heap = 0, heapSize = 0;
    std::set<std::uint64_t> nodes;  // of the tree
    std::map<std::string_view, Entry> entries;
  };
  struct Dataset {
    std::uint64_t elements = 0, elementSize = 0;
  };

  std::uint64_t number(std::uint64_t at, unsigned bytes) const;
  void expectBytes(std::uint64_t at, std::uint64_t count, const char* what) const;
  void expectMark(std::uint64_t at, std::string_view mark, const char* what) const;
  Table readTable(std::uint64_t at) const;
  Table readRoot(std::uint64_t entry) const;
  void expectSameTable(std::uint64_t copy, const std::vector<Message>& messages) const;
  const Directory& directoryOf(const Table& table);
  void checkHeap(std::uint64_t at, Directory& directory) const;
  std::string_view nameAt(std::uint64_t offset, const Directory& directory) const;
  void walkTree(std::uint64_t at, Directory& directory, int level) const;
  void walkSymbols(std::uint64_t at, Directory& directory) const;
  std::vector<Message> messagesOf(std::uint64_t header) const;
  void addMessages(std::uint64_t at, std::uint64_t size, std::vector<Message>& messages) const;
  const Message* only(const std::vector<Message>& messages, std::uint16_t type) const;
  void checkDataset(const std::vector<Message>& messages) const;
  void checkSpace(const Message& message, Dataset& dataset) const;
  void checkType(const Message& message, Dataset& dataset) const;
  void checkLayout(const Message& message, const Dataset& dataset) const;
  void checkFill(const Message& message, const Dataset& dataset) const;

  std::string_view bytes_;
  std::uint64_t end_ = 0;                      // of the file, as it says
  std::uint64_t leafRank_ = 0, treeRank_ = 0;  // half of what nodes have room for
  Table root_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Directory> directories_;  // that were checked
  bool hasChecksums_ = false;
};

}  // namespace nsds::problems

#include "hdf5/hdf5_structure.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace nsds::problems {

namespace {

constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";

}  // namespace

bool Hdf5Structure::hasSignature(std::string_view bytes) {
  return bytes.starts_with(kSignature);
}

Hdf5Structure::Hdf5Structure(std::string_view bytes) : bytes_(bytes), end_(bytes.size()) {
  demand(hasSignature(bytes), "is not a file of HDF5");
  const std::uint64_t version = number(8, 1);
  hasChecksums_ = version >= 2;
  if (hasChecksums_) return;
  constexpr std::uint64_t sizes = 13, ranks = 16;
  demand(number(sizes, 1) == 8 && number(sizes + 1, 1) == 8, "has addresses that are not of 8 bytes");
  leafRank_ = number(ranks, 2);
  treeRank_ = number(ranks + 2, 2);
  demand(leafRank_ > 0 && treeRank_ > 0, "has groups without room for names");
  const std::uint64_t addresses = version == 0 ? 24 : 28;
  demand(number(addresses, 8) == 0, "does not begin at its first byte");
  end_ = number(addresses + 16, 8);
  demand(end_ <= bytes.size(), "is shorter than it says");
  demand(number(addresses + 24, 8) == kUndefined, "needs a driver of its own");
  root_ = readRoot(addresses + 32);
}

std::uint64_t Hdf5Structure::number(std::uint64_t at, unsigned bytes) const {
  expectBytes(at, bytes, "ends within its structure");
  std::uint64_t value = 0;
  for (unsigned i = bytes; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes_[at + i]);
  return value;
}

void Hdf5Structure::expectBytes(std::uint64_t at, std::uint64_t count, const char* what) const {
  demand(at <= end_ && count <= end_ - at, what);
}

void Hdf5Structure::expectMark(std::uint64_t at, std::string_view mark, const char* what) const {
  expectBytes(at, mark.size(), what);
  demand(bytes_.substr(at, mark.size()) == mark, what);
}

Hdf5Structure::Table Hdf5Structure::readTable(std::uint64_t at) const {
  return {number(at, 8), number(at + 8, 8)};
}

// A copy of what the header of the root says may stand beside its address; the library takes it.
Hdf5Structure::Table Hdf5Structure::readRoot(std::uint64_t entry) const {
  const std::vector<Message> messages = messagesOf(number(entry + 8, 8));
  const Message* table = only(messages, kTable);
  demand(table != nullptr && table->size >= 16, "has no table of what its root holds");
  const Table root = readTable(table->at);
  const std::uint64_t cached = number(entry + 16, 4);
  demand(cached <= 1, "has a root that is not a group");
  if (cached == 1) expectSameTable(entry + 24, messages);
  return root;
}

void Hdf5Structure::expectSameTable(std::uint64_t copy, const std::vector<Message>& messages) const {
  const Message* table = only(messages, kTable);
  demand(table != nullptr && table->size >= 16, "has a table although it is no group");
  const Table own = readTable(table->at), other = readTable(copy);
  demand(own.tree == other.tree && own.heap == other.heap, "has two tables of what it holds");
}

void Hdf5Structure::check(std::string_view path) {
  if (hasChecksums_) return;
  Table table = root_;
  directoryOf(table);
  while (!path.empty()) {
    const Directory& directory = directoryOf(table);
    const std::size_t slash = path.find('/');
    const auto found = directory.entries.find(path.substr(0, slash));
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    if (found == directory.entries.end()) return;
    const Entry& entry = found->second;
    demand(entry.cached <= 1, "is a link, which is not followed");
    const std::vector<Message> messages = messagesOf(entry.header);
    if (entry.cached == 1) expectSameTable(entry.scratch, messages);
    const Message* group = only(messages, kTable);
    if (group == nullptr) return checkDataset(messages);
    demand(group->size >= 16, "has a table that is cut off");
    table = readTable(group->at);
    directoryOf(table);
  }
}

const Hdf5Structure::Directory& Hdf5Structure::directoryOf(const Table& table) {
  const auto [place, isNew] = directories_.try_emplace({table.tree, table.heap});
  Directory& directory = place->second;
  if (!isNew) return directory;
  try {
    checkHeap(table.heap, directory);
    constexpr std::uint64_t levelAt = 5;
    walkTree(table.tree, directory, static_cast<int>(number(table.tree + levelAt, 1)));
  } catch (const Hdf5Damage&) {
    directories_.erase(place);
    throw;
  }
  return directory;
}

// The names, and the list of free pieces between them.
void Hdf5Structure::checkHeap(std::uint64_t at, Directory& directory) const {
  expectMark(at, std::string_view("HEAP\0", 5), "has no heap of names where one should be");
  directory.heapSize = number(at + 8, 8);
  std::uint64_t free = number(at + 16, 8);
  directory.heap = number(at + 24, 8);
  expectBytes(directory.heap, directory.heapSize, "has a heap of names that goes beyond the file");
  constexpr std::uint64_t none = 1, smallest = 16;
  for (std::uint64_t pieces = 0; free != none; ++pieces) {
    demand(pieces <= directory.heapSize / smallest, "has a list of free pieces without an end");
    demand(free <= directory.heapSize && smallest <= directory.heapSize - free,
           "has a free piece beyond its heap");
    const std::uint64_t size = number(directory.heap + free + 8, 8);
    demand(size >= smallest && size <= directory.heapSize - free, "has a free piece beyond its heap");
    free = number(directory.heap + free, 8);
  }
}

std::string_view Hdf5Structure::nameAt(std::uint64_t offset, const Directory& directory) const {
  constexpr std::uint64_t longest = 1024;
  demand(offset < directory.heapSize, "has a name outside the heap of names");
  const std::string_view rest =
      bytes_.substr(directory.heap + offset, std::min(longest, directory.heapSize - offset));
  const std::size_t end = rest.find('\0');
  demand(end != std::string_view::npos, "has a name without an end");
  return rest.substr(0, end);
}

// level: of this node; those below count down to 0.
void Hdf5Structure::walkTree(std::uint64_t at, Directory& directory, int level) const {
  constexpr std::uint64_t head = 24, step = 16;
  expectMark(at, std::string_view("TREE\0", 5), "has no tree of names where one should be");
  expectBytes(at, head + 2 * treeRank_ * step + 8, "has a tree of names that goes beyond the file");
  demand(directory.nodes.insert(at).second, "has a tree of names that returns to itself");
  demand(number(at + 5, 1) == static_cast<std::uint64_t>(level), "has a tree of names with wrong levels");
  const std::uint64_t used = number(at + 6, 2);
  demand(used <= 2 * treeRank_ && (used > 0 || level == 0), "has a tree of names with wrong counts");
  nameAt(number(at + head, 8), directory);
  for (std::uint64_t i = 0; i < used; ++i) {
    const std::uint64_t child = number(at + head + i * step + 8, 8);
    nameAt(number(at + head + (i + 1) * step, 8), directory);
    if (level > 0) {
      walkTree(child, directory, level - 1);
    } else {
      walkSymbols(child, directory);
    }
  }
}

void Hdf5Structure::walkSymbols(std::uint64_t at, Directory& directory) const {
  constexpr std::uint64_t head = 8, entrySize = 40;
  expectMark(at, std::string_view("SNOD\x01", 5), "has no node of names where one should be");
  expectBytes(at, head + 2 * leafRank_ * entrySize, "has a node of names that goes beyond the file");
  demand(directory.nodes.insert(at).second, "has a tree of names that returns to itself");
  const std::uint64_t used = number(at + 6, 2);
  demand(used <= 2 * leafRank_, "has a node of names with a wrong count");
  for (std::uint64_t i = 0; i < used; ++i) {
    const std::uint64_t entry = at + head + i * entrySize;
    const bool isNew = directory.entries
                           .insert({nameAt(number(entry, 8), directory),
                                    {number(entry + 8, 8), number(entry + 16, 4), entry + 24}})
                           .second;
    demand(isNew, "has one name twice");
  }
}

std::vector<Hdf5Structure::Message> Hdf5Structure::messagesOf(std::uint64_t header) const {
  constexpr std::uint64_t prefix = 16;
  demand(number(header, 1) == 1, "has an object header of an unknown form");
  const std::uint64_t count = number(header + 2, 2);
  std::vector<Message> messages;
  addMessages(header + prefix, number(header + 8, 4), messages);
  std::set<std::uint64_t> chunks;
  for (std::size_t i = 0; i < messages.size() && messages.size() <= count; ++i) {
    if (messages[i].type != kContinuation) continue;
    demand(messages[i].size >= 16, "has a continuation that is cut off");
    const std::uint64_t at = number(messages[i].at, 8);
    demand(chunks.insert(at).second, "has a header that returns to itself");
    const std::uint64_t size = number(messages[i].at + 8, 8);
    demand(size > 0, "has a continuation of its header without anything in it");
    addMessages(at, size, messages);
  }
  demand(messages.size() == count, "has a header with a wrong count of messages");
  return messages;
}

void Hdf5Structure::addMessages(std::uint64_t at, std::uint64_t size, std::vector<Message>& messages) const {
  constexpr std::uint64_t head = 8, flagsAt = 4, shared = 2;
  expectBytes(at, size, "has a header that goes beyond the file");
  const std::uint64_t end = at + size;
  while (at < end) {
    demand(head <= end - at, "has a header that is cut off");
    const Message message{static_cast<std::uint16_t>(number(at, 2)), at + head, number(at + 2, 2)};
    demand(message.size % 8 == 0 && message.size <= end - message.at,
           "has a message that goes beyond its header");
    demand((number(at + flagsAt, 1) & shared) == 0, "shares a part of its header, which is not followed");
    messages.push_back(message);
    at = message.at + message.size;
  }
}

// Null where there is none.
const Hdf5Structure::Message* Hdf5Structure::only(const std::vector<Message>& messages,
                                                  std::uint16_t type) const {
  const Message* found = nullptr;
  for (const Message& message : messages) {
    if (message.type != type) continue;
    demand(found == nullptr, "has two headers of one kind");
    found = &message;
  }
  return found;
}

}  // namespace nsds::problems

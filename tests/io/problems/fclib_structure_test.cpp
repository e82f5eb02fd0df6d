// Files of HDF5 whose structure is damaged: each is refused by name before the HDF5 library follows it, which
// crashes on some of them, or never ends.
#include <gtest/gtest.h>

#include <functional>

#include "fclib_example.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems::fclib_structure_test {
namespace {

using test::Numbers;

std::string soundFile() {
  test::Hdf5Builder file;
  test::buildLocal(file);
  file.put("solution/r", Numbers{1, 2}).put("solution/u", Numbers{3, 4});
  return file.bytes();
}

std::uint64_t numberAt(const std::string& bytes, std::size_t at, unsigned width = 8) {
  std::uint64_t value = 0;
  for (unsigned i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

void poke(std::string& bytes, std::size_t at, std::uint64_t value, unsigned width = 8) {
  for (unsigned i = 0; i < width; ++i) bytes.at(at + i) = static_cast<char>(value >> 8U * i & 255U);
}

// Places in a file of the first form; the root is the group whose nodes come first.
constexpr std::size_t kAddressSize = 13, kLeafRank = 16, kBase = 24, kEnd = 40, kDriver = 48,
                      kRootHeader = 64, kRootCached = 72, kRootTree = 80;

std::size_t mark(const std::string& bytes, const char* signature) {
  const std::size_t at = bytes.find(signature);
  EXPECT_NE(at, std::string::npos) << signature;
  return at;
}

// The data of the k-th message of this type and size: it follows type, size and four bytes of flags.
std::size_t message(const std::string& bytes, std::uint64_t type, std::uint64_t size,
                    const std::string& begin) {
  for (std::size_t at = 0; at + 8 + begin.size() < bytes.size(); at += 8)
    if (numberAt(bytes, at, 2) == type && numberAt(bytes, at + 2, 2) == size &&
        bytes.compare(at + 8, begin.size(), begin) == 0)
      return at + 8;
  ADD_FAILURE() << "no message of type " << type;
  return 0;
}

std::size_t layout(const std::string& bytes) {
  return message(bytes, 8, 24, "\x03\x01");
}

// The free room at the end of a dataset's header, a message of type 0: from its type on.
std::size_t freeMessage(const std::string& bytes) {
  std::size_t at = layout(bytes) + 24;
  while (numberAt(bytes, at, 2) != 0) at += 8 + numberAt(bytes, at + 2, 2);
  return at;
}

struct Damage {
  const char* name;
  std::function<void(std::string&)> inflict;
  const char* message;
};

void PrintTo(const Damage& row, std::ostream* out) {
  *out << row.name;
}

constexpr std::uint64_t kFar = std::uint64_t{1} << 40U;

const Damage kDamages[] = {
    {"AddressesOfFourBytes", [](auto& file) { poke(file, kAddressSize, 4, 1); },
     "has addresses that are not of 8 bytes"},
    {"NoRoomForNames", [](auto& file) { poke(file, kLeafRank, 0, 2); }, "has groups without room for names"},
    {"OtherBeginning", [](auto& file) { poke(file, kBase, 512); }, "does not begin at its first byte"},
    {"EndBeyondFile", [](auto& file) { poke(file, kEnd, kFar); }, "is shorter than it says"},
    {"Driver", [](auto& file) { poke(file, kDriver, 96); }, "needs a driver of its own"},
    {"RootBeyondFile", [](auto& file) { poke(file, kRootHeader, kFar); }, "ends within its structure"},
    {"RootElsewhere", [](auto& file) { poke(file, kRootHeader, 0); },
     "has an object header of an unknown form"},
    {"RootIsALink", [](auto& file) { poke(file, kRootCached, 2, 4); }, "has a root that is not a group"},
    {"TwoRoots", [](auto& file) { poke(file, kRootTree, 8); }, "has two tables of what it holds"},
    {"NoTree", [](auto& file) { file[mark(file, "TREE")] = 'X'; },
     "has no tree of names where one should be"},
    {"WrongLevel", [](auto& file) { poke(file, mark(file, "TREE") + 5, 1, 1); },
     "has no tree of names where one should be"},
    {"TreeOfTrees",
     [](auto& file) {
       const std::size_t tree = mark(file, "TREE");
       poke(file, tree + 5, 1, 1);
       poke(file, tree + 32, tree);
     },
     "has a tree of names that returns to itself"},
    {"TooManyChildren", [](auto& file) { poke(file, mark(file, "TREE") + 6, 60000, 2); },
     "has a tree of names with wrong counts"},
    {"ChildBeyondFile", [](auto& file) { poke(file, mark(file, "TREE") + 32, kFar); },
     "has no node of names where one should be"},
    {"KeyBeyondHeap", [](auto& file) { poke(file, mark(file, "TREE") + 24, kFar); },
     "has a name outside the heap of names"},
    {"NoNode", [](auto& file) { file[mark(file, "SNOD")] = 'X'; },
     "has no node of names where one should be"},
    {"TooManyNames", [](auto& file) { poke(file, mark(file, "SNOD") + 6, 60000, 2); },
     "has a node of names with a wrong count"},
    {"NameBeyondHeap", [](auto& file) { poke(file, mark(file, "SNOD") + 8, kFar); },
     "has a name outside the heap of names"},
    {"OneNameTwice",
     [](auto& file) {
       const std::size_t node = mark(file, "SNOD");
       poke(file, node + 48, numberAt(file, node + 8));
     },
     "has one name twice"},
    {"NoHeap", [](auto& file) { file[mark(file, "HEAP")] = 'X'; },
     "has no heap of names where one should be"},
    {"HeapBeyondFile", [](auto& file) { poke(file, mark(file, "HEAP") + 8, kFar); },
     "has a heap of names that goes beyond the file"},
    {"FreePieceBeyondHeap", [](auto& file) { poke(file, mark(file, "HEAP") + 16, kFar); },
     "has a free piece beyond its heap"},
    {"FreePiecesWithoutEnd",
     [](auto& file) {
       const std::size_t heap = mark(file, "HEAP");
       const std::uint64_t free = numberAt(file, heap + 16);
       poke(file, numberAt(file, heap + 24) + free, free);
     },
     "has a list of free pieces without an end"},
    {"TooManyMessages", [](auto& file) { poke(file, numberAt(file, kRootHeader) + 2, 9, 2); },
     "has a header with a wrong count of messages"},
    {"HeaderBeyondFile", [](auto& file) { poke(file, numberAt(file, kRootHeader) + 8, 0x7fffffff, 4); },
     "has a header that goes beyond the file"},
    {"MessageBeyondHeader", [](auto& file) { poke(file, numberAt(file, kRootHeader) + 18, 0x7ff8, 2); },
     "has a message that goes beyond its header"},
    {"SharedMessage", [](auto& file) { poke(file, layout(file) - 4, 2, 1); },
     "shares a part of its header, which is not followed"},
    {"UnknownMessage", [](auto& file) { poke(file, freeMessage(file), 0x77, 2); },
     "has a header of an unknown kind, 119"},
    {"ExternalFiles", [](auto& file) { poke(file, freeMessage(file), 7, 2); },
     "keeps its values in another file, which is not followed"},
    {"Filters", [](auto& file) { poke(file, freeMessage(file), 0x0b, 2); },
     "is compressed; FCLIB's files are not"},
    {"EmptyContinuation", [](auto& file) { poke(file, freeMessage(file), 0x10, 2); },
     "has a continuation of its header without anything in it"},
    {"ContinuationOfItself",
     [](auto& file) {
       const std::size_t at = freeMessage(file);
       poke(file, at, 0x10, 2);
       poke(file, at + 8, at);
       poke(file, at + 16, 8 + numberAt(file, at + 2, 2));
       poke(file, message(file, 1, 24, "\x01\x01") - 22, 100, 2);  // how many messages the header has
     },
     "has a header that returns to itself"},
    {"OldLayout", [](auto& file) { poke(file, layout(file), 1, 1); }, "has a layout of an unknown form"},
    {"LayoutOfAnotherSize", [](auto& file) { poke(file, layout(file) + 10, 5); },
     "has a layout that does not fit it"},
    {"ValuesBeyondFile", [](auto& file) { poke(file, layout(file) + 2, kFar); },
     "has values that go beyond the file"},
    {"SpaceOfAnotherForm", [](auto& file) { poke(file, message(file, 1, 24, "\x01\x01"), 7, 1); },
     "has a size of an unknown form"},
    {"TwoDimensions", [](auto& file) { poke(file, message(file, 1, 24, "\x01\x01") + 1, 2, 1); },
     "has more than one dimension"},
    {"HugeSpace", [](auto& file) { poke(file, message(file, 1, 24, "\x01\x01") + 8, kFar); },
     "says it has more elements than the file has bytes"},
    {"TypeOfAnotherForm", [](auto& file) { poke(file, message(file, 3, 16, "\x10\x08"), 0x00, 1); },
     "has a type of an unknown form"},
    {"TypeOfManyBytes", [](auto& file) { poke(file, message(file, 3, 16, "\x10\x08") + 4, 0, 4); },
     "holds neither 32-bit integers nor 64-bit numbers"},
};

class Damaged : public testing::TestWithParam<Damage> {};

TEST_P(Damaged, IsRefused) {
  std::string bytes = soundFile();
  ASSERT_NO_THROW(readFclibLocalBytes(bytes, "damaged.hdf5"));
  GetParam().inflict(bytes);
  try {
    readFclibLocalBytes(bytes, "damaged.hdf5");
    FAIL() << "the file was accepted";
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), "damaged.hdf5");
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Fclib, Damaged, testing::ValuesIn(kDamages),
                         [](const auto& row) { return std::string(row.param.name); });

// Any byte may be wrong: the file is refused by name, or still a problem.
TEST(AlteredFile, IsRefusedOrRead) {
  const std::string bytes = soundFile();
  int refused = 0, read = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 5) {
    for (const char value : {'\xff', '\x01'}) {
      std::string altered = bytes;
      altered[at] = value;
      try {
        readFclibLocalBytes(altered, "altered.hdf5");
        ++read;
      } catch (const FileError& error) {
        EXPECT_EQ(error.file(), "altered.hdf5");
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(read, 100) << "most of a small file is room for more names";
}

// Wherever a file is cut off it is refused.
TEST(CutFile, IsRefused) {
  const std::string bytes = soundFile();
  for (std::size_t size = 0; size < bytes.size(); size += 41)
    EXPECT_THROW(readFclibLocalBytes(bytes.substr(0, size), "cut.hdf5"), FileError) << size;
}

}  // namespace
}  // namespace nsds::problems::fclib_structure_test

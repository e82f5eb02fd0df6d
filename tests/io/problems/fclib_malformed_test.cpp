// Each wrong file of FCLIB is refused with its name, the dataset, and what was expected there.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "fclib_example.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems::fclib_malformed_test {
namespace {

using test::buildGlobal;
using test::buildLocal;
using test::Hdf5Builder;
using test::Integers;
using test::Numbers;

struct Wrong {
  const char* name;
  std::function<void(Hdf5Builder&)> spoil;
  const char* message;
};

void PrintTo(const Wrong& row, std::ostream* out) {
  *out << row.name;
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Chunks, and compressed ones.
void putChunked(Hdf5Builder& file, bool compressed) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk = 2;
  H5Pset_chunk(properties, 1, &chunk);
  if (compressed) H5Pset_deflate(properties, 6);
  const Numbers q{-1, 0.5};
  file.put("fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2}, q.data(), properties);
  H5Pclose(properties);
}

void putExternal(Hdf5Builder& file) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(properties, "/etc/hostname", 0, 16);
  file.put("fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2}, nullptr, properties);
  H5Pclose(properties);
}

const Wrong kLocal[] = {
    {"NoProblem", [](auto& file) { file.erase("fclib_local"); },
     "fclib_local: is missing: this is no file of FCLIB"},
    {"Rolling", [](auto& file) { file.move("fclib_local", "fclib_global_rolling"); },
     "fclib_local: is missing; the file has fclib_global_rolling"},
    {"NoDimension", [](auto& file) { file.erase("fclib_local/spacedim"); },
     "fclib_local/spacedim: is missing"},
    {"FiveDimensions", [](auto& file) { file.put("fclib_local/spacedim", Integers{5}); },
     "fclib_local/spacedim: expected an integer from 2 to 3, found 5"},
    {"TwoIntegers",
     [](auto& file) {
       file.put("fclib_local/spacedim", Integers{2, 3});
     },
     "fclib_local/spacedim: expected one integer, found 2 entries"},
    {"NumberForInteger", [](auto& file) { file.put("fclib_local/spacedim", Numbers{2}); },
     "fclib_local/spacedim: holds no 32-bit integers"},
    {"IntegersForNumbers", [](auto& file) { file.put("fclib_local/vectors/mu", Integers{1}); },
     "fclib_local/vectors/mu: holds no 64-bit numbers"},
    {"DatasetForGroup", [](auto& file) { file.put("fclib_local/W", Integers{1}); }, "fclib_local/W/m: "},
    {"GroupForDataset",
     [](auto& file) { file.erase("fclib_local/vectors/mu").put("fclib_local/vectors/mu/x", Integers{1}); },
     "fclib_local/vectors/mu: "},
    {"NegativeFriction", [](auto& file) { file.put("fclib_local/vectors/mu", Numbers{-0.5}); },
     "fclib_local/vectors/mu: entry 0 is negative"},
    {"FrictionThatIsNoNumber", [](auto& file) { file.put("fclib_local/vectors/mu", Numbers{kNan}); },
     "fclib_local/vectors/mu: entry 0 is not a finite number"},
    {"ShortVector", [](auto& file) { file.put("fclib_local/vectors/q", Numbers{1}); },
     "fclib_local/vectors/q: expected 2 entries, found 1"},
    {"InfiniteVector",
     [](auto& file) {
       file.put("fclib_local/vectors/q", Numbers{1, 1.0 / 0.0});
     },
     "fclib_local/vectors/q: entry 1 is not a finite number"},
    {"EqualityRows", [](auto& file) { file.put("fclib_local/V/m", Integers{2}); },
     "fclib_local/V: couples equality rows"},
    {"WrongRows", [](auto& file) { file.put("fclib_local/W/m", Integers{3}); },
     "fclib_local/W/m: expected 2 rows, found 3"},
    {"WrongColumns", [](auto& file) { file.put("fclib_local/W/n", Integers{1}); },
     "fclib_local/W/n: expected 2 columns, found 1"},
    {"UnknownForm", [](auto& file) { file.put("fclib_local/W/nz", Integers{-3}); },
     "fclib_local/W/nz: expected an integer >= -2, found -3"},
    {"NoStarts", [](auto& file) { file.erase("fclib_local/W/p"); }, "fclib_local/W/p: is missing"},
    {"ShortStarts",
     [](auto& file) {
       file.put("fclib_local/W/p", Integers{0, 1});
     },
     "fclib_local/W/p: expected 3 entries, found 2"},
    {"StartsNotAtZero",
     [](auto& file) {
       file.put("fclib_local/W/p", Integers{1, 1, 3});
     },
     "fclib_local/W/p: entry 0 is not 0"},
    {"DecreasingStarts",
     [](auto& file) {
       file.put("fclib_local/W/p", Integers{0, 3, 1});
     },
     "fclib_local/W/p: entry 2 is less than the one before"},
    {"StartsBeyondEntries",
     [](auto& file) {
       file.put("fclib_local/W/p", Integers{0, 1, 2000000000});
     },
     "fclib_local/W/p: entry 2, the number of entries of the matrix, is 2000000000; i and x have 3"},
    {"ShortValues",
     [](auto& file) {
       file.put("fclib_local/W/x", Numbers{1, 2});
     },
     "is 3; i and x have 2"},
    {"IndexOutOfRange",
     [](auto& file) {
       file.put("fclib_local/W/i", Integers{0, 0, 2});
     },
     "fclib_local/W/i: entry 2, an index from 0 to 1, is 2"},
    {"NegativeIndex",
     [](auto& file) {
       file.put("fclib_local/W/i", Integers{0, -1, 1});
     },
     "fclib_local/W/i: entry 1, an index from 0 to 1, is -1"},
    {"InfiniteEntry",
     [](auto& file) {
       file.put("fclib_local/W/x", Numbers{1, kNan, 3});
     },
     "fclib_local/W/x: entry 1 is not a finite number"},
    {"SumBeyondDouble",
     [](auto& file) {
       file.put("fclib_local/W/p", Integers{0, 1, 3}).put("fclib_local/W/i", Integers{0, 0, 0});
       file.put("fclib_local/W/x", Numbers{1, 1.5e308, 1.5e308});
     },
     "fclib_local/W: is not a valid matrix"},
    {"TooFewTriplets", [](auto& file) { file.put("fclib_local/W/nz", Integers{4}); },
     "fclib_local/W/p: expected 4 entries, found 3"},
    {"TripletOutOfRange", [](auto& file) { file.put("fclib_local/W/nz", Integers{3}); },
     "fclib_local/W/p: entry 2, an index from 0 to 1, is 3"},
    {"TwoDimensions",
     [](auto& file) {
       const Numbers q{-1, 0.5};
       file.put("fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {1, 2}, q.data());
     },
     "fclib_local/vectors/q: has more than one dimension"},
    {"BigEndian",
     [](auto& file) {
       const Numbers q{-1, 0.5};
       file.put("fclib_local/vectors/q", H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE, {2}, q.data());
     },
     "fclib_local/vectors/q: holds neither"},
    {"Chunks", [](auto& file) { putChunked(file, false); }, "fclib_local/vectors/q: is stored in chunks"},
    {"Compressed", [](auto& file) { putChunked(file, true); }, "fclib_local/vectors/q: is "},
    {"ExternalFile", putExternal, "fclib_local/vectors/q: keeps its values in another file"},
    {"SoftLink",
     [](auto& file) {
       file.move("fclib_local/vectors/q", "q");
       H5Lcreate_soft("/q", file.file(), "fclib_local/vectors/q", file.links(), H5P_DEFAULT);
     },
     "fclib_local/vectors/q: is a link"},
    {"HugeAndNeverWritten",
     [](auto& file) {
       file.put("fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {std::uint64_t{1} << 40U},
                nullptr);
     },
     "fclib_local/vectors/q: says it has more elements than the file has bytes"},
    {"SolutionOfAnotherSize",
     [](auto& file) {
       file.put("solution/r", Numbers{1, 2, 3}).put("solution/u", Numbers{1, 2});
     },
     "solution/r: expected 2 entries, found 3"},
    {"GuessesWithoutNumber",
     [](auto& file) {
       file.put("guesses/1/r", Numbers{1, 2});
     },
     "guesses/number_of_guesses: is missing"},
    {"TooManyGuesses", [](auto& file) { file.put("guesses/number_of_guesses", Integers{2000000000}); },
     "guesses/number_of_guesses: expected an integer from 0 to 1000, found 2000000000"},
    {"AbsentGuess", [](auto& file) { file.put("guesses/number_of_guesses", Integers{1}); },
     "guesses/1/r: is missing"},
};

const Wrong kGlobal[] = {
    {"Reduced", [](auto& file) { file.move("fclib_global", "fclib_local"); },
     "fclib_global: is missing; the file has fclib_local"},
    {"ShortVelocities", [](auto& file) { file.put("fclib_global/vectors/f", Numbers{1}); },
     "fclib_global/M/m: expected 1 rows, found 2"},
    {"ShortContacts", [](auto& file) { file.put("fclib_global/vectors/w", Numbers{1}); },
     "fclib_global/vectors/w: expected 2 entries, found 1"},
    {"NoEqualityRight", [](auto& file) { file.erase("fclib_global/vectors/b"); },
     "fclib_global/vectors/b: is missing"},
    {"EqualityOfAnotherSize",
     [](auto& file) {
       file.put("fclib_global/vectors/b", Numbers{1, 2});
     },
     "fclib_global/G/n: expected 2 columns, found 1"},
    {"HugeMatrix",
     [](auto& file) {
       file.put("fclib_global/vectors/f", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2000000000}, nullptr);
       file.put("fclib_global/M/m", Integers{2000000000}).put("fclib_global/M/n", Integers{2000000000});
     },
     "fclib_global/vectors/f: says it has more elements than the file has bytes"},
    {"NoMultipliers",
     [](auto& file) {
       file.put("solution/v", Numbers{1, 2})
           .put("solution/u", Numbers{1, 2})
           .put("solution/r", Numbers{1, 2});
     },
     "solution/l: is missing"},
};

class WrongLocal : public testing::TestWithParam<Wrong> {};
class WrongGlobal : public testing::TestWithParam<Wrong> {};

template <class Read>
void expectMessage(const Hdf5Builder& file, const Wrong& row, Read read) {
  try {
    read(file.bytes(), "wrong.hdf5");
    FAIL() << "the file was accepted";
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), "wrong.hdf5");
    EXPECT_EQ(error.line(), 0);
    EXPECT_EQ(std::string(error.what()).find("wrong.hdf5: "), 0u) << error.what();
    EXPECT_NE(std::string(error.what()).find(row.message), std::string::npos) << error.what();
  }
}

TEST_P(WrongLocal, IsNamed) {
  Hdf5Builder file;
  buildLocal(file);
  GetParam().spoil(file);
  expectMessage(file, GetParam(), readFclibLocalBytes);
}

TEST_P(WrongGlobal, IsNamed) {
  Hdf5Builder file;
  buildGlobal(file);
  GetParam().spoil(file);
  expectMessage(file, GetParam(), readFclibGlobalBytes);
}

const auto nameOf = [](const auto& row) { return std::string(row.param.name); };
INSTANTIATE_TEST_SUITE_P(Fclib, WrongLocal, testing::ValuesIn(kLocal), nameOf);
INSTANTIATE_TEST_SUITE_P(Fclib, WrongGlobal, testing::ValuesIn(kGlobal), nameOf);

TEST(FclibFault, IsThatAFileIsOfAnotherKind) {
  EXPECT_THROW(readFclibLocalBytes("", "empty.hdf5"), FileError);
  EXPECT_THROW(readFclibLocalBytes("3 1 0 3 3", "text.dat"), FileError);
}

// The library prints nothing, and prints again for others afterwards.
TEST(FclibFault, IsNotPrintedByTheLibrary) {
  H5E_auto2_t before = nullptr, after = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  testing::internal::CaptureStderr();
  Hdf5Builder file;
  EXPECT_THROW(readFclibLocalBytes(file.bytes(), "empty.hdf5"), FileError);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  EXPECT_EQ(before, after);
  EXPECT_NE(after, nullptr);
}

}  // namespace
}  // namespace nsds::problems::fclib_malformed_test

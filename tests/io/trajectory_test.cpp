// The table and its CSV form: what is written is read back with the same bits.
#include "nsds/io/trajectory.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>

#include "io/temporary_folder.hpp"

namespace nsds::io::trajectory_test {
namespace {

using Limits = std::numeric_limits<double>;

Trajectory ball() {
  Trajectory table({{"t", "s"}, {"ball.q0", "m"}, {"contact.lambda", "N s"}, {"e", ""}});
  table.append(std::vector{0.0, 1.0, 0.0, 0.5});
  table.append(std::vector{0.005, 0.1 + 0.2, -0.0, 1e-300});
  return table;
}

TEST(Trajectory, IsATable) {
  const Trajectory table = ball();
  EXPECT_EQ(table.rowCount(), 2u);
  EXPECT_EQ(table.columnCount(), 4u);
  EXPECT_EQ(table.find("ball.q0"), 1u);
  EXPECT_EQ(table.at(1, 0), 0.005);
  EXPECT_EQ(table.column("ball.q0"), (std::vector{1.0, 0.1 + 0.2}));
  EXPECT_EQ(table.row(0)[3], 0.5);
}

TEST(Trajectory, NamesWhatIsNotThere) {
  const Trajectory table = ball();
  try {
    table.find("ball.q1");
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "there is no column \"ball.q1\"; there are: t, ball.q0, contact.lambda, e");
  }
  EXPECT_THROW(table.at(2, 0), std::out_of_range);
  EXPECT_THROW(table.at(0, 4), std::out_of_range);
  EXPECT_THROW(table.row(2), std::out_of_range);
}

TEST(Trajectory, RefusesRowsAndColumnsThatDoNotFit) {
  Trajectory table = ball();
  EXPECT_THROW(table.append(std::vector{1.0}), std::invalid_argument);
  EXPECT_THROW(Trajectory(std::vector<Column>{{"t", "s"}, {"t", "s"}}), std::invalid_argument);
  for (const char* name : {"", "a,b", "a[0]", "a\"", "a\nb", " a", "a "}) {
    EXPECT_THROW(Trajectory(std::vector<Column>{{name, "m"}}), std::invalid_argument) << name;
  }
  EXPECT_THROW(Trajectory(std::vector<Column>{{"a", "m]"}}), std::invalid_argument);
}

TEST(Trajectory, AppendsWithinTheReservedRowsWithoutMoving) {
  Trajectory table(std::vector<Column>{{"t", "s"}});
  table.reserve(100);
  table.append(std::vector{0.0});
  const double* first = table.row(0).data();
  for (int i = 1; i < 100; ++i) table.append(std::vector{1.0 * i});
  EXPECT_EQ(table.row(0).data(), first);
}

TEST(Csv, SaysNamesAndUnitsInItsHeader) {
  std::ostringstream out;
  ball().writeCsv(out);
  EXPECT_EQ(out.str(),
            "t [s],ball.q0 [m],contact.lambda [N s],e\n"
            "0,1,0,0.5\n"
            "0.005,0.30000000000000004,-0,1e-300\n");
}

TEST(Csv, SurvivesTheDiskBitForBit) {
  const test::TemporaryFolder folder;
  Trajectory table({{"t", "s"}, {"x", "1"}});
  const double values[] = {0.1,
                           1.0 / 3.0,
                           -0.0,
                           Limits::denorm_min(),
                           Limits::min(),
                           Limits::max(),
                           Limits::infinity(),
                           -1.5e-321,
                           -Limits::infinity(),
                           Limits::epsilon(),
                           1e15,
                           1e16,
                           123456789.125,
                           9007199254740993.0,
                           5e-324};
  for (const double value : values) table.append(std::vector{value, -value});
  table.append(std::vector{Limits::quiet_NaN(), 0.0});
  table.writeCsv(folder / "table.csv");

  const Trajectory copy = Trajectory::readCsv(folder / "table.csv");
  EXPECT_EQ(copy.columns(), table.columns());
  ASSERT_EQ(copy.rowCount(), table.rowCount());
  for (std::size_t i = 0; i + 1 < copy.rowCount(); ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(copy.at(i, j)), std::bit_cast<std::uint64_t>(table.at(i, j)))
          << i;
    }
  }
  EXPECT_TRUE(std::isnan(copy.at(copy.rowCount() - 1, 0)));
}

TEST(Trajectory, RemovesItsLastRow) {
  Trajectory table({{"t", "s"}, {"q", "m"}});
  table.append(std::vector{0.0, 1.0});
  table.append(std::vector{1.0, 2.0});
  table.removeLast();
  EXPECT_EQ(table.column("q"), (std::vector{1.0}));
  table.removeLast();
  EXPECT_THROW(table.removeLast(), std::out_of_range);
}

TEST(Csv, KnowsBeforehandWhetherItCanBeWritten) {
  const test::TemporaryFolder folder;
  Trajectory::checkWritable(folder / "new.csv");
  EXPECT_FALSE(std::filesystem::exists(folder / "new.csv")) << "nothing is left behind";
  const std::filesystem::path old = folder.write("old.csv", "t [s]\n0\n");
  Trajectory::checkWritable(old);
  EXPECT_EQ(test::contents(old), "t [s]\n0\n");
  for (const auto& [file, reason] :
       {std::pair{folder / "absent" / "new.csv", "cannot be opened for writing: No such file or directory"},
        {old / "new.csv", "cannot be opened for writing: Not a directory"},
        {folder / "", "is a folder, not a file"}}) {
    try {
      Trajectory::checkWritable(file);
      ADD_FAILURE() << file << ": accepted";
    } catch (const CsvError& error) {
      EXPECT_EQ(std::string(error.what()), file.string() + ": " + reason);
      EXPECT_EQ(error.file(), file.string());
    }
  }
}

TEST(Csv, ReadsWhatOtherProgramsWrite) {
  std::istringstream in("t [s], q [m] ,plain\r\n 0 ,1.5, 2\r\n1,+2e0,3\r\n\r\n");
  const Trajectory table = Trajectory::readCsv(in, "other.csv");
  EXPECT_EQ(table.columns(), (std::vector<Column>{{"t", "s"}, {"q", "m"}, {"plain", ""}}));
  EXPECT_EQ(table.column("q"), (std::vector{1.5, 2.0}));
}

TEST(Csv, WritesMoreRowsThanItsBufferHolds) {
  Trajectory table({{"t", "s"}, {"q", "m"}});
  for (int i = 0; i < 20000; ++i) table.append(std::vector{i * 1e-3, std::sin(i * 1e-3)});
  std::stringstream text;
  table.writeCsv(text);
  EXPECT_EQ(Trajectory::readCsv(text, "long.csv").column("q"), table.column("q"));
}

}  // namespace
}  // namespace nsds::io::trajectory_test

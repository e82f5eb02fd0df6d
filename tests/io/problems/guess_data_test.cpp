// The class of every file of the field's collections of LCPs, MLCPs, relay problems, SOCLCPs and plasticity is found from what is
// in it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "nsds/problems/any_problem.hpp"

namespace nsds::problems::guess_data_test {
namespace {

struct Collection {
  const char* folder;
  nsds_class problemClass;
  int files;  // at least
};

void PrintTo(const Collection& row, std::ostream* out) {
  *out << row.folder;
}

class GuessData : public testing::TestWithParam<Collection> {};

TEST_P(GuessData, FindsTheClassOfEveryFile) {
  const char* data = std::getenv("NSDS_TEST_DATA");
  const std::filesystem::path folder =
      std::filesystem::path(data == nullptr ? "" : data) / "data" / "numerics" / GetParam().folder;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".dat" || name == "Rectangular_mlcp.dat") continue;
    if (name == "Example1_Fc3D_SBM.dat") continue;         // a contact problem, as its name says
    if (name == "plasticity_2d_footing_10.dat") continue;  // of the older layout
    EXPECT_EQ(classOf(readProblem(entry.path())), GetParam().problemClass) << name;
    ++files;
  }
  EXPECT_GE(files, GetParam().files);
}

INSTANTIATE_TEST_SUITE_P(Collections, GuessData,
                         testing::Values(Collection{"LCP", NSDS_CLASS_LCP, 16},
                                         Collection{"SOCLCP", NSDS_CLASS_SOCLCP, 2},
                                         Collection{"RFC3D", NSDS_CLASS_ROLLING_FRICTION_CONTACT, 5},
                                         Collection{"GRFC3D", NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, 1},
                                         Collection{"Plasticity", NSDS_CLASS_CONE_PLASTICITY, 8},
                                         Collection{"MLCP", NSDS_CLASS_MLCP, 14},
                                         Collection{"Relay", NSDS_CLASS_RELAY, 6}),
                         [](const auto& row) { return std::string(row.param.folder); });

// Files of other cones or mixed laws are of none of the classes known here,
// and are taken for none.
TEST(GuessFault, TakesNoOtherFileForAProblem) {
  const char* data = std::getenv("NSDS_TEST_DATA");
  const std::filesystem::path collections =
      std::filesystem::path(data == nullptr ? "" : data) / "data" / "numerics";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(collections / "GMP")) {
    EXPECT_THROW(readProblem(entry.path()), FileError) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 5);
}

// Without a law a file of plasticity reads like one of rolling in a plane.
TEST(GuessFault, AsksAnOlderFileOfPlasticityForItsName) {
  const char* data = std::getenv("NSDS_TEST_DATA");
  const std::filesystem::path file = std::filesystem::path(data == nullptr ? "" : data) / "data" /
                                     "numerics" / "Plasticity" / "plasticity_2d_footing_10.dat";
  try {
    readProblem(file);
    FAIL() << "the file was accepted";
  } catch (const UnknownClass& error) {
    EXPECT_NE(std::string(error.what()).find("ends with its name, cone_plasticity"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(classOf(readProblem(file, NSDS_CLASS_CONE_PLASTICITY)), NSDS_CLASS_CONE_PLASTICITY);
}

// A file of a mixed problem whose matrix is not square is a problem of no class; the message is about that.
TEST(GuessFault, NamesTheFaultOfTheOneFileThatIsNoProblem) {
  const char* data = std::getenv("NSDS_TEST_DATA");
  const std::filesystem::path file = std::filesystem::path(data == nullptr ? "" : data) / "data" /
                                     "numerics" / "MLCP" / "Rectangular_mlcp.dat";
  try {
    readProblem(file);
    FAIL() << "the file was accepted";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("M is 3 x 2, expected 2 x 2: n + m = 2"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace nsds::problems::guess_data_test

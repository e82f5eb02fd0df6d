// Files of plastic flow: both layouts, both laws, what is written, which class a file is of, and what is said of a file
// with a fault.
#include <gtest/gtest.h>

#include <sstream>

#include "io/temporary_folder.hpp"
#include "nsds/problems/any_problem.hpp"

namespace nsds::problems::plasticity_files_test {
namespace {

using Numbers = std::vector<double>;

const std::string kMatrix = "0 3 3 3 3  4 1 0  1 4 1  0 1 4\n";
const std::string kNumbers = "-1 2.5 -0.3\n0.5\n0.1\n";
const std::string kCone = "3 1 1\n" + kMatrix + kNumbers;
const std::string kOlder = "3 1\n" + kMatrix + kNumbers;
const std::string kCylinder = "3 1 2\n" + kMatrix + "-1 2.5 -0.3\n0.7\n";

ConePlasticity read(const std::string& text) {
  return readConePlasticityText(text, "some.dat");
}

std::string text(const nsds_cone_plasticity& problem) {
  std::ostringstream out;
  writeConePlasticity(out, problem);
  return out.str();
}

void expect_fault(const std::string& contents, const std::string& message) {
  try {
    read(contents);
    FAIL() << "accepted: " << contents;
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(PlasticityFile, HoldsTheNumbersOfItsLaw) {
  for (const std::string& contents : {kCone + "a remark", kOlder}) {
    const ConePlasticity problem = read(contents);
    const nsds_cone_plasticity& view = problem.view();
    EXPECT_EQ(view.law, NSDS_DRUCKER_PRAGER);
    EXPECT_EQ(view.points, 1);
    EXPECT_EQ(view.q[1], 2.5);
    EXPECT_EQ(view.eta[0], 0.5);
    EXPECT_EQ(view.theta[0], 0.1);
    EXPECT_EQ(view.sigma_y, nullptr);
  }
  const ConePlasticity problem = read(kCylinder);
  EXPECT_EQ(problem.view().law, NSDS_VON_MISES);
  EXPECT_EQ(problem.view().sigma_y[0], 0.7);
  EXPECT_EQ(problem.view().eta, nullptr);
}

TEST(PlasticityFile, FaultsAreNamedWithTheirLine) {
  expect_fault("2 1", "some.dat:1: expected the dimension of points, an integer from 3 to 3, found \"2\"");
  expect_fault(
      "3 1 0\n" + kMatrix + kNumbers,
      "some.dat:1: the law of plasticity is 0, unknown; it must be 1, Drucker-Prager, or 2, von Mises");
  expect_fault("3 1 3\n0 4",
               "some.dat:1: expected the law of plasticity, an integer from 0 to 2, found \"3\"");
  expect_fault("3 1 1\n" + kMatrix + "1 2 3\n0.5\n-0.1", "some.dat:5: theta[0] is negative");
  expect_fault("3 1 2\n" + kMatrix + "1 2 3\n-7", "some.dat:4: sigma_y[0] is negative");
  expect_fault("3 1 2\n" + kMatrix + "1 2 3", "some.dat:3: expected sigma_y[0], found the end of the file");
}

TEST(PlasticityFile, WhatIsWrittenReadsAsTheSame) {
  for (const std::string& contents : {kCone, kOlder, kCylinder}) {
    const ConePlasticity problem = read(contents);
    const std::string written = text(problem.view());
    EXPECT_EQ(text(read(written).view()), written);
    EXPECT_EQ(classOf(readProblemText(written, "some.dat")), NSDS_CLASS_CONE_PLASTICITY);
  }
  EXPECT_EQ(text(read(kOlder).view()), text(read(kCone).view()));
}

// An older file has as many numbers as one of rolling in a plane.
TEST(PlasticityFile, IsGuessedByItsLawOrItsName) {
  EXPECT_EQ(classOf(readProblemText(kCone, "some.dat")), NSDS_CLASS_CONE_PLASTICITY);
  EXPECT_EQ(classOf(readProblemText(kCylinder, "some.dat")), NSDS_CLASS_CONE_PLASTICITY);
  EXPECT_THROW(readProblemText(kOlder, "some.dat"), UnknownClass);
  EXPECT_EQ(classOf(readProblemText(kOlder + "cone_plasticity", "some.dat")), NSDS_CLASS_CONE_PLASTICITY);
  EXPECT_EQ(classOf(readProblemText(kOlder, "some.dat", NSDS_CLASS_CONE_PLASTICITY)),
            NSDS_CLASS_CONE_PLASTICITY);
}

TEST(PlasticityFile, IsWrittenAndReadOnDisk) {
  const test::TemporaryFolder folder;
  writeConePlasticity(folder / "cone.dat", read(kCone).view());
  EXPECT_EQ(readConePlasticity(folder / "cone.dat").view().theta[0], 0.1);
  EXPECT_THROW(readConePlasticity(folder / "absent.dat"), FileError);
}

TEST(PlasticityProblemOfFiles, RefusesSizesThatDiffer) {
  const auto make = [](YieldLaw law) {
    ConePlasticity(Matrix::dense(3, 3, Numbers(9, 1.0)), {1, 2, 3}, std::move(law));
  };
  EXPECT_NO_THROW(make({{0.5}, {0.1}, {}}));
  EXPECT_NO_THROW(make({{}, {}, {0.5}}));
  EXPECT_THROW(make({{0.5}, {}, {}}), std::invalid_argument);
  EXPECT_THROW(make({{0.5}, {0.1}, {0.5}}), std::invalid_argument);
  EXPECT_THROW(make({{0.5, 0.5}, {0.1, 0.1}, {}}), std::invalid_argument);
}

}  // namespace
}  // namespace nsds::problems::plasticity_files_test

// Files of contact problems with rolling resistance, reduced and global, as text and as FCLIB has them: what is read, what
// is written, which class a file is of, and what is said of a file with a fault.
#include <gtest/gtest.h>

#include <sstream>

#include "io/temporary_folder.hpp"
#include "matrix_entries.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems::rolling_files_test {
namespace {

using Numbers = std::vector<double>;

const std::string kMatrix = "0 3 3 3 3  4 1 0  1 4 1  0 1 4\n";
const std::string kPlane = "3 1\n" + kMatrix + "-1 2.5 -0.3\n0.5\n0.1\n";
const std::string kGlobal = "3 1\n" + kMatrix + kMatrix + "1 2 3\n0 0 0.5\n0.5\n0.1\n";

RollingFrictionContact plane(const std::string& text) {
  return readRollingFrictionContactText(text, "some.dat");
}

GlobalRollingFrictionContact global(const std::string& text) {
  return readGlobalRollingFrictionContactText(text, "some.dat");
}

template <class View>
std::string text(void (*write)(std::ostream&, const View&), const View& problem) {
  std::ostringstream out;
  write(out, problem);
  return out.str();
}

template <class Read>
void expect_fault(Read read, const std::string& contents, const std::string& message) {
  try {
    read(contents);
    FAIL() << "accepted: " << contents;
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(RollingFile, HoldsTwoCoefficientsAContact) {
  const RollingFrictionContact problem = plane(kPlane + "a remark");
  const nsds_rolling_friction_contact& view = problem.view();
  EXPECT_EQ(view.dimension, 3);
  EXPECT_EQ(view.contacts, 1);
  EXPECT_EQ(view.q[1], 2.5);
  EXPECT_EQ(view.mu[0], 0.5);
  EXPECT_EQ(view.mu_r[0], 0.1);
}

TEST(RollingFile, InGlobalFormHoldsBilateralRowsBehindThem) {
  const GlobalRollingFrictionContact problem = global(kGlobal + "bilateral 1\n0 1 3 1 3  1 2 3\n7\n");
  const nsds_global_rolling_friction_contact& view = problem.view();
  EXPECT_EQ(view.size, 3);
  EXPECT_EQ(view.b[2], 0.5);
  EXPECT_EQ(view.mu_r[0], 0.1);
  ASSERT_EQ(view.constraints, 1);
  EXPECT_EQ(view.d[0], 7.0);
}

TEST(RollingFile, FaultsAreNamedWithTheirLine) {
  expect_fault(plane, "4 1", "some.dat:1: the dimension of contacts is 4, it must be 3 or 5");
  expect_fault(plane, "2 1",
               "some.dat:1: expected the dimension of contacts, an integer from 3 to 5, found \"2\"");
  expect_fault(plane, "3 1\n" + kMatrix + "1 2 3\n0.5\n-0.1", "some.dat:5: mu_r[0] is negative");
  expect_fault(plane, "3 1\n" + kMatrix + "1 2 3\n0.5",
               "some.dat:4: expected mu_r[0], found the end of the file");
  expect_fault(global, "3 1\n" + kMatrix + kMatrix + "1 2 3\n0 0 0\n0.5\n-2",
               "some.dat:7: mu_r[0] is negative");
}

TEST(RollingFile, WhatIsWrittenReadsAsTheSame) {
  const RollingFrictionContact problem = plane(kPlane);
  const std::string written = text(writeRollingFrictionContact, problem.view());
  EXPECT_EQ(text(writeRollingFrictionContact, plane(written).view()), written);
  EXPECT_EQ(classOf(readProblemText(written, "some.dat")), NSDS_CLASS_ROLLING_FRICTION_CONTACT);
  const GlobalRollingFrictionContact bodies = global(kGlobal);
  const std::string of_bodies = text(writeGlobalRollingFrictionContact, bodies.view());
  EXPECT_EQ(text(writeGlobalRollingFrictionContact, global(of_bodies).view()), of_bodies);
  EXPECT_EQ(classOf(readProblemText(of_bodies, "some.dat")), NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT);
}

// A planar problem has as many numbers as one of plasticity, or as a reduced one with the 0 or 1 of older files.
TEST(RollingFile, OfAPlaneIsGuessedByItsName) {
  EXPECT_THROW(readProblemText(kPlane, "some.dat"), UnknownClass);
  EXPECT_THROW(readProblemText(kGlobal, "some.dat"), UnknownClass);
  EXPECT_EQ(classOf(readProblemText(kPlane + "rolling_friction_contact", "some.dat")),
            NSDS_CLASS_ROLLING_FRICTION_CONTACT);
  EXPECT_EQ(classOf(readProblemText(kGlobal + "global_rolling_friction_contact", "some.dat")),
            NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT);
  const std::string older = "3 1\n" + kMatrix + "-1 2.5 -0.3\n0.5\n1\n";
  EXPECT_EQ(classOf(readProblemText(older, "some.dat")), NSDS_CLASS_FRICTION_CONTACT);
  EXPECT_EQ(classOf(readProblemText(older + "rolling_friction_contact", "some.dat")),
            NSDS_CLASS_ROLLING_FRICTION_CONTACT);
}

TEST(RollingFclib, KeepsEveryBit) {
  const FclibSolution solution{{}, {1, 2, 3}, {0, 0.1, 0.2}, {}};
  const RollingFrictionContact problem = plane(kPlane);
  const std::string bytes = fclibBytes(problem.view(), {{"a title", "", ""}, solution, {}});
  const FclibRolling read = readFclibRollingBytes(bytes, "some.hdf5");
  EXPECT_EQ(test::stored_entries(*read.problem.view().W), test::stored_entries(*problem.view().W));
  EXPECT_EQ(read.problem.view().mu_r[0], 0.1);
  EXPECT_EQ(read.extras.info.title, "a title");
  EXPECT_EQ(read.extras.solution->r, solution.r);
  EXPECT_EQ(classOf(readProblemText(bytes, "some.hdf5")), NSDS_CLASS_ROLLING_FRICTION_CONTACT);
  EXPECT_THROW(readFclibLocalBytes(bytes, "some.hdf5"), FileError);

  const GlobalRollingFrictionContact bodies = global(kGlobal + "bilateral 1\n0 1 3 1 3  1 2 3\n7\n");
  const std::string global_bytes = fclibBytes(bodies.view());
  const FclibGlobalRolling global_read = readFclibGlobalRollingBytes(global_bytes, "some.hdf5");
  const nsds_global_rolling_friction_contact& view = global_read.problem.view();
  EXPECT_EQ(test::stored_entries(*view.H), test::stored_entries(*bodies.view().H));
  EXPECT_EQ(test::stored_entries(*view.G), test::stored_entries(*bodies.view().G));
  EXPECT_EQ(view.d[0], 7.0);
  EXPECT_EQ(view.mu_r[0], 0.1);
  EXPECT_EQ(classOf(readProblemText(global_bytes, "some.hdf5")), NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT);
}

TEST(RollingFile, IsWrittenAndReadOnDisk) {
  const test::TemporaryFolder folder;
  writeRollingFrictionContact(folder / "plane.dat", plane(kPlane).view());
  EXPECT_EQ(readRollingFrictionContact(folder / "plane.dat").view().mu_r[0], 0.1);
  writeFclib(folder / "plane.hdf5", plane(kPlane).view());
  EXPECT_EQ(readFclibRolling(folder / "plane.hdf5").problem.view().mu_r[0], 0.1);
  EXPECT_EQ(readRollingFrictionContact(folder / "plane.hdf5").view().mu_r[0], 0.1);
  EXPECT_THROW(readRollingFrictionContact(folder / "absent.dat"), FileError);
}

TEST(RollingProblemOfFiles, RefusesSizesThatDiffer) {
  const auto make = [](Numbers mu_r) {
    RollingFrictionContact(3, Matrix::dense(3, 3, Numbers(9, 1.0)), {1, 2, 3}, {0.5}, std::move(mu_r));
  };
  EXPECT_NO_THROW(make({0.1}));
  EXPECT_THROW(make({0.1, 0.2}), std::invalid_argument);
  EXPECT_THROW(RollingFrictionContact(2, Matrix::dense(2, 2, Numbers(4, 1.0)), {1, 2}, {0.5}, {0.1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace nsds::problems::rolling_files_test

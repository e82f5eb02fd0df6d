// Files of FCLIB as programs write them: the forms of matrices, numbers that were never written, equality
// rows. Each wrong file is refused with its name, the dataset, and what was expected there.
#include <gtest/gtest.h>

#include <limits>

#include "fclib_example.hpp"
#include "matrix_entries.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems::fclib_files_test {
namespace {

using test::buildGlobal;
using test::buildLocal;
using test::entries;
using test::Hdf5Builder;
using test::Integers;
using test::Numbers;

FrictionContact local(const Hdf5Builder& file) {
  return readFrictionContactText(file.bytes(), "built.hdf5");
}

TEST(FclibMatrix, IsTheSameInEveryForm) {
  Hdf5Builder file;
  buildLocal(file);
  const Numbers W{1, 2, 0, 3};
  EXPECT_EQ(entries(*local(file).view().W), W) << "by rows";
  file.put("fclib_local/W/nz", Integers{-1});
  file.put("fclib_local/W/p", Integers{0, 2, 3}).put("fclib_local/W/i", Integers{0, 1, 1});
  EXPECT_EQ(entries(*local(file).view().W), W) << "by columns";
  file.put("fclib_local/W/nz", Integers{3});
  file.put("fclib_local/W/i", Integers{1, 1, 0}).put("fclib_local/W/p", Integers{1, 0, 0});
  file.put("fclib_local/W/x", Numbers{3, 2, 1});
  EXPECT_EQ(entries(*local(file).view().W), W) << "triplets: i are rows, p columns";
}

TEST(FclibMatrix, MayHaveRoomForMoreEntries) {
  Hdf5Builder file;
  buildLocal(file);
  file.put("fclib_local/W/nzmax", Integers{5}).put("fclib_local/W/i", Integers{0, 0, 1, -7, 9});
  file.put("fclib_local/W/x", Numbers{1, 2, 3, 99});
  EXPECT_EQ(entries(*local(file).view().W), (Numbers{1, 2, 0, 3}));
}

TEST(FclibMatrix, AddsEntriesGivenTwiceAndSortsThem) {
  Hdf5Builder file;
  buildLocal(file);
  file.put("fclib_local/W/p", Integers{0, 1, 4}).put("fclib_local/W/i", Integers{0, 1, 0, 1});
  file.put("fclib_local/W/x", Numbers{1, 2, 2, 1});
  EXPECT_EQ(entries(*local(file).view().W), (Numbers{1, 2, 0, 3}));
}

TEST(FclibVector, ThatWasNeverWrittenIsZero) {
  Hdf5Builder file;
  buildLocal(file);
  file.put("fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {2}, nullptr);
  const FrictionContact problem = local(file);
  EXPECT_EQ(problem.view().q[0], 0.0);
  EXPECT_EQ(problem.view().q[1], 0.0);
}

TEST(FclibGlobalFile, HasEqualityRowsOfTheOtherSign) {
  Hdf5Builder file;
  buildGlobal(file);
  const FclibGlobal read = readFclibGlobalBytes(file.bytes(), "built.hdf5");
  const nsds_global_friction_contact& problem = read.problem.view();
  EXPECT_EQ(entries(*problem.M), (Numbers{2, 0, 0, 4}));
  EXPECT_EQ(entries(*problem.H), (Numbers{1, 0, 0, -1}));
  ASSERT_EQ(problem.constraints, 1);
  EXPECT_EQ(entries(*problem.G), (Numbers{1, 1}));
  EXPECT_EQ(problem.G->rows, 1);
  EXPECT_EQ(problem.d[0], 3.0);
  EXPECT_EQ(problem.q[1], 6.0);
  EXPECT_EQ(problem.b[0], 7.0);
}

TEST(FclibFile, HasADescriptionASolutionAndGuesses) {
  Hdf5Builder file;
  buildLocal(file);
  EXPECT_FALSE(readFclibLocalBytes(file.bytes(), "built.hdf5").extras.solution);
  file.put("solution/u", Numbers{1, 2}).put("solution/r", Numbers{3, 4});
  file.put("guesses/number_of_guesses", Integers{2});
  for (const char* guess : {"guesses/1", "guesses/2"})
    file.put(std::string(guess) + "/u", Numbers{5, 6}).put(std::string(guess) + "/r", Numbers{7, 8});
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 3);
  file.put("fclib_local/info/title", text, text, {1}, "ab");
  H5Tclose(text);
  const FclibLocal read = readFclibLocalBytes(file.bytes(), "built.hdf5");
  EXPECT_EQ(read.extras.info.title, "ab");
  ASSERT_TRUE(read.extras.solution);
  EXPECT_EQ(read.extras.solution->u, (Numbers{1, 2}));
  EXPECT_EQ(read.extras.solution->r, (Numbers{3, 4}));
  ASSERT_EQ(read.extras.guesses.size(), 2u);
  EXPECT_EQ(read.extras.guesses[1].r, (Numbers{7, 8}));
}

// Texts of another kind are no reason to refuse a problem.
TEST(FclibFile, MayHaveADescriptionThatIsNotRead) {
  Hdf5Builder file;
  buildLocal(file);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, H5T_VARIABLE);
  const char* title = "of any length";
  file.put("fclib_local/info/title", text, text, {1}, static_cast<const void*>(&title));
  H5Tclose(text);
  EXPECT_EQ(readFclibLocalBytes(file.bytes(), "built.hdf5").extras.info.title, "");
}

TEST(FclibFile, SaysItsClass) {
  Hdf5Builder reduced, global, both;
  buildLocal(reduced);
  buildGlobal(global);
  buildLocal(both);
  buildGlobal(both);
  EXPECT_EQ(classOf(readProblemText(reduced.bytes(), "built.hdf5")), NSDS_CLASS_FRICTION_CONTACT);
  EXPECT_EQ(classOf(readProblemText(global.bytes(), "built.hdf5")), NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
  EXPECT_THROW(readProblemText(both.bytes(), "built.hdf5"), AmbiguousClass);
}

// The newest form of HDF5, which the library checks by itself.
TEST(FclibFile, MayBeOfALaterForm) {
  const test::TemporaryFolder folder;
  Hdf5Builder file;
  buildLocal(file);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  const hid_t later = H5Fcreate((folder / "later.hdf5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Ocopy(file.file(), "fclib_local", later, "fclib_local", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(later);
  H5Pclose(access);
  const FrictionContact problem = readFrictionContact(folder / "later.hdf5");
  EXPECT_EQ(entries(*problem.view().W), (Numbers{1, 2, 0, 3}));
}

TEST(FclibWriting, RefusesWhatDoesNotFit) {
  const FrictionContact problem(2, Matrix::dense(2, 2, {1, 0, 0, 1}), {0, 0}, {0.5});
  EXPECT_THROW(fclibBytes(problem.view(), {{}, {{{}, {1, 2}, {1}, {}}}, {}}), std::invalid_argument);
  EXPECT_THROW(fclibBytes(problem.view(), {{}, {{{1}, {1, 2}, {1, 2}, {}}}, {}}), std::invalid_argument);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(fclibBytes(problem.view(), {{}, {}, {{{}, {1, 2}, {1, nan}, {}}}}), std::invalid_argument);
  const FrictionContact negative(2, Matrix::dense(2, 2, {1, 0, 0, 1}), {0, 0}, {-0.5});
  EXPECT_THROW(fclibBytes(negative.view()), std::invalid_argument);
  nsds_friction_contact byProduct = problem.view();
  const nsds_matrix product = nsds_matrix_operator(
      2, 2, [](void*, const double*, double*) { return 0; }, nullptr);
  byProduct.W = &product;
  EXPECT_THROW(fclibBytes(byProduct), std::invalid_argument);
}

TEST(FclibWriting, MakesFilesThatAreRead) {
  const test::TemporaryFolder folder;
  const FrictionContact problem(2, Matrix::dense(2, 2, {1, 2, 3, 4}), {5, 6}, {0.5});
  writeFclib(folder / "local.hdf5", problem.view());
  EXPECT_EQ(entries(*readFclibLocal(folder / "local.hdf5").problem.view().W), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(classOf(readProblem(folder / "local.hdf5")), NSDS_CLASS_FRICTION_CONTACT);
  EXPECT_THROW(writeFclib(folder / "absent" / "local.hdf5", problem.view()), FileError);
  EXPECT_THROW(readFclibGlobal(folder / "absent.hdf5"), FileError);
}

}  // namespace
}  // namespace nsds::problems::fclib_files_test

// Text files of contact problems with friction: what becomes of W, what may stand at the end, and that each
// wrong file gives a FileError with its line.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "io/temporary_folder.hpp"
#include "matrix_entries.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"

namespace nsds::problems::contact_files_test {
namespace {

using test::entries;
using Numbers = std::vector<double>;

const std::string kDense = "2 1\n0 2 2 2 2  1 2 3 4\n-1 0.5\n0.25\n";
const std::string kGlobal = "2 1\n0 2 2 2 2  1 2 3 4\n0 2 2 2 2  1 0 0 1\n5 6\n-1 0.5\n0.25\n";

FrictionContact reduced(const std::string& text) {
  return readFrictionContactText(text, "some.dat");
}

GlobalFrictionContact global(const std::string& text) {
  return readGlobalFrictionContactText(text, "some.dat");
}

TEST(ContactFile, KeepsADenseMatrix) {
  const FrictionContact read = reduced(kDense);
  const nsds_friction_contact& problem = read.view();
  EXPECT_EQ(problem.struct_size, sizeof(nsds_friction_contact));
  EXPECT_EQ(problem.dimension, 2);
  EXPECT_EQ(problem.contacts, 1);
  EXPECT_EQ(problem.W->storage, NSDS_DENSE);
  EXPECT_EQ(entries(*problem.W), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(problem.q[1], 0.5);
  EXPECT_EQ(problem.mu[0], 0.25);
}

// Blocks of any size and sparse entries become blocks of one pair of contacts.
TEST(ContactFile, PutsOtherMatricesInBlocksOfContacts) {
  const std::string vectors = "\n1 2 3 4\n0.5 0.5";
  const std::string sparse =
      "2 2\n2 4 4 1\nCSparse\ntriplet: 4-by-4, nzmax: 3 nnz: 3\n0 0 : 1\n3 3 : 2\n3 0 : 5";
  const std::string oneBlock = "2 2\n1 4 4  1 1 1  4  4  2 1  0 1  0  0  1 0 0 5  0 0 0 0  0 0 0 0  0 0 0 2";
  for (const std::string& matrix : {sparse, oneBlock}) {
    const FrictionContact read = reduced(matrix + vectors);
    ASSERT_EQ(read.view().W->storage, NSDS_BSR) << matrix;
    const nsds_bsr_arrays& blocks = read.view().W->as.bsr;
    ASSERT_EQ(blocks.block_rows, 2);
    EXPECT_EQ(blocks.row_offsets[1], 2);
    EXPECT_EQ(blocks.row_starts[2], 3) << "the block (0, 1) is not there";
    EXPECT_EQ(entries(*read.view().W), (Numbers{1, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}));
  }
}

TEST(ContactFile, MayHaveNoContacts) {
  EXPECT_EQ(reduced("3 0  0 0 0 0 0").view().contacts, 0);
  EXPECT_EQ(reduced("3 0  2 0 0 1 CSparse\ntriplet: 0-by-0, nzmax: 0 nnz: 0\n").view().contacts, 0);
  const GlobalFrictionContact free = global("3 0  0 1 1 1 1 2  0 1 0 1 0  7");
  EXPECT_EQ(free.view().size, 1);
  EXPECT_EQ(free.view().H->cols, 0);
  EXPECT_EQ(free.view().q[0], 7.0);
}

TEST(GlobalContactFile, HoldsTwoMatrices) {
  const GlobalFrictionContact read = global("3 1\n0 1 1 1 1 2\n0 1 3 1 3 4 5 6\n7\n8 9 10\n0.5\n1\n");
  const nsds_global_friction_contact& problem = read.view();
  EXPECT_EQ(problem.struct_size, sizeof(nsds_global_friction_contact));
  EXPECT_EQ(problem.dimension, 3);
  EXPECT_EQ(problem.contacts, 1);
  EXPECT_EQ(problem.size, 1);
  EXPECT_EQ(problem.constraints, 0);
  EXPECT_EQ(problem.G, nullptr);
  EXPECT_EQ(entries(*problem.M), Numbers{2});
  EXPECT_EQ(entries(*problem.H), (Numbers{4, 5, 6}));
  EXPECT_EQ(problem.q[0], 7.0);
  EXPECT_EQ(problem.b[2], 10.0);
  EXPECT_EQ(problem.mu[0], 0.5);
}

struct Wrong {
  const char* text;
  int line;
  const char* message;
};

const Wrong kReduced[] = {
    {"", 1, "expected the dimension of contacts, found the end of the file"},
    {"5\n1\n", 1, R"(the dimension of contacts, an integer from 2 to 3, found "5")"},
    {"3\n-1\n", 2, "the number of contacts"},
    {"3\n1000000000\n", 2, "the number of contacts, an integer from 0 to 715827882"},
    {"3\n600000000\n0\n", 2, "the file is too short for mu (600000000)"},
    {"3\n1\n0\n4\n4\n", 5, "W is 4 x 4, expected 3 x 3: 1 contact of dimension 3"},
    {"3\n1\n0\n3\n4\n", 5, "W is 3 x 4, expected 3 x 3: 1 contact of dimension 3"},
    {"2 1\n0 2 2 2 2  1 2 3 x\n", 2, R"(W[3], a finite number, found "x")"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n-1\n", 4, "expected q[1], found the end of the file"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n-1 0.5\n", 4, "expected mu[0], found the end of the file"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n-1 nan\n0\n", 3, "q[1], a finite number"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n-1 0.5\n-0.1\n", 4, "mu[0] is negative"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n-1 0.5\ninf\n", 4, "mu[0], a finite number"},
};

const Wrong kOfGlobal[] = {
    {"", 1, "expected the dimension of contacts, found the end of the file"},
    {"2 1\n0\n2 3\n", 3, "M is 2 x 3, expected a square matrix"},
    {"2 1\n2\n2000000000 2000000000\n1\n", 3, "the file is too short for q (2000000000)"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n0 3 2\n", 3,
     "H is 3 x 2, expected 2 x 2: M has 2 rows, for 1 contact of dimension 2"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n0 2 3\n", 3,
     "H is 2 x 3, expected 2 x 2: M has 2 rows, for 1 contact of dimension 2"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n0 2 2 2 2  1 0 0 1\n5 6\n1 x\n", 5, "b[1]"},
    {"2 1\n0 2 2 2 2  1 2 3 4\n0 2 2 2 2  1 0 0 1\n5 6\n1 2\n-1\n", 6, "mu[0] is negative"},
    {"2 1 0 2 2 2 2 1 2 3 4 0 2 2 2 2 1 0 0 1 5 6 1 2 0.5\nbilateral x", 2,
     R"(the number m of bilateral constraints, an integer >= 0, found "x")"},
    {"2 1 0 2 2 2 2 1 2 3 4 0 2 2 2 2 1 0 0 1 5 6 1 2 0.5\nbilateral 1 0 2 2 2 2 1 0 0 1", 2,
     "G is 2 x 2, expected 1 x 2: 1 bilateral constraints, and M has 2 rows"},
    {"2 1 0 2 2 2 2 1 2 3 4 0 2 2 2 2 1 0 0 1 5 6 1 2 0.5\nbilateral 1 0 1 2 1 2 1 0", 2,
     "expected d[0], found the end of the file"},
};

template <class Read>
void expectFault(const Wrong& row, Read read) {
  try {
    read(row.text);
    ADD_FAILURE() << "accepted: " << row.text;
  } catch (const FileError& error) {
    EXPECT_EQ(error.line(), row.line) << error.what();
    EXPECT_NE(std::string(error.what()).find(row.message), std::string::npos) << error.what();
  }
}

TEST(ContactFile, FaultsAreNamedWithTheirLine) {
  for (const Wrong& row : kReduced) expectFault(row, reduced);
}

TEST(GlobalContactFile, FaultsAreNamedWithTheirLine) {
  for (const Wrong& row : kOfGlobal) expectFault(row, global);
}

TEST(ContactProblem, IsOfOneSize) {
  const auto W = [] { return Matrix::dense(2, 2, {1, 0, 0, 1}); };
  EXPECT_THROW(FrictionContact(4, W(), {0, 0}, {0.5}), std::invalid_argument);
  EXPECT_THROW(FrictionContact(3, W(), {0, 0}, {0.5}), std::invalid_argument);
  EXPECT_THROW(FrictionContact(2, W(), {0, 0, 0}, {0.5}), std::invalid_argument);
  EXPECT_THROW(FrictionContact(2, W(), {0, 0}, {0.5, 0.5}), std::invalid_argument);
  const auto parts = [&] { return GlobalContactParts{2, W(), W(), {1, 2}, {3, 4}, {0.5}}; };
  EXPECT_NO_THROW(GlobalFrictionContact{parts()});
  GlobalContactParts wrong = parts();
  wrong.M = Matrix::dense(2, 3, Numbers(6, 0.0));
  EXPECT_THROW(GlobalFrictionContact{wrong}, std::invalid_argument);
  wrong = parts();
  wrong.H = Matrix::dense(3, 2, Numbers(6, 0.0));
  EXPECT_THROW(GlobalFrictionContact{wrong}, std::invalid_argument);
  wrong = parts();
  wrong.q.clear();
  EXPECT_THROW(GlobalFrictionContact{wrong}, std::invalid_argument);
  wrong = parts();
  wrong.b.pop_back();
  EXPECT_THROW(GlobalFrictionContact{wrong}, std::invalid_argument);
  wrong = parts();
  wrong.constraints.emplace(BilateralConstraints{Matrix::dense(1, 3, Numbers(3, 0.0)), {0}});
  EXPECT_THROW(GlobalFrictionContact{wrong}, std::invalid_argument);
  wrong = parts();
  wrong.constraints.emplace(BilateralConstraints{Matrix::dense(1, 2, Numbers(2, 0.0)), {0, 0}});
  EXPECT_THROW(GlobalFrictionContact{wrong}, std::invalid_argument);
}

TEST(ContactWriting, RefusesWhatHasNoFileForm) {
  std::ostringstream out;
  const auto I = [] { return Matrix::dense(2, 2, {1, 0, 0, 1}); };
  const FrictionContact negative(2, I(), {0, 0}, {-1});
  EXPECT_THROW(writeFrictionContact(out, negative.view()), std::invalid_argument);
  const FrictionContact infinite(2, I(), {0, std::numeric_limits<double>::infinity()}, {1});
  EXPECT_THROW(writeFrictionContact(out, infinite.view()), std::invalid_argument);
  GlobalContactParts parts{2, I(), I(), {1, 2}, {3, 4}, {0.5}};
  parts.constraints.emplace(BilateralConstraints{I(), {0, std::numeric_limits<double>::infinity()}});
  EXPECT_THROW(writeGlobalFrictionContact(out, GlobalFrictionContact(parts).view()), std::invalid_argument);
  parts.constraints.reset();
  parts.mu[0] = -1;
  EXPECT_THROW(writeGlobalFrictionContact(out, GlobalFrictionContact(parts).view()), std::invalid_argument);
}

TEST(ContactWriting, MakesFilesThatAreRead) {
  const test::TemporaryFolder folder;
  writeFrictionContact(folder / "reduced.dat", reduced(kDense).view());
  EXPECT_EQ(entries(*readFrictionContact(folder / "reduced.dat").view().W), (Numbers{1, 2, 3, 4}));
  writeGlobalFrictionContact(folder / "global.dat", global(kGlobal).view());
  EXPECT_EQ(entries(*readGlobalFrictionContact(folder / "global.dat").view().M), (Numbers{1, 2, 3, 4}));
  EXPECT_THROW(writeFrictionContact(folder / "absent" / "x.dat", reduced(kDense).view()), FileError);
  EXPECT_THROW(readFrictionContact(folder / "absent.dat"), FileError);
  EXPECT_THROW(readGlobalFrictionContact(folder / "absent.dat"), FileError);
}

TEST(ContactGuess, TellsReducedAndGlobalProblems) {
  for (const char* end : {"", "0", "1", "  a remark", "1 of several"}) {
    EXPECT_EQ(classOf(readProblemText(kDense + end, "some.dat")), NSDS_CLASS_FRICTION_CONTACT) << end;
    EXPECT_EQ(classOf(readProblemText(kGlobal + end, "some.dat")), NSDS_CLASS_GLOBAL_FRICTION_CONTACT) << end;
  }
}

// d nc NM(W) begins a global problem, too: q = (2, 3, 3), mu = 1, and the banner would be a remark.
TEST(ContactGuess, TakesNoMatrixForARemark) {
  const std::string text =
      "3 1  0 3 3 3 3  1 0 0 0 1 0 0 0 1  2 3 3 1\nCSparse\ntriplet: 3-by-3, nzmax: 1 nnz: 1\n0 0 : 1\n"
      "1 2 3  4 5 6  0.5";
  EXPECT_NO_THROW(reduced(text));
  EXPECT_EQ(classOf(readProblemText(text, "some.dat")), NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
}

// A second coefficient a contact is rolling friction.
TEST(ContactGuess, LeavesOtherProblemsAlone) {
  EXPECT_THROW(readProblemText(kDense + "0.1", "some.dat"), FileError);
  EXPECT_THROW(readProblemText(kDense + "1 0.1", "some.dat"), FileError);
  EXPECT_THROW(readProblemText(kGlobal + "0.1", "some.dat"), FileError);
}

}  // namespace
}  // namespace nsds::problems::contact_files_test

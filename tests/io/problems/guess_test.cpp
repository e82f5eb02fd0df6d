// The class of a problem found from its text: what decides, what is left open, and what is said where no
// class fits.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "nsds/problems/any_problem.hpp"

namespace nsds::problems::guess_test {
namespace {

nsds_class guess(const std::string& text) {
  return classOf(readProblemText(text, "some.dat"));
}

// The classes among which the text does not decide; none where it does.
std::vector<nsds_class> open(const std::string& text) {
  try {
    guess(text);
  } catch (const AmbiguousClass& error) {
    return error.classes();
  }
  return {};
}

std::string faultOf(const std::string& text) {
  try {
    guess(text);
  } catch (const AmbiguousClass&) {
    return "ambiguous";
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

using Classes = std::vector<nsds_class>;

const std::string kSquare = "2 0 2 2 2 2  2 1 1 2  -5 -6 ";
const std::string kMixed = "1 0 1 1  0 1 2  0 1  0 2 2 2 2  1 -1 1 1  -2 1 ";
const std::string kPlainProgram = "2 0 0  0 2 2 2 2  2 1 1 2  -5 -6  0 0  inf inf ";

TEST(Guess, TakesTheClassThatTheLastWordNames) {
  const std::string empty = "0 0 0  0 0 0 0 0 ";  // fits several classes
  EXPECT_FALSE(open(empty).empty());
  EXPECT_EQ(guess(empty + "qp\n"), NSDS_CLASS_QP);
  EXPECT_EQ(guess(kPlainProgram + "avi"), NSDS_CLASS_AVI);
}

TEST(Guess, DecidesByWhatFollowsMatrixAndVector) {
  EXPECT_EQ(guess(kSquare), NSDS_CLASS_LCP);
  EXPECT_EQ(guess(kSquare + "Example 4.4.16 of the book"), NSDS_CLASS_LCP);
  EXPECT_EQ(guess(kSquare + "-1 -1 1 1"), NSDS_CLASS_RELAY);
  EXPECT_EQ(guess(kSquare + "-1 -inf inf 1 two relays"), NSDS_CLASS_RELAY);
  EXPECT_EQ(guess(kSquare + "\n-1 -1\n1 1\n"), NSDS_CLASS_RELAY);
  EXPECT_EQ(guess(kMixed), NSDS_CLASS_MLCP);
  EXPECT_EQ(guess(kMixed + "0.5 0.5 0"), NSDS_CLASS_MLCP) << "a solution behind the data";
}

TEST(Guess, TakesTheLastWordForAClass) {
  EXPECT_EQ(guess(kSquare + "equality"), NSDS_CLASS_EQUALITY);
  EXPECT_EQ(guess(kSquare + "lcp"), NSDS_CLASS_LCP);
  EXPECT_EQ(guess(kSquare + "equality of two prices"), NSDS_CLASS_LCP) << "a remark";
  EXPECT_EQ(guess(kPlainProgram + "qp"), NSDS_CLASS_QP);
  EXPECT_EQ(guess(kPlainProgram + "avi"), NSDS_CLASS_AVI);
  EXPECT_EQ(guess(kSquare + "qp"), NSDS_CLASS_LCP) << "a class of another layout";
}

TEST(Guess, LeavesOpenWhatIsOpen) {
  EXPECT_EQ(open(kPlainProgram), (Classes{NSDS_CLASS_QP, NSDS_CLASS_AVI}));
  EXPECT_EQ(open(kPlainProgram + "qp or avi"), (Classes{NSDS_CLASS_QP, NSDS_CLASS_AVI}));
  const Classes two{NSDS_CLASS_LCP, NSDS_CLASS_RELAY};
  EXPECT_EQ(open(kSquare + "7"), two) << "a remark, or bounds that are cut off";
  EXPECT_EQ(open(kSquare + "1 1 -1 -1"), two) << "bounds that cross are none";
  EXPECT_EQ(open(kSquare + "-1 -1 1 1 2"), two) << "one number too many";
  EXPECT_EQ(open(kSquare + "\n9 9 9 9\n"), two) << "numbers of which none is above another";
  EXPECT_EQ(open(kSquare + "\n1 2 3 4\n"), two) << "a line of numbers";
}

// n = 1 in blocks of one row: the same numbers are 2 z + 1, an LCP with a remark, and a program of one
// equality.
TEST(Guess, NamesAllClassesThatFit) {
  const std::string text = "1 0 1  1 1 1  1 1 1  1  1  2 1  0 1  0  0 3  4  0 1 1 1 1 5  6  0 7";
  const Classes classes = open(text);
  EXPECT_EQ(classes, (Classes{NSDS_CLASS_LCP, NSDS_CLASS_RELAY, NSDS_CLASS_QP, NSDS_CLASS_AVI}));
  try {
    guess(text);
  } catch (const AmbiguousClass& error) {
    EXPECT_STREQ(error.what(), "some.dat: fits more than one class: lcp, relay, qp, avi");
  }
}

// The message is that of the class of which most could be read, then what two others found.
TEST(Guess, SaysWhatIsWrongWhereNoClassFits) {
  EXPECT_EQ(faultOf("1 0 0  0 1 1 1 1  2\nx  -inf inf\nqp").substr(0, 44),
            "some.dat:2: expected p[0], a finite number, ");
  EXPECT_EQ(faultOf(""), "some.dat:1: expected the size n, found the end of the file");
  EXPECT_EQ(faultOf("hello"), R"(some.dat:1: expected the size n, an integer >= 0, found "hello")");
  EXPECT_EQ(faultOf("2 0 2 2 2 2\n2 1 x 2"),
            "some.dat:2: expected M[2], a finite number, found \"x\"\n"
            "  The class was guessed: that is as lcp, relay or equality\n"
            "  As qp or avi, line 1: the file is too short for q, b, d, lower and upper");
  EXPECT_EQ(faultOf("1 0 1 1\n0 1 2\n0 1\n0 3 2 3 2 1 2 3 4 5 6 1 2"),
            "some.dat:4: M is 3 x 2, expected 2 x 2: n + m = 2\n"
            "  The class was guessed: that is as mlcp\n"
            "  As lcp, relay or equality, line 2: the dense matrix M is 1 x 1, expected the same again, "
            "found 0 x 1\n"
            "  As qp or avi, line 2: M is 0 x 1, expected 1 x 1: n = 1");
}

// Sizes that do not fit are named in words, whatever class their numbers look like.
TEST(Guess, NamesTheSizesThatDoNotFit) {
  // n = 3 with a matrix of 2 x 2.
  const std::string square = faultOf("3\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6 -7\n");
  EXPECT_NE(square.find("M is 2 x 2, expected 3 x 3: n = 3"), std::string::npos) << square;
  EXPECT_NE(square.find("As lcp, relay or equality"), std::string::npos) << square;
  EXPECT_EQ(square.find("-by-"), std::string::npos) << square;
  // Two contacts with the matrix of one.
  const std::string contacts = faultOf("3\n2\n0\n3\n3\n3 3\n1 0 0\n0 1 0\n0 0 1\n-1 0 0\n0.5\n0.5\n");
  EXPECT_NE(
      contacts.find("As friction_contact, line 5: W is 3 x 3, expected 6 x 6: 2 contacts of dimension 3"),
      std::string::npos)
      << contacts;
  EXPECT_NE(contacts.find("that is as global_friction_contact"), std::string::npos) << contacts;
  EXPECT_EQ(contacts.find("generic_mechanical"), std::string::npos) << "no block is named: " << contacts;
  // A dense matrix read as one of a program without constraints is a sparse one.
  const auto sparse = [] {
    try {
      readProblemText("2\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6\n", "some.dat", NSDS_CLASS_QP);
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(sparse(),
            "some.dat:6: expected \"2-by-2,\" in front of the entries of Q, a sparse matrix of size 2 x 2, "
            "found \"1\"");
}

TEST(Guess, ReadsFiles) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(classOf(readProblem(folder.write("mixed.dat", kMixed))), NSDS_CLASS_MLCP);
  EXPECT_THROW(readProblem(folder / "absent.dat"), FileError);
}

}  // namespace
}  // namespace nsds::problems::guess_test

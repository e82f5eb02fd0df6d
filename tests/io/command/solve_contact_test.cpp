// nsds solve: contact problems with friction, from text and from files of FCLIB.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "nsds/problems/fclib.hpp"
#include "run_program.hpp"

namespace nsds::solve_contact_test {
namespace {

using test::nsds;
using test::Outcome;

// W = I, q = (-1, 1, 0): the contact closes, u_N = r_N - 1 = 0, and slips, r_T = -mu r_N (1, 0) = (-0.5, 0)
// against u_T = (0.5, 0).
constexpr const char* kSliding = "3 1\n0 3 3 3 3  1 0 0 0 1 0 0 0 1\n-1 1 0\n0.5\n1\n";

class SolveContact : public testing::Test {
 protected:
  test::TemporaryFolder folder;
  std::string text = folder.write("contact.dat", kSliding).string();

  std::string fclib() const {
    std::string file = (folder / "contact.hdf5").string();
    problems::writeFclib(file, problems::readFrictionContact(text).view());
    return file;
  }
};

TEST_F(SolveContact, FromTextAndFromFclib) {
  for (const std::string& file : {text, fclib()}) {
    const Outcome outcome = nsds({"solve", file, "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.errors << outcome.out;
    const nlohmann::json json = outcome.json();
    EXPECT_EQ(json["class"], "friction_contact");
    EXPECT_EQ(json["status"], "ok");
    EXPECT_LE(json["residual"].get<double>(), 1e-8);
    EXPECT_LE(json["residual_fclib"].get<double>(), 1e-8);
    EXPECT_EQ(json.size(), 15u);
    const double r[] = {1.0, -0.5, 0.0}, u[] = {0.0, 0.5, 0.0};
    ASSERT_EQ(json["solution"]["r"].size(), 3u);
    ASSERT_EQ(json["solution"]["u"].size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(json["solution"]["r"][i].get<double>(), r[i], 1e-7);
      EXPECT_NEAR(json["solution"]["u"][i].get<double>(), u[i], 1e-7);
    }
  }
}

// A file of FCLIB is read as a whole, too, and needs not be one on a disk.
TEST_F(SolveContact, FromAPipe) {
  const std::string file = fclib();
  for (const std::string& line :
       {"cat '" + file + "' | $NSDS solve - --json", "$NSDS solve <(cat '" + file + "') --json"}) {
    const Outcome outcome = test::shell(line);
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    EXPECT_NEAR(outcome.json()["solution"]["r"][0].get<double>(), 1.0, 1e-7);
  }
}

TEST_F(SolveContact, IsSaidToBeGuessed) {
  const Outcome outcome = nsds({"solve", text});
  EXPECT_NE(outcome.out.find("(friction_contact, guessed from the file; d = 3, nc = 1, dense)"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(nsds({"solve", fclib(), "--class", "friction_contact", "--solver", "nsgs"}).status, 0);
}

// M = I and H = I (n = 3): u = r + q + b, the problem above, and v = u.
TEST_F(SolveContact, InGlobalForm) {
  const std::string file = folder
                               .write("global.dat",
                                      "3 1\n0 3 3 3 3  1 0 0 0 1 0 0 0 1\n"
                                      "0 3 3 3 3  1 0 0 0 1 0 0 0 1\n-1 1 0\n0 0 0\n0.5\n0\n")
                               .string();
  const std::string hdf5 = (folder / "global.hdf5").string();
  problems::writeFclib(hdf5, problems::readGlobalFrictionContact(file).view());
  for (const std::string& name : {file, hdf5}) {
    const Outcome outcome = nsds({"solve", name, "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.errors << outcome.out;
    const nlohmann::json json = outcome.json();
    EXPECT_EQ(json["class"], "global_friction_contact");
    EXPECT_LE(json["residual_fclib"].get<double>(), 1e-7);
    EXPECT_EQ(json["solution"].size(), 3u);
    const double r[] = {1.0, -0.5, 0.0}, u[] = {0.0, 0.5, 0.0};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(json["solution"]["r"][i].get<double>(), r[i], 1e-7);
      EXPECT_NEAR(json["solution"]["u"][i].get<double>(), u[i], 1e-7);
      EXPECT_NEAR(json["solution"]["v"][i].get<double>(), u[i], 1e-7);
    }
  }
}

// A fourth velocity that the equality G v = v_3 = 2 holds: lambda = M v_3 - q_3 = 3 * 2 - 1.
TEST_F(SolveContact, WithBilateralConstraints) {
  std::vector<double> M(16, 0.0), H(12, 0.0);
  for (std::size_t i = 0; i < 3; ++i) M[5 * i] = H[5 * i] = 1.0;
  M[15] = 3.0;
  problems::GlobalContactParts parts{
      3, problems::Matrix::dense(4, 4, M), problems::Matrix::dense(4, 3, H), {-1, 1, 0, 1}, {0, 0, 0}, {0.5}};
  parts.constraints.emplace(problems::BilateralConstraints{problems::Matrix::dense(1, 4, {0, 0, 0, 1}), {2}});
  const std::string file = (folder / "held.hdf5").string();
  problems::writeFclib(file, problems::GlobalFrictionContact(std::move(parts)).view());
  const Outcome outcome = nsds({"solve", file, "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.errors << outcome.out;
  const nlohmann::json solution = outcome.json()["solution"];
  EXPECT_NEAR(solution["v"][3].get<double>(), 2.0, 1e-7);
  EXPECT_NEAR(solution["lambda"][0].get<double>(), 5.0, 1e-6);
  EXPECT_NEAR(solution["r"][1].get<double>(), -0.5, 1e-7);
}

TEST_F(SolveContact, NamesTheDatasetOfABadFile) {
  const std::string file = fclib();
  const std::string bytes = test::contents(file);
  const std::string bad = folder.write("bad.hdf5", bytes.substr(0, bytes.size() / 2)).string();
  for (const char* problemClass : {"", "friction_contact"}) {
    std::vector<std::string> words{"solve", bad};
    if (*problemClass != 0) words.insert(words.end(), {"--class", problemClass});
    const Outcome outcome = nsds(words);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.errors.find("bad.hdf5: is shorter than it says"), std::string::npos) << outcome.errors;
  }
  std::string spoiled = bytes;
  spoiled.replace(spoiled.find("spacedim"), 8, "spacedin");
  const Outcome outcome = nsds({"solve", folder.write("wrong.hdf5", spoiled).string()});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("wrong.hdf5: fclib_local/spacedim: is missing"), std::string::npos)
      << outcome.errors;
}

}  // namespace
}  // namespace nsds::solve_contact_test

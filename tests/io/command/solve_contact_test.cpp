// nsds solve: contact problems with friction, from text and from files of FCLIB.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "nsds/problems/fclib.hpp"
#include "run_program.hpp"

namespace nsds {
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
    const std::string file = (folder / "contact.hdf5").string();
    problems::write_fclib(file, problems::read_friction_contact(text).view());
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
    EXPECT_EQ(json.size(), 10u);
    const double r[] = {1.0, -0.5, 0.0}, u[] = {0.0, 0.5, 0.0};
    ASSERT_EQ(json["solution"]["r"].size(), 3u);
    ASSERT_EQ(json["solution"]["u"].size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(json["solution"]["r"][i].get<double>(), r[i], 1e-7);
      EXPECT_NEAR(json["solution"]["u"][i].get<double>(), u[i], 1e-7);
    }
  }
}

TEST_F(SolveContact, IsSaidToBeGuessed) {
  const Outcome outcome = nsds({"solve", text});
  EXPECT_NE(outcome.out.find("(friction_contact, guessed from the file; d = 3, nc = 1, dense)"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(nsds({"solve", fclib(), "--class", "friction_contact", "--solver", "nsgs"}).status, 0);
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
}  // namespace nsds

// Subcommands that companions execute: the command finds its companion beside itself or where an installation has it, and becomes
// it. Here companions are scripts.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds {
namespace {

using test::Outcome;

class Companions : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder / "bin");
    std::filesystem::create_directories(folder / "libexec/nsds");
    std::filesystem::copy_file(NSDS_COMMAND, folder / "bin" / "nsds");
  }
  /// It says what it is called and given, and fails.
  void addCompanion(const std::string& file) {
    std::filesystem::permissions(
        folder.write(file, "#!/bin/sh\necho \"" + file + "\"; for word; do echo \"<$word>\"; done; exit 3\n"),
        std::filesystem::perms::owner_all);
  }
  Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), (folder / "bin" / "nsds").string());
    return test::run_program(arguments);
  }

  test::TemporaryFolder folder;
};

TEST_F(Companions, AreGivenTheLineAndGiveTheStatus) {
  addCompanion("bin/nsds-formats");
  const Outcome outcome = run({"solve", "a file.dat", "--tolerance", "1e-9"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "bin/nsds-formats\n<solve>\n<a file.dat>\n<--tolerance>\n<1e-9>\n");
}

TEST_F(Companions, ExecuteWhatReadsAndWritesOtherFormats) {
  addCompanion("libexec/nsds/nsds-formats");
  addCompanion("libexec/nsds/nsds-study");
  EXPECT_EQ(run({"solvers"}).out, "libexec/nsds/nsds-formats\n<solvers>\n");
  EXPECT_EQ(run({"run", "pile.json"}).status, 3);
  EXPECT_EQ(run({"convert", "pile.h5", "-o", "pile.pvd"}).status, 3);
  EXPECT_EQ(run({"study", "lecture"}).out, "libexec/nsds/nsds-study\n<study>\n<lecture>\n");
  EXPECT_EQ(run({"convert", "absent.h5", "-o", "pile.csv"}).status, 1) << "a table needs none";
}

TEST_F(Companions, AreNotNeededToDescribeOrToRefuse) {
  EXPECT_EQ(run({"solve", "--help"}).status, 0);
  EXPECT_NE(run({"study", "--help"}).out.find("lecture or schemes"), std::string::npos);
  EXPECT_EQ(run({"solve", "problem.dat", "--absent"}).status, 2);
  EXPECT_EQ(run({"convert", "pile.h5", "-o", "pile.txt"}).status, 2);
  EXPECT_NE(run({"complete", "solvers", "lem"}).out.find("lemke"), std::string::npos);
}

TEST_F(Companions, ThatAreNotBuiltAreNamedWithTheCommandThatBuildsThem) {
  folder.write("bin/nsds_build_tree", "/a build\n/examples\n");
  const Outcome outcome = run({"study", "lecture"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(
      outcome.errors,
      "nsds: nsds-study is not built; this builds it: cmake --build \"/a build\" --target nsds-study\n");
}

TEST_F(Companions, ThatAreNotInstalledAreNamedWithTheirPlace) {
  const Outcome outcome = run({"solvers"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("nsds-formats is not installed"), std::string::npos) << outcome.errors;
  EXPECT_NE(outcome.errors.find((folder / "libexec/nsds").string()), std::string::npos) << outcome.errors;
}

}  // namespace
}  // namespace nsds

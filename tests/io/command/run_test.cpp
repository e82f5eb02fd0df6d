// nsds run: finds the examples around itself, hands them their arguments, returns their exit status.
#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds::run_test {
namespace {

using test::Outcome;

// Names the two programs below, which have no summary.
constexpr const char* kList = "echo\nfails\n";

// A folder like the build tree: bin/nsds is the command, examples/ holds two programs.
class RunCommand : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder / "bin");
    std::filesystem::create_directories(folder / "examples" / "folder");
    std::filesystem::copy_file(NSDS_COMMAND, folder / "bin" / "nsds");
    addProgram("examples/echo", "#!/bin/sh\nfor word; do echo \"<$word>\"; done\n");
    addProgram("examples/fails", "#!/bin/sh\nexit 3\n");
    folder.write("examples/notes", "not a program");
    addProgram("examples/script.sh", "#!/bin/sh\n");
  }
  void addProgram(const std::string& name, const std::string& text) {
    std::filesystem::permissions(folder.write(name, text), std::filesystem::perms::owner_all);
  }
  Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {(folder / "bin" / "nsds").string(), "run"});
    return test::run_program(arguments);
  }

  test::TemporaryFolder folder;
};

TEST_F(RunCommand, ListsTheExamples) {
  EXPECT_EQ(run({"--list"}).out, kList);
}

// An example gives its summary with --json; one that fails then, or answers in other words, has none.
TEST_F(RunCommand, DescribesTheExamples) {
  const auto answer = [](const std::string& json) {
    return "#!/bin/sh\ntest \"$1\" = --json && echo '" + json + "'\n";
  };
  addProgram("examples/ball",
             answer(R"({"program": "ball", "summary": "A ball \"bounces\".", "parameters": []})"));
  addProgram("examples/list", answer("[1]"));
  addProgram("examples/number", answer(R"({"summary": 1})"));
  addProgram("examples/quiet", "#!/bin/sh\necho complaint >&2\n");
  EXPECT_EQ(run({"--list"}).out, "ball    A ball \"bounces\".\necho\nfails\nlist\nnumber\nquiet\n");
  EXPECT_EQ(run({"--list"}).errors, "");
  const nlohmann::json list = run({"--list", "--json"}).json();
  EXPECT_EQ(list[0], (nlohmann::json{{"name", "ball"}, {"summary", "A ball \"bounces\"."}}));
  EXPECT_EQ(list[2], (nlohmann::json{{"name", "fails"}, {"summary", ""}}));
}

TEST_F(RunCommand, HandsOverTheArguments) {
  const Outcome outcome = run({"echo", "--set", "h=1e-3", "--output", "a file.csv", "--set", "e=0"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "<--set>\n<h=1e-3>\n<--set>\n<e=0>\n<--output>\n<a file.csv>\n");
}

TEST_F(RunCommand, AsksTheExampleForItsParameters) {
  EXPECT_EQ(run({"echo", "--parameters"}).out, "<--help>\n");
  EXPECT_EQ(run({"echo", "--parameters", "--json"}).out, "<--json>\n");
}

TEST_F(RunCommand, ReturnsTheStatusOfTheExample) {
  EXPECT_EQ(run({"fails"}).status, 3);
}

TEST_F(RunCommand, WorksThroughALink) {
  std::filesystem::create_symlink(folder / "bin" / "nsds", folder / "link");
  EXPECT_EQ(test::run_program({(folder / "link").string(), "run", "--list"}).out, kList);
}

TEST_F(RunCommand, RefusesWrongUsage) {
  const Outcome unknown = run({"absent"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("there is no example \"absent\"; there are: echo, fails"), std::string::npos);
  EXPECT_EQ(run({"../bin/nsds"}).status, 2) << "a name, not a path";
  EXPECT_EQ(run({}).status, 2);
  EXPECT_EQ(run({"echo", "--json"}).status, 2);
  EXPECT_EQ(run({"echo", "--absent"}).status, 2);
}

// A build tree says where the sources of its examples are: programs without one are no examples, and one that
// is not built is named with the command that builds it.
TEST_F(RunCommand, KnowsTheSourcesInABuildTree) {
  const std::filesystem::path sources = folder / "source/examples";
  std::filesystem::create_directories(sources / "studies");
  for (const char* name : {"echo.cpp", "ball.cpp", "studies/orders.cpp", "README.md"})
    folder.write("source/examples/" + std::string(name), "");
  folder.write("bin/nsds_build_tree", (folder / "").string() + "\n" + sources.string() + "\n");
  EXPECT_EQ(run({"--list"}).out, "echo\n") << "fails has no source";
  for (const std::string name : {"ball", "orders"}) {
    const Outcome outcome = run({name});
    EXPECT_EQ(outcome.status, 2);
    const std::string command = "sh \"" + (sources / "run.sh").string() + "\" " + name;
    EXPECT_NE(outcome.errors.find(command), std::string::npos) << outcome.errors;
  }
  const Outcome unknown = run({"absent"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("there are: echo; not built: ball, orders"), std::string::npos)
      << unknown.errors;
}

// An installed command finds what was installed with it, and says where there are more.
TEST_F(RunCommand, KnowsTheExamplesOfAnInstallation) {
  std::filesystem::create_directories(folder / "libexec/nsds");
  std::filesystem::rename(folder / "examples", folder / "libexec/nsds/examples");
  EXPECT_EQ(run({"--list"}).out, kList);
  EXPECT_EQ(run({"fails"}).status, 3);
  const Outcome unknown = run({"absent"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("sh examples/run.sh absent"), std::string::npos) << unknown.errors;
}

TEST_F(RunCommand, SaysWhenThereIsNothing) {
  std::filesystem::remove_all(folder / "examples");
  const Outcome outcome = run({"--list"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("There are no examples"), std::string::npos);
  EXPECT_EQ(run({"echo"}).status, 2);
}

}  // namespace
}  // namespace nsds::run_test

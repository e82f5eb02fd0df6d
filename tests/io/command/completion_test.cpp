// What the command says of itself to shells, to man and to a person who reports a defect: nothing of it is written twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "io/temporary_folder.hpp"
#include "run_program.hpp"

namespace nsds::completion_test {
namespace {

using test::nsds;
using test::Outcome;

using Words = std::vector<std::string>;

Words linesOf(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The words that may follow, without what they mean.
Words completionOf(Words words) {
  words.insert(words.begin(), "complete");
  const Outcome outcome = nsds(words);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.errors, "");
  Words found;
  for (const std::string& line : linesOf(outcome.out)) found.push_back(line.substr(0, line.find('\t')));
  return found;
}

// The words of a help that begin a line of a list: commands, or the last names of options.
Words listedIn(const std::string& help, const std::string& heading) {
  Words words;
  bool inside = false;
  for (const std::string& line : linesOf(help)) {
    if (inside && line.size() > 2 && line[2] != ' ') {
      const std::string word = line.substr(2, line.find(' ', 2) - 2);
      words.push_back(word.substr(word.find(',') + 1));
    }
    inside = line == heading || (inside && !line.empty());
  }
  return words;
}

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(Completion, OffersTheCommandsAndOptionsOfTheHelp) {
  const Words commands = listedIn(nsds({"--help"}).out, "Subcommands:");
  EXPECT_EQ(completionOf({""}), commands);
  EXPECT_TRUE(contains(commands, "solve"));
  for (const std::string& command : commands) {
    const Words options = listedIn(nsds({command, "--help"}).out, "Options:");
    EXPECT_EQ(completionOf({command, "-"}), options) << command;
    EXPECT_TRUE(contains(options, "--help")) << command;
  }
}

TEST(Completion, SaysWhatWordsMean) {
  EXPECT_EQ(nsds({"complete", "plo"}).out, "plot\tDraw tables as a picture, with gnuplot.\n");
  EXPECT_EQ(nsds({"complete", "solvers", "--j"}).out, "--json\tprint a JSON array for programs\n");
}

TEST(Completion, OffersNamesOfClassesAndSolvers) {
  EXPECT_EQ(completionOf({"solve", "--class", "mlc"}), Words{"mlcp"});
  EXPECT_EQ(completionOf({"solve", "--class=mlc"}), Words{"--class=mlcp"});
  EXPECT_TRUE(contains(completionOf({"solvers", ""}), "convex_qp"));
  // There are no files of this class.
  EXPECT_FALSE(contains(completionOf({"solve", "--class", ""}), "convex_qp"));
  EXPECT_TRUE(contains(completionOf({"solve", "--solver", "lem"}), "lemke"));
  EXPECT_EQ(completionOf({"solve", "--class", "equality", "--solver", "lem"}), Words{});
  EXPECT_TRUE(contains(completionOf({"solve", "--set", "tol"}), "tolerance="));
}

TEST(Completion, KnowsWhereTheLineStands) {
  // A value is not completed by options, an option that is there is not offered again, one that may be repeated is.
  EXPECT_EQ(completionOf({"solve", "--tolerance", ""}), Words{});
  EXPECT_FALSE(contains(completionOf({"solve", "--class", "lcp", "--c"}), "--class"));
  EXPECT_TRUE(contains(completionOf({"solve", "--set", "a=1", "--s"}), "--set"));
  // Where no argument is left, options come without a dash.
  EXPECT_TRUE(contains(completionOf({"solvers", "lcp", ""}), "--json"));
  EXPECT_EQ(completionOf({"solvers", "lcp", "--", "-"}), Words{});
  EXPECT_EQ(completionOf({"absent", ""}), Words{});
  EXPECT_EQ(completionOf({"solve", "--absent", ""}), Words{});
}

TEST(Completion, AsksForFiles) {
  EXPECT_EQ(nsds({"complete", "solve", ""}).out, "\t\n");
  EXPECT_EQ(nsds({"complete", "plot", ""}).out, "\t\n");
  EXPECT_EQ(nsds({"complete", "view", ""}).out, "\t.h5\n");
  EXPECT_EQ(nsds({"complete", "run", "ball", "--output", "a"}).out, "\t.csv\n");
}

TEST(Completion, OffersExamplesAndTheirParameters) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_directories(folder / "examples");
  std::filesystem::copy_file(NSDS_COMMAND, folder / "bin" / "nsds");
  const auto addExample = [&](const std::string& name, const std::string& json) {
    const auto file = folder.write("examples/" + name, "#!/bin/sh\necho '" + json + "'\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  };
  addExample("ball", R"({"parameters": [{"name": "h"}, {"name": "e"}]})");
  addExample("beam", R"({"parameters": 1})");
  const auto complete = [&](Words words) {
    words.insert(words.begin(), {(folder / "bin" / "nsds").string(), "complete", "run"});
    return test::run_program(words).out;
  };
  EXPECT_EQ(complete({"b"}), "ball\t\nbeam\t\n");
  EXPECT_EQ(complete({"ball", "--set", ""}), "h=\t\ne=\t\n");
  EXPECT_EQ(complete({"beam", "--set", ""}), "");
  EXPECT_EQ(complete({"absent", "--set", ""}), "");
}

// What bash would show for a line of these words, which it takes apart at "=".
std::string inBash(const std::string& words) {
  const Outcome outcome =
      test::shell(". '" NSDS_SOURCE "/io/completion/nsds.bash'; compopt() { :; }; cd '" NSDS_SOURCE
                  "/io'; COMP_WORDS=(\"$NSDS\" " +
                  words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _nsds; echo \"${COMPREPLY[*]}\"");
  EXPECT_EQ(outcome.errors, "");
  return outcome.out;
}

TEST(Completion, WorksInBash) {
  EXPECT_EQ(inBash("so"), "solve solvers\n");
  EXPECT_EQ(inBash("solve --class = rel"), "relay\n");
  EXPECT_EQ(inBash("solve problems/sam"), "problems/samples\n");
  EXPECT_EQ(inBash("solve problems/samples/lcp"), "problems/samples/lcp.dat\n");
  EXPECT_EQ(inBash("solve --format = qps problems/samples/lcp"), "problems/samples/lcp.dat\n");
  EXPECT_EQ(inBash("view problems/samples/lcp"), "\n");
}

// The functions of zsh that add words print them here.
std::string inZsh(const std::string& before, const std::string& prefix) {
  const Outcome outcome = test::shell(
      "zsh -fc 'compadd() { shift \"${@[(i)--]}\"; print -r -- \"$@\"; }; _files() { print files $2; }; "
      "compset() { :; };"
      "typeset -a words; words=(\"$NSDS\" " +
      before + " \"" + prefix + "\"); CURRENT=$#words; PREFIX=\"" + prefix +
      "\"; f() { source \"" NSDS_SOURCE "/io/completion/_nsds\" }; f'");
  EXPECT_EQ(outcome.errors, "");
  return outcome.out;
}

TEST(Completion, WorksInZsh) {
  if (test::shell("command -v zsh").status != 0) GTEST_SKIP() << "zsh is not installed";
  EXPECT_EQ(inZsh("", "so"), "solve solvers\n");
  EXPECT_EQ(inZsh("solve", "--class=rel"), "--class=relay\n");
  EXPECT_EQ(inZsh("plot", "--output="), "files\n");
  EXPECT_EQ(inZsh("view", ""), "files *.h5\n");
}

TEST(Manual, DescribesEveryCommandAndOption) {
  const std::string page = nsds({"manual"}).out;
  EXPECT_TRUE(page.starts_with(".TH NSDS 1 "));
  const auto escaped = [](const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '-' ? std::string("\\-") : std::string(1, c);
    return result;
  };
  for (const std::string& command : completionOf({""})) {
    const std::size_t section = page.find(".SS nsds " + command + "\n");
    ASSERT_NE(section, std::string::npos) << command;
    const std::string description = page.substr(section, page.find(".SS", section + 1) - section);
    for (const std::string& option : completionOf({command, "--"})) {
      if (option == "--help") continue;  // once for all of them
      EXPECT_NE(description.find("\\fB" + escaped(option) + "\\fR"), std::string::npos) << command << option;
    }
  }
}

TEST(Manual, IsRepeatable) {
  EXPECT_TRUE(
      test::shell("SOURCE_DATE_EPOCH=86400 $NSDS manual").out.starts_with(".TH NSDS 1 1970-01-02 \"nsds "));
}

// What man and, where it is installed, mandoc say of the page: nothing.
TEST(Manual, IsReadWithoutWarnings) {
  if (test::shell("command -v man").status != 0) GTEST_SKIP() << "man is not installed";
  const Outcome man = test::shell("$NSDS manual | LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l - >/dev/null");
  EXPECT_EQ(man.errors, "");
  EXPECT_EQ(man.status, 0);
  const Outcome mandoc = test::shell("! command -v mandoc >/dev/null || $NSDS manual | mandoc -Tlint");
  EXPECT_EQ(mandoc.out, "");
  EXPECT_EQ(mandoc.status, 0);
}

TEST(Version, NamesTheSwitchesOfTheBuild) {
  const Words lines = linesOf(nsds({"--version"}).out);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_TRUE(lines[0].starts_with("nsds 0."));
  for (const char* name : {"BUILD_SHARED_LIBS=O", "NSDS_SUNDIALS=O", "NSDS_UNITY=O", "NSDS_SANITIZE="})
    EXPECT_NE(lines[2].find(name), std::string::npos) << lines[2];
  EXPECT_NE(lines[3].find("HDF5 1."), std::string::npos) << lines[3];
}

}  // namespace
}  // namespace nsds::completion_test

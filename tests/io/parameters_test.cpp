#include "nsds/io/parameters.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "io/temporary_folder.hpp"

namespace nsds::io::parameters_test {
namespace {

std::vector<Parameter> declared() {
  return {{"h", 1e-3, "s", "time step", 1e-9, 1.0},
          {"e", 0.5, "1", "coefficient of restitution", 0.0, 1.0},
          {"beads", 10, "1", "number of beads", 1, 1000, true},
          {"g", 9.81, "m/s^2", "gravity"}};
}

Parameters parse(const std::vector<std::string>& arguments) {
  return Parameters::parse(arguments, declared());
}

TEST(Parameters, HaveDefaults) {
  const Parameters parameters = parse({});
  EXPECT_EQ(parameters["h"], 1e-3);
  EXPECT_EQ(parameters.integer("beads"), 10);
  EXPECT_EQ(parameters.output(), "");
  EXPECT_EQ(parameters.output("ball.csv"), "ball.csv");
}

TEST(Parameters, AreSetOnTheCommandLine) {
  const Parameters parameters =
      parse({"--set", "h=2e-3", "--output", "out.csv", "--set=beads=3", "--set", "g=-1", "--set", "h=+4e-3"});
  EXPECT_EQ(parameters["h"], 4e-3) << "the last one counts";
  EXPECT_EQ(parameters.integer("beads"), 3);
  EXPECT_EQ(parameters["g"], -1.0);
  EXPECT_EQ(parameters.output("ball.csv"), "out.csv");
}

TEST(Parameters, NameTheCulprit) {
  const struct {
    std::vector<std::string> arguments;
    const char* fragment;
  } table[] = {
      {{"--set", "k=1"}, "there is no parameter \"k\"; there are:\n  h      0.001 s"},
      {{"--set", "=1"}, R"(there is no parameter "")"},
      {{"--set", "h"}, "--set h: expected h=VALUE"},
      {{"--set", "h="}, R"(parameter "h": expected a number, found "")"},
      {{"--set", "h=1ms"}, R"(parameter "h": expected a number, found "1ms")"},
      {{"--set", "g=inf"}, R"(parameter "g": expected a number, found "inf")"},
      {{"--set", "e=2"}, R"(parameter "e": expected a number from 0 to 1, found "2")"},
      {{"--set", "beads=2.5"}, R"(parameter "beads": expected an integer from 1 to 1000, found "2.5")"},
      {{"--set"}, "--set"},
      {{"--sett", "h=1"}, "--sett"},
      {{"stray"}, "stray"},
  };
  for (const auto& row : table) {
    try {
      parse(row.arguments);
      ADD_FAILURE() << row.fragment << ": accepted";
    } catch (const ParameterError& error) {
      EXPECT_NE(std::string(error.what()).find(row.fragment), std::string::npos) << error.what();
    }
  }
}

TEST(Parameters, TellTheProgrammerToo) {
  const Parameters parameters = parse({});
  EXPECT_THROW(parameters["absent"], std::out_of_range);
  EXPECT_THROW(parameters.integer("h"), std::logic_error);
  EXPECT_THROW(Parameters::parse({}, {{"a", 2, "1", "", 0, 1}}), std::invalid_argument)
      << "default out of range";
  EXPECT_THROW(Parameters::parse({}, {{"a", 2, "1", ""}, {"a", 2, "1", ""}}), std::invalid_argument);
}

// What a program does that is not to run.
struct End {
  int status;
  std::string out;
  std::string errors;
};

End endOf(const std::vector<const char*>& argv) {
  const Parameters parameters(static_cast<int>(argv.size()), argv.data(), "A ball.", declared());
  EXPECT_FALSE(parameters);
  const test::TemporaryFolder folder;
  std::FILE* out = std::fopen((folder / "out").c_str(), "w");
  std::FILE* errors = std::fopen((folder / "errors").c_str(), "w");
  const int status = parameters.explain(out, errors);
  std::fclose(out);
  std::fclose(errors);
  return {status, test::contents(folder / "out"), test::contents(folder / "errors")};
}

TEST(Parameters, OfAProgramAreRead) {
  const char* arguments[] = {"ball", "--set", "h=0.5"};
  const Parameters parameters(3, arguments, "A ball.", declared());
  EXPECT_TRUE(parameters);
  EXPECT_EQ(parameters["h"], 0.5);
}

TEST(Parameters, HelpAProgramsUser) {
  const End end = endOf({"/bin/ball", "--help"});
  EXPECT_EQ(end.status, 0);
  EXPECT_NE(end.out.find("A ball."), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("coefficient of restitution"), std::string::npos) << end.out;
  EXPECT_EQ(end.errors, "");
}

TEST(Parameters, TellTheirRanges) {
  const End end = endOf({"/bin/ball", "--help"});
  for (const char* line : {"  h      0.001 s        time step, from 1e-09 to 1\n",
                           "  beads  10             number of beads, an integer from 1 to 1000\n",
                           "  g      9.81 m/s^2     gravity\n"})
    EXPECT_NE(end.out.find(line), std::string::npos) << end.out;
}

// The same for programs; JSON has no infinity and no control characters.
TEST(Parameters, DescribeThemselvesInJson) {
  const char* arguments[] = {"/bin/ball", "--json"};
  const Parameters parameters(2, arguments, "A \"ball\"\tthat\x1f\nbounces.",
                              {{"n", 3, "1", "beads", 1, 9, true}, {"g", 9.81, "m/s^2", "gravity"}});
  EXPECT_FALSE(parameters);
  EXPECT_EQ(parameters.program(), "ball");
  const test::TemporaryFolder folder;
  std::FILE* out = std::fopen((folder / "out").c_str(), "w");
  EXPECT_EQ(parameters.explain(out, out), 0);
  std::fclose(out);
  EXPECT_EQ(
      test::contents(folder / "out"),
      R"({"program":"ball","summary":"A \"ball\"\tthat\u001f\nbounces.","parameters":[)"
      R"({"name":"n","value":3.0,"unit":"1","sentence":"beads","minimum":1.0,"maximum":9.0,"integer":true},)"
      R"({"name":"g","value":9.81,"unit":"m/s^2","sentence":"gravity","minimum":null,"maximum":null,"integer":false}]})"
      "\n");
}

TEST(Parameters, RefuseAProgramsUser) {
  const End wrong = endOf({"/bin/ball", "--set", "k=1"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(wrong.errors.starts_with("ball: there is no parameter \"k\"")) << wrong.errors;
  EXPECT_EQ(wrong.out, "");
  const End unknown = endOf({"/bin/ball", "--absent"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.errors.find("--absent"), std::string::npos) << unknown.errors;
}

}  // namespace
}  // namespace nsds::io::parameters_test

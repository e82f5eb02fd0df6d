#include "nsds/io/parameters.hpp"

#include <gtest/gtest.h>

namespace nsds::io {
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

// In a program: exit status 2 and a message for a mistake, 0 for --help.
TEST(ParametersDeathTest, EndTheProgram) {
  const char* wrong[] = {"/bin/ball", "--set", "k=1"};
  const char* unknown[] = {"/bin/ball", "--absent"};
  const char* help[] = {"/bin/ball", "--help"};
  const auto make = [](int argc, const char* const* argv) { Parameters(argc, argv, "A ball.", declared()); };
  EXPECT_EXIT(make(3, wrong), testing::ExitedWithCode(2), "ball: there is no parameter \"k\"");
  EXPECT_EXIT(make(2, unknown), testing::ExitedWithCode(2), "--absent");
  EXPECT_EXIT(make(2, help), testing::ExitedWithCode(0), "");
}

TEST(Parameters, OfAProgramAreRead) {
  const char* arguments[] = {"ball", "--set", "h=0.5"};
  EXPECT_EQ(Parameters(3, arguments, "A ball.", declared())["h"], 0.5);
}

}  // namespace
}  // namespace nsds::io

// The lines of the subcommands that companions execute. The command and the companion declare them alike: the command
// parses a line, refuses it or hands it on, and the companion parses it again.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "run_words.hpp"

namespace nsds::command {

/// Executes a line that was parsed, and returns the exit status.
template <class Line>
using Action = std::function<int(const Line& line)>;

struct RunLine {
  std::string example;                // or the file of a scene
  std::vector<std::string> settings;  // "name=value"; of a scene "/path=value"
  std::string output;                 // of the table
  command_line::RunWords run;
  bool list = false;
  bool parameters = false;
  bool json = false;
};
/// Lists the words that a shell offers on this line; a companion offers none.
struct RunChoices {
  std::function<std::vector<std::string>(const command_line::Given&)> examples = {};
  std::function<std::vector<std::string>(const command_line::Given&)> parameters = {};
};
void addRun(command_line::Program& program, int& exitStatus, Action<RunLine> action,
            const RunChoices& choices = {});

struct ConvertLine {
  std::string file;
  std::string output;
  std::vector<std::string> columns;
  int stride = 1;
  int segments = 0;  // set to that of VtkOptions
};
void addConvert(command_line::Program& program, int& exitStatus, Action<ConvertLine> action);

struct SolveLine {
  std::string file;          // or "-", standard input
  std::string format;        // "qps": so, whatever the name of the file
  std::string problemClass;  // empty: guessed from the file
  std::string solver;
  std::vector<std::string> settings;  // "option=value"
  std::string tolerance;
  std::string maxIterations;
  std::string timeLimit;
  bool json = false;
};
void addSolve(command_line::Program& program, int& exitStatus, Action<SolveLine> action);

struct SolversLine {
  std::string name;          // of a class or a solver; empty: all
  std::string problemClass;  // of the solver; empty: all
  bool json = false;
};
void addSolvers(command_line::Program& program, int& exitStatus, Action<SolversLine> action);

struct StudyLine {
  std::vector<std::string> studies;
  std::string folder = "study";
  std::string only;
  bool noPictures = false;
};
void addStudy(command_line::Program& program, int& exitStatus, Action<StudyLine> action);

}  // namespace nsds::command

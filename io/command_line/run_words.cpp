#include "run_words.hpp"

#include <array>

namespace nsds::command_line {

namespace {

struct Word {
  Option option;
  std::string RunWords::*value;
};

std::array<Word, 9> table() {
  return {{
      {{"--record", "FILE.h5", "record states, contacts and more in this file"}, &RunWords::record},
      {{"--rate", "FPS", "frames per second of simulated time, one after every step unless given"},
       &RunWords::rate},
      {{"--checkpoint", "FILE", "save the run in this file, from which --resume continues it"},
       &RunWords::checkpoint},
      {{"--every", "SECONDS", "wall time between checkpoints, 60 unless given; 0: after every step"},
       &RunWords::every},
      {{"--resume", "FILE", "continue from a checkpoint, bit for bit as if the run had not ended"},
       &RunWords::resume},
      {{"--steps", "N", "end after this many steps"}, &RunWords::steps},
      {{"--log", "LEVEL", "messages to show: none, warning (unless given) or info"}, &RunWords::log},
      {{"--report", "FILE", "messages and the summary as lines of JSON; - is the error stream"},
       &RunWords::report},
      {{"--save-failures", "FOLDER", "save problems that solvers fail on there, for nsds solve"},
       &RunWords::saveFailures},
  }};
}

}  // namespace

void declareRunOptions(Command& command, RunWords& words) {
  for (const Word& word : table()) command.text(word.option, words.*word.value);
  command.flag({"--summary", "", "say at the end what the run has done, as it does at a terminal"},
               words.summary);
}

std::vector<std::string> argumentsOf(const RunWords& words) {
  std::vector<std::string> arguments;
  for (const Word& word : table()) {
    const std::string& value = words.*word.value;
    if (!value.empty()) arguments.insert(arguments.end(), {word.option.name, value});
  }
  if (words.summary) arguments.emplace_back("--summary");
  return arguments;
}

}  // namespace nsds::command_line

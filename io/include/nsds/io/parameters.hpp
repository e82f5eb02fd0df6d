// Named parameters of an example program, set on its command line.
//
//   int main(int argc, char** argv) {
//     const Parameters parameters(argc, argv, "A ball bounces on the ground.",
//                                 {{"h", 1e-3, "s", "time step", 1e-9, 1.0},
//                                  {"e", 0.5, "1", "coefficient of restitution", 0.0, 1.0}});
//     if (!parameters) return parameters.explain(stdout, stderr);
//     const double h = parameters["h"];
//
// The program then takes --set NAME=VALUE (repeatable), --output FILE.csv, the options of a run (run.hpp), and --help
// and --json, which describe it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/io/export.hpp"

namespace nsds::io {

/// One parameter; the value is its default.
struct Parameter {
  std::string name;
  double value;
  std::string unit;                                           ///< "1" for a dimensionless one
  std::string sentence;                                       ///< what it means
  double minimum = -std::numeric_limits<double>::infinity();  ///< admissible range, both ends included
  double maximum = std::numeric_limits<double>::infinity();
  bool integer = false;  ///< whether only whole numbers are admissible
};

/// Which messages of a model are shown on the error stream.
enum class LogThreshold : std::uint8_t { none, warning, info };

/// What the command line asks of the runs of a program.
struct RunOptions {
  std::filesystem::path record;  ///< empty: no trajectory is recorded
  std::optional<double>
      rate;  ///< its frames per second of simulated time; 0, and unless given: after every step
  std::filesystem::path checkpoint;  ///< empty: none is saved
  double every = 60.0;               ///< wall time between checkpoints [s]; 0: after every step
  std::filesystem::path resume;      ///< empty: the run begins at its start
  std::int64_t steps = 0;            ///< after which the program ends; 0: it goes on to the end
  bool summary = false;              ///< say at the end what the run has done, also where no person looks on
  LogThreshold log = LogThreshold::warning;
  std::filesystem::path report;  ///< messages and the summary as lines of JSON, "-": to the error stream
  std::filesystem::path saveFailures;  ///< folder; empty: problems that solvers fail on are not saved
};

class RunSession;

/// A command line that is refused; what() says why and lists the parameters there are.
class NSDS_IO_API ParameterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class NSDS_IO_API Parameters {
 public:
  /// This constructor is for main(). After --help, after --json (the same for programs) and after a command
  /// line that is refused this object converts to false, and explain() says the rest. summary: what the program
  /// shows, in a sentence. Throws std::invalid_argument when a default is out of its own range or a name is
  /// given twice.
  Parameters(int argc, const char* const* argv, const std::string& summary,
             std::vector<Parameter> parameters);

  /// Throws ParameterError for what is refused. arguments: without the program's name and without --help.
  static Parameters parse(const std::vector<std::string>& arguments, std::vector<Parameter> parameters);

  /// Whether the program is to run.
  explicit operator bool() const noexcept { return explanation_.empty(); }
  /// When it is not: writes the description to out, or to errors why the command line was refused, and
  /// returns the exit status of the program, 0 or 2. The streams are the caller's.
  int explain(std::FILE* out, std::FILE* errors) const;

  /// Gives the value of a parameter. Throws std::out_of_range for one that was not declared.
  double operator[](std::string_view name) const;
  /// The value of a parameter that was declared as an integer. Throws std::logic_error for another one.
  int integer(std::string_view name) const;

  /// The program's name, from argv; empty after parse().
  const std::string& program() const noexcept { return program_; }

  /// The file given by --output, or else the one given here, which may be empty: no file is wanted.
  std::filesystem::path output(const std::filesystem::path& otherwise = {}) const;
  const RunOptions& runOptions() const noexcept { return runOptions_; }
  /// For programs without a Run. Errors: ParameterError if the command line has an option of runs.
  void refuseRunOptions() const;
  /// The values of all parameters by their names.
  std::map<std::string, double> values() const;

 private:
  friend class Run;
  explicit Parameters(std::vector<Parameter> parameters);
  void assign(const std::string& assignment);
  const Parameter& find(std::string_view name) const;
  std::string known() const;
  std::string help() const;
  std::string json(const std::string& summary) const;

  std::vector<Parameter> parameters_;
  std::string program_;
  std::string output_;
  RunOptions runOptions_;
  std::string explanation_;
  bool refused_ = false;
  std::shared_ptr<RunSession> session_;  // what the runs of the program have in common
};

}  // namespace nsds::io

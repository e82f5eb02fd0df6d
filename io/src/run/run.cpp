#include "nsds/io/run.hpp"

#include <fmt/format.h>

#include <nsds/problems.hpp>
#include <system_error>

namespace nsds::io {

namespace {

void tell(LogLevel level, std::string_view message) {
  if (level == LogLevel::warning) fmt::print(stderr, "warning: {}\n", message);
}

std::chrono::steady_clock::duration wallTime(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Run::Run(Simulation& simulation, const Parameters& parameters)
    : simulation_(simulation), parameters_(parameters), number_(++parameters.runs_) {
  simulation_.model().setLogSink(tell);
}

Run::~Run() = default;

void Run::begin(const Simulation& simulation) {
  const RunOptions& options = parameters_.runOptions();
  if (!options.resume.empty() && describeCheckpoint(options.resume).identity.run == number_)
    restore(simulation_, options.resume, kept_, {parameters_.values(), number_});
  nextSave_ = std::chrono::steady_clock::now() + wallTime(options.every);
  progress_.begin(simulation);
}

void Run::step(const Simulation& simulation) {
  const RunOptions& options = parameters_.runOptions();
  ++parameters_.stepsRun_;
  progress_.step(simulation);
  const int signal = StopSignals::received();
  const bool enough = options.steps > 0 && parameters_.stepsRun_ >= options.steps;
  if (signal != 0 || (enough && simulation.hasNextEvent())) endEarly(signal);
  if (!options.checkpoint.empty() && std::chrono::steady_clock::now() >= nextSave_) saveCheckpoint();
}

void Run::end(const Simulation& simulation) {
  progress_.end(simulation);
}

void Run::endEarly(int signal) {
  progress_.end(simulation_);
  std::string message = fmt::format("ended at t = {} s, after step {}, by {}", simulation_.time(), simulation_.step(),
                                    signal == 0 ? "--steps" : signal == SIGINT ? "SIGINT" : "SIGTERM");
  const std::filesystem::path& checkpoint = parameters_.runOptions().checkpoint;
  if (!checkpoint.empty()) {
    saveCheckpoint();
    message += fmt::format("; --resume {} continues", checkpoint.string());
  }
  if (signal == 0) throw RunEnded(message);
  std::fflush(stdout);
  fmt::print(stderr, "{}\n", message);
  StopSignals::deliver(signal);
}

void Run::saveCheckpoint() {
  const RunOptions& options = parameters_.runOptions();
  save(simulation_, options.checkpoint, kept_, {parameters_.values(), number_});
  nextSave_ = std::chrono::steady_clock::now() + wallTime(options.every);
}

void Run::saveFailure(const SolverError& error) const {
  const std::filesystem::path& folder = parameters_.runOptions().saveFailures;
  if (folder.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  const std::filesystem::path file =
      folder / fmt::format("{}_run{}_step{}.dat", error.problemName(), number_, error.step());
  try {
    problems::writeProblem(file, error.problem());
    fmt::print(stderr, "the problem is saved: nsds solve {} --solver all\n", file.string());
  } catch (const std::exception& unsaved) {
    fmt::print(stderr, "warning: the problem cannot be saved: {}\n", unsaved.what());
  }
}

}  // namespace nsds::io

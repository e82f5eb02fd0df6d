#include "nsds/io/run.hpp"

#include <fmt/format.h>

#include <nsds/problems.hpp>
#include <system_error>

namespace nsds::io {

namespace {

void tell(LogLevel level, std::string_view message) {
  if (level == LogLevel::warning) fmt::print(stderr, "warning: {}\n", message);
}

/// "run.h5" for the first run of a program, "run-2.h5" for the second.
std::filesystem::path fileOfRun(std::filesystem::path file, int run) {
  if (run == 1) return file;
  const std::string name = fmt::format("{}-{}{}", file.stem().string(), run, file.extension().string());
  return file.replace_filename(name);
}

std::chrono::steady_clock::duration wallTime(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

Run::Run(Simulation& simulation, const Parameters& parameters, const RecordOptions& record)
    : simulation_(simulation), parameters_(parameters), number_(++parameters.runs_) {
  simulation_.model().setLogSink(tell);
  const RunOptions& options = parameters.runOptions();
  if (options.record.empty()) return;
  RecordOptions recordOptions = record;
  if (options.rate) recordOptions.rate = *options.rate;
  recordOptions.parameters = parameters.values();
  recording_.emplace(fileOfRun(options.record, number_), recordOptions);
  kept_.keep("recording", *recording_);
}

Run::Run(Scene& scene, const Parameters& parameters)
    : Run(scene.simulation(), parameters, scene.recordOptions()) {
  scene_ = scene.fingerprint();
}

Run::~Run() = default;

bool Run::continues() const {
  const std::filesystem::path& file = parameters_.runOptions().resume;
  return !file.empty() && describeCheckpoint(file).identity.run == number_;
}

void Run::begin(const Simulation& simulation) {
  const RunOptions& options = parameters_.runOptions();
  const bool resumed = continues();
  if (recording_ && resumed) recording_->expectState();
  if (recording_) recording_->begin(simulation);
  if (resumed) restore(simulation_, options.resume, kept_, identity());
  nextSave_ = std::chrono::steady_clock::now() + wallTime(options.every);
  progress_.begin(simulation);
}

void Run::step(const Simulation& simulation) {
  const RunOptions& options = parameters_.runOptions();
  ++parameters_.stepsRun_;
  progress_.step(simulation);
  if (recording_) recording_->step(simulation);
  const int signal = StopSignals::received();
  const bool enough = options.steps > 0 && parameters_.stepsRun_ >= options.steps;
  if (signal != 0 || (enough && simulation.hasNextEvent())) endEarly(signal);
  if (!options.checkpoint.empty() && std::chrono::steady_clock::now() >= nextSave_) saveCheckpoint();
}

void Run::end(const Simulation& simulation) {
  progress_.end(simulation);
  if (recording_) recording_->end(simulation);
}

void Run::endEarly(int signal) {
  progress_.end(simulation_);
  std::string message =
      fmt::format("ended at t = {} s, after step {}, by {}", simulation_.time(), simulation_.step(),
                  signal == 0        ? "--steps"
                  : signal == SIGINT ? "SIGINT"
                                     : "SIGTERM");
  const std::filesystem::path& checkpoint = parameters_.runOptions().checkpoint;
  if (!checkpoint.empty()) {
    saveCheckpoint();
    message += fmt::format("; --resume {} continues", checkpoint.string());
  }
  if (recording_) recording_->end(simulation_);
  if (signal == 0) throw RunEnded(message);
  std::fflush(stdout);
  fmt::print(stderr, "{}\n", message);
  StopSignals::deliver(signal);
}

void Run::saveCheckpoint() {
  const RunOptions& options = parameters_.runOptions();
  save(simulation_, options.checkpoint, kept_, identity());
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

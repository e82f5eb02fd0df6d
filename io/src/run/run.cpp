#include "nsds/io/run.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <nsds/problems/problem_copy.hpp>
#include <system_error>

#include "file_text.hpp"
#include "run/run_session.hpp"
#include "run/run_summary.hpp"

namespace nsds::io {

namespace {

const std::string kRecording = "recording";

/// "run.h5" for the first run of a program, "run-2.h5" for the second.
std::filesystem::path fileOfRun(std::filesystem::path file, int run) {
  if (run == 1) return file;
  const std::string name = fmt::format("{}-{}{}", file.stem().string(), run, file.extension().string());
  return file.replace_filename(name);
}

/// A summary is made for people at a terminal, and where it is asked for.
bool saysSummary(const RunOptions& options) {
  return options.summary || !options.report.empty() || isatty(STDERR_FILENO) != 0;
}

std::chrono::steady_clock::duration wallTime(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

Run::Run(Simulation& simulation, const Parameters& parameters, const RecordOptions& record)
    : simulation_(simulation),
      parameters_(parameters),
      session_(parameters.session_),
      number_(session_->beginRun()) {
  const RunOptions& options = parameters.runOptions();
  simulation_.model().setLogSink(
      [session = session_](LogLevel level, std::string_view text) { session->log().message(level, text); });
  if (!options.checkpoint.empty()) {
    text::checkWritable(options.checkpoint, [&](const std::string& message) {
      throw CheckpointError(options.checkpoint.string() + ": " + message);
    });
  }
  if (options.record.empty()) return;
  RecordOptions recordOptions = record;
  if (options.rate) recordOptions.rate = *options.rate;
  recordOptions.parameters = parameters.values();
  recording_.emplace(fileOfRun(options.record, number_), recordOptions);
}

Run::~Run() = default;

bool Run::continues() const {
  return session_->continues(number_);
}

void Run::begin(const Simulation& simulation) {
  const RunOptions& options = parameters_.runOptions();
  const bool recordingContinues = continues() && session_->resumedKeeps(kRecording);
  if (recording_ && recordingContinues) recording_->expectState();
  if (recording_ && (recordingContinues || !continues())) recording_->begin(simulation);
  if (recordingContinues && !recording_)
    throw CheckpointError(
        fmt::format("{}: this run is recorded: name the file by --record FILE.h5", options.resume.string()));
  // The recording is the last part: its file is not touched before all others have been taken.
  if (recording_ && (recordingContinues || !continues())) kept_.keep(kRecording, *recording_);
  if (continues()) restore(simulation_, options.resume, kept_, identity());
  if (recording_ && continues() && !recordingContinues) {
    recording_->begin(simulation);
    kept_.keep(kRecording, *recording_);
  }
  if (saysSummary(options)) beginEnergy();
  start_ = std::chrono::steady_clock::now();
  nextSave_ = start_ + wallTime(options.every);
  progress_.begin(simulation);
}

/// Its columns become columns of the recording too, those whose names are not there yet.
void Run::noteRecorder(const Recorder& recorder) {
  recorder_ = &recorder;
  if (!recording_) return;
  const std::vector<Column>& columns = recorder.trajectory().columns();
  for (std::size_t k = 1; k < columns.size(); ++k) {
    std::string name = columns[k].name;
    std::replace(name.begin(), name.end(), '/', '_');
    if (!recording_->hasColumn(name)) recording_->column(name, columns[k].unit, recorder.values()[k - 1]);
  }
}

void Run::step(const Simulation& simulation) {
  progress_.step(simulation);
  if (recording_) recording_->step(simulation);
  const int signal = StopSignals::received();
  const bool enough = session_->stepEnds();
  if (signal != 0 || (enough && simulation.hasNextEvent())) endEarly(signal);
  if (session_->saves(number_) && std::chrono::steady_clock::now() >= nextSave_) saveCheckpoint();
}

void Run::end(const Simulation& simulation) {
  progress_.end(simulation);
  if (recording_) endRecording(simulation);
  if (saysSummary(parameters_.runOptions())) summarise();
}

void Run::endRecording(const Simulation& simulation) {
  recording_->end(simulation);
  fmt::print("recorded {}, {} frames\n", recording_->file().string(), recording_->frames());
}

/// Bodies that come and go bring and take energy of which the balance knows nothing.
void Run::stepEnergy() {
  if (!energy_) return;
  if (simulation_.model().nsds().userStructure() != structure_) {
    energy_.reset();
  } else {
    energy_->step(simulation_);
  }
}

/// The identity of energies holds for one scheme alone, and is known from the start on.
void Run::beginEnergy() {
  simulation_.timePhases(true);
  if (continues()) return;
  structure_ = simulation_.model().nsds().userStructure();
  energy_.emplace();
  try {
    energy_->begin(simulation_);
  } catch (const InvalidArgument&) {
    energy_.reset();
  }
}

void Run::summarise() {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const nlohmann::ordered_json summary = summaryOf(simulation_, seconds, energy_ ? &*energy_ : nullptr);
  session_->log().report("summary", summary);
  const RunOptions& options = parameters_.runOptions();
  if (options.summary || isatty(STDERR_FILENO) != 0) fmt::print(stderr, "{}", summaryText(summary));
}

/// What can be kept is kept, and what cannot is told of, before the signal ends the program.
void Run::endEarly(int signal) {
  progress_.end(simulation_);
  std::string message =
      fmt::format("ended at t = {:.6g} s, after step {}, by {}", simulation_.time(), simulation_.step(),
                  signal == 0        ? "--steps"
                  : signal == SIGINT ? "SIGINT"
                                     : "SIGTERM");
  const std::filesystem::path& checkpoint = parameters_.runOptions().checkpoint;
  const auto keep = [signal](const auto& call) {
    try {
      call();
    } catch (const std::exception& error) {
      if (signal == 0) throw;
      fmt::print(stderr, "{}\n", error.what());
    }
  };
  // A checkpoint counts what the recording has, as long as it is open.
  keep([&] {
    if (!session_->saves(number_)) return;
    saveCheckpoint();
    message += fmt::format("; --resume {} continues", checkpoint.string());
  });
  keep([&] {
    if (recording_) endRecording(simulation_);
  });
  keep([&] {
    for (const auto& end : ends_) end();
  });
  keep([&] {
    const std::filesystem::path table = parameters_.output();
    if (recorder_ == nullptr || table.empty()) return;
    recorder_->writeCsv(table);
    fmt::print("written {}, {} rows until the end\n", table.string(), recorder_->trajectory().rowCount());
  });
  if (saysSummary(parameters_.runOptions())) summarise();
  session_->log().report("ended", {{"message", message}});
  if (signal == 0) throw RunEnded(message);
  std::fflush(stdout);
  fmt::print(stderr, "{}\n", message);
  StopSignals::deliver(signal);
}

void Run::saveCheckpoint() {
  const RunOptions& options = parameters_.runOptions();
  // What observers have added and removed after the step belongs to the state.
  if (simulation_.model().nsds().structureChanged()) simulation_.initialize();
  save(simulation_, options.checkpoint, kept_, identity());
  nextSave_ = std::chrono::steady_clock::now() + wallTime(options.every);
  session_->log().report("checkpoint", {{"file", options.checkpoint.string()}, {"time", simulation_.time()}});
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
    session_->log().report("failure", {{"file", file.string()}, {"message", error.what()}});
  } catch (const std::exception& unsaved) {
    fmt::print(stderr, "warning: the problem cannot be saved: {}\n", unsaved.what());
  }
}

}  // namespace nsds::io

// Runs a simulation as the command line of a program asks: with progress, checkpoints, an orderly end.
//
//   int simulate(const io::Parameters& parameters) {
//     ... model, simulation, recorder ...
//     double worst = 0.0;
//     io::Run run(simulation, parameters);
//     run.keep("worst", worst);
//     run(recorder, [&](const Simulation&) { worst = std::max(worst, std::abs(ball.q()[0])); });
//
// Steps that are made in a way of their own are given to run.repeat(). The run takes the log of the model.
//
// The program then takes
//   --record FILE.h5      record the run, see TrajectoryWriter; --rate F: F frames a second, else one after every step
//   --checkpoint FILE     save the run in FILE every --every SECONDS of wall time, and when it ends early
//   --resume FILE         continue from FILE, bit for bit as if the run had never ended
//   --steps N             end after N steps
//   --summary             say at the end what the run has done, as it does at a terminal
//   --log LEVEL, --report FILE   messages for people, and all of it as lines of JSON for programs
//   --save-failures DIR   write the problem of a step that its solver fails on into DIR, for `nsds solve`
// Ctrl-C and SIGTERM end the run after its step.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "nsds/io/checkpoint.hpp"
#include "nsds/io/export.hpp"
#include "nsds/io/parameters.hpp"
#include "nsds/io/progress.hpp"
#include "nsds/io/recorder.hpp"
#include "nsds/io/stop_signals.hpp"
#include "nsds/io/trajectory_writer.hpp"
#include "nsds/kernel/simulation/energy_balance.hpp"
#include "nsds/kernel/simulation/failures.hpp"
#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds::io {

class RunSession;
class Scene;

/// A run that ended before its time, because --steps said so; what() says where, and how it goes on. Programs let it end
/// main() with exit status 0.
class NSDS_IO_API RunEnded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class NSDS_IO_API Run {
 public:
  /// Both must outlive the run. record: for the recording, whose rate --rate overrides. A program may make several runs, one
  /// after the other: a checkpoint belongs to that of its number, and those before it run again; the second is recorded in
  /// FILE-2.h5, and so on. Errors: TrajectoryError, CheckpointError where a file of the command line cannot be written or read.
  Run(Simulation& simulation, const Parameters& parameters, const RecordOptions& record = {});
  /// The run of a scene: a checkpoint of another scene is refused. nsds::formats has it, with the scene.
  Run(Scene& scene, const Parameters& parameters);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run();

  /// Numbers, structs and vectors of numbers that functions of the program count on in, observers, and anything with a pair of
  /// functions become part of checkpoints, see Kept::keep(). Observers given below that have saveState() need not be named.
  template <class... Part>
  Run& keep(const std::string& name, Part&&... part) {
    (noteIfRecorder(part), ...);
    kept_.keep(name, std::forward<Part>(part)...);
    return *this;
  }
  /// What functions of the program have done to the model on the way, see Kept::keepChange().
  Run& keepChange(const std::string& name, std::function<Kept::Bytes()> write,
                  std::function<void(std::span<const std::byte>)> read) {
    kept_.keepChange(name, std::move(write), std::move(read));
    return *this;
  }

  /// The recording that --record asks for, to which columns can be added; null if it does not. The columns of Recorders
  /// that observe the run are added by themselves.
  TrajectoryWriter* recording() { return recording_ ? &*recording_ : nullptr; }

  /// Runs the simulation with these observers, as Simulation::run() does. Errors: what that throws, and what begin() and
  /// step() do.
  template <class... Observers>
  void operator()(Observers&&... observers) {
    int number = 0;
    (keepObserver(++number, observers), ...);
    guarded([&] { simulation_.run(First{*this}, std::forward<Observers>(observers)..., *this); });
  }

  /// Runs a loop of its own: makeStep() makes a step of the simulation, from computeOneStep() to its observers, whose begin()
  /// was called before, after initialize(). Errors: as above.
  template <class Step>
  void repeat(const Step& makeStep) {
    guarded([&] {
      begin(simulation_);
      while (simulation_.hasNextEvent()) {
        makeStep();
        stepEnergy();
        step(simulation_);
      }
      end(simulation_);
    });
  }

  /// Continues from the checkpoint of --resume, if it belongs to this run. A run that was not recorded can be from here on.
  /// Errors: CheckpointError.
  void begin(const Simulation& simulation);
  /// Errors: CheckpointError; RunEnded. Does not return after SIGINT or SIGTERM, which end the program when all is saved.
  void step(const Simulation& simulation);
  void end(const Simulation& simulation);

 private:
  /// Looks at a step before the program's observers change the model.
  struct First {
    Run& run;
    void step(const Simulation&) const { run.stepEnergy(); }
  };
  /// Calls a loop of steps, and saves the problem that its solver fails on where --save-failures says.
  template <class Loop>
  void guarded(const Loop& loop) {
    try {
      loop();
    } catch (const SolverError& error) {
      saveFailure(error);
      throw;
    }
  }
  void saveFailure(const SolverError& error) const;
  template <class Part>
  void noteIfRecorder(const Part& part) {
    if constexpr (std::is_same_v<Part, Recorder>) noteRecorder(part);
  }
  template <class Observer>
  void keepObserver(int number, Observer& observer) {
    if constexpr (HasState<Observer>) kept_.keep("observer " + std::to_string(number), observer);
    noteIfRecorder(observer);
    if constexpr (requires { observer.end(simulation_); })
      ends_.push_back([this, &observer] { observer.end(simulation_); });
    if constexpr (requires { observer.expectState(); }) {
      if (continues()) observer.expectState();
    }
  }
  /// True if the checkpoint of --resume belongs to this run. Errors: CheckpointError.
  bool continues() const;
  void noteRecorder(const Recorder& recorder);
  void beginEnergy();
  void stepEnergy();
  void endRecording(const Simulation& simulation);
  void summarise();
  RunIdentity identity() const { return {parameters_.values(), number_, scene_}; }
  void saveCheckpoint();
  [[noreturn]] void endEarly(int signal);

  Simulation& simulation_;
  const Parameters& parameters_;
  std::shared_ptr<RunSession> session_;
  int number_;         // among the runs of the program, from 1
  std::string scene_;  // its fingerprint
  Kept kept_;
  const Recorder* recorder_ = nullptr;  // that observes the run
  StopSignals signals_;
  std::optional<TrajectoryWriter> recording_;
  std::vector<std::function<void()>> ends_;  // of observers, for a run that ends early
  std::optional<EnergyBalance> energy_;      // for the summary, where the scheme has one
  std::uint64_t structure_ = 0;              // of the model when the balance began
  ProgressBar progress_;
  std::chrono::steady_clock::time_point start_{};
  std::chrono::steady_clock::time_point nextSave_{};
};

}  // namespace nsds::io

// nsds-bench recording: what it costs to record a run. A pile of columns of spheres is stepped without a recording, with 60
// frames a second, and with one at every step, plain and compressed; or bodies come and go, and memory is looked at.
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <limits>
#include <memory>
#include <nsds/io.hpp>
#include <string>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/workloads/pile_scene.hpp"
#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  int n = 1000;
  double h = 1e-3;
  std::int64_t steps = 1000;
  std::int64_t renew = 0;  // steps after which the oldest body goes and another comes; 0: none does
  std::filesystem::path folder = std::filesystem::temp_directory_path();
  std::string filter = {};
};

struct Mode {
  const char* name;
  bool records;
  io::RecordOptions options;
};

double residentMegabytes() {
  std::ifstream statm("/proc/self/statm");
  double all = 0.0, resident = 0.0;
  statm >> all >> resident;
  return resident * 4096.0 / 1e6;
}

/// Calls a writer, and adds up how long that takes, in CPU time.
struct Timed {
  io::TrajectoryWriter& writer;
  double& seconds;

  void begin(const Simulation& s) {
    const Stopwatch watch;
    writer.begin(s);
    seconds += watch.seconds();
  }
  void step(const Simulation& s) {
    const Stopwatch watch;
    writer.step(s);
    seconds += watch.seconds();
  }
  void end(const Simulation& s) {
    const Stopwatch watch;
    writer.end(s);
    seconds += watch.seconds();
  }
};

/// Columns of spheres that fall on each other; with `renew` the oldest sphere is replaced by one above its column.
struct Pile {
  explicit Pile(const Arguments& arguments)
      : model(0.0, static_cast<double>(arguments.steps) * arguments.h),
        contacts(NewtonImpactFrictionNSL(0.0, 0.0, pile::friction, 3)),
        simulation(model, TimeDiscretisation(0.0, arguments.h), MoreauJeanOSI(0.5)),
        n(arguments.n),
        renew(arguments.renew) {
    model.setGravity(Vector3(0.0, 0.0, -pile::gravity));
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
    for (int i = 0; i < n; ++i) add(i, 0.0);
    simulation.setInteractionManager(contacts);
  }
  void add(int place, double above) {
    const auto [x, y, z] = pile::start(place, n);
    bodies.push_back(
        &model.add<NewtonEulerDS>(Vector{{x, y, z + above, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), pile::mass,
                                  Matrix(pile::inertia(pile::Kind::spheres) * Matrix::Identity(3, 3))));
    contacts.add(*bodies.back(), Sphere{pile::radius});
  }
  void renewOne(const Simulation& s) {
    if (renew == 0 || s.step() == 0 || s.step() % renew != 0) return;
    model.remove(*bodies[oldest]);
    add(static_cast<int>(oldest), 10.0);
    bodies[oldest] = bodies.back();
    bodies.pop_back();
    oldest = (oldest + 1) % bodies.size();
  }

  Model model;
  CollisionDetection contacts;
  TimeStepping simulation;
  int n;
  std::int64_t renew;
  std::vector<NewtonEulerDS*> bodies;
  std::size_t oldest = 0;
};

void measure(const Mode& mode, const Arguments& arguments, std::ostream& out) {
  const std::filesystem::path file = arguments.folder / "nsds-bench-recording.h5";
  Pile pile(arguments);
  double writing = 0.0;
  double early = 0.0;  // memory after a tenth of the steps
  const auto watch = [&](const Simulation& s) {
    pile.renewOne(s);
    if (s.step() == arguments.steps / 10) early = residentMegabytes();
  };
  const Stopwatch whole;
  if (mode.records) {
    io::TrajectoryWriter writer(file, mode.options);
    Timed timed{writer, writing};
    pile.simulation.run(timed, watch);
  } else {
    pile.simulation.run(watch);
  }
  const double seconds = whole.seconds();
  const double late = residentMegabytes();
  out << std::left << std::setw(26) << mode.name << std::right << std::fixed << std::setprecision(2)
      << std::setw(9) << seconds << std::setw(9) << writing << std::setw(8) << std::setprecision(1)
      << 100.0 * writing / (seconds - writing);
  if (mode.records) {
    const std::size_t frames = io::TrajectoryFile(file).frames();
    out << std::setw(9) << frames << std::setw(10)
        << static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    std::filesystem::remove(file);
  } else {
    out << std::setw(9) << 0 << std::setw(10) << 0.0;
  }
  out << std::setw(10) << early << std::setw(10) << late << '\n' << std::flush;
}

void run(const Arguments& arguments, std::ostream& out) {
  out << "recording                       s  writing       %   frames      MB    early MB   late MB\n";
  const double never = 1e9;
  const std::array modes{
      Mode{"none", false, {}},
      Mode{"60 frames a second", true, {.rate = 60.0}},
      Mode{"60 a second, states alone",
           true,
           {.rate = 60.0, .links = false, .energies = false, .contacts = io::RecordedContacts::none}},
      Mode{"every step, uncompressed", true, {.compression = 0}},
      Mode{"every step, compressed", true, {}},
      Mode{"every step, states alone",
           true,
           {.links = false,
            .energies = false,
            .contacts = io::RecordedContacts::none,
            .compression = 0,
            .flushEvery = never}}};
  for (const Mode& mode : modes)
    if (std::string(mode.name).find(arguments.filter) != std::string::npos) measure(mode, arguments, out);
}

}  // namespace

void add_recording(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("recording", "Measure what recording a pile of spheres costs, in CPU time.");
  command->add_option("--n", arguments->n, "number of spheres")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--h", arguments->h, "time step [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--steps", arguments->steps, "number of steps")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--renew", arguments->renew,
                   "after so many steps the oldest sphere goes and another comes; 0: none does")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--folder", arguments->folder, "where the files are written")
      ->check(CLI::ExistingDirectory);
  command->add_option("--filter", arguments->filter, "recordings whose name has this text");
  command->footer(
      "%: of the rest of the run; early MB: resident memory after a tenth of the steps, late MB: at the "
      "end.");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench

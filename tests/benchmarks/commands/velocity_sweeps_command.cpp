// nsds-bench velocity-sweeps: what a sweep over velocities costs, in seconds, bytes and memory, against the
// number of contacts and of threads.
//
// The problem is the packing of spheres of the collection with the number of contacts next to the one asked
// for, friction 0.3. Sweeps are timed one by one through the callback of the solver, the best counts; what
// bandwidth the machine has is measured before and after, the better counts.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/measurements/bandwidth.hpp"
#include "benchmarks/measurements/growth.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  std::vector<double> contacts = {1e4, 1e5, 1e6};
  std::vector<int> threads = {1, 2};
  int sweeps = 24;  // fewer than the solver makes before it looks at the error
  int repetitions = 3;
  std::string csv;
};

// One size at one number of threads.
struct Measured {
  int contacts = 0, threads = 0;
  double seconds = 0.0;    // a sweep
  double bytes = 0.0;      // that a sweep moves
  double bandwidth = 0.0;  // of the machine, bytes a second
  double memory = 0.0;     // bytes a contact, of a solve beyond problem and unknowns
  bool same_bits = true;   // as with the first number of threads
};

// What a sweep reads and writes at least once, in bytes (numerics/src/global_friction/README.md): a contact
// its packed data, its b, its reaction and the direction of acceleration, a velocity itself, its value before
// the sweep and its direction. What is read again out of a cache is not counted.
double bytes_a_sweep(const Instance& instance) {
  return 268.0 * instance.contacts() + 72.0 * instance.size();
}

// Bytes of resident memory, by a line of /proc/self/status; 0 where there is none.
double resident_bytes(const std::string& line) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0.0;
    if (word == line + ":" && status >> kilobytes) return 1024.0 * kilobytes;
  }
  return 0.0;
}

// From here on. What was freed is given back to the system, or it would be used again unseen.
void forget_largest_memory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

// Times from call to call; of one thread without the time in which another program ran.
struct Clocked {
  bool alone = true;
  Stopwatch watch;
  std::chrono::steady_clock::time_point wall;
  double best = std::numeric_limits<double>::infinity();
};

int on_sweep(const nsds_progress* progress, void* user) {
  auto& clocked = *static_cast<Clocked*>(user);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - clocked.wall;
  const double seconds = clocked.alone ? clocked.watch.seconds() : wall.count();
  if (progress->iteration > 2) clocked.best = std::min(clocked.best, seconds);
  clocked.wall = std::chrono::steady_clock::now();
  clocked.watch = Stopwatch();
  return 0;
}

Instance packing_of(double contacts) {
  const auto name = [](int side) {
    return "packing:side=" + std::to_string(side) + ":mu=0.3:ratio=1:seed=1";
  };
  int side = 2;
  while (contacts_of(name(side)) < contacts) ++side;
  const double above = contacts_of(name(side)) / contacts, below = contacts / contacts_of(name(side - 1));
  return make_instance(name(below < above ? side - 1 : side));
}

// Solves for so many sweeps; r: out, the reactions then.
Measured measure(const Instance& instance, int threads, const Arguments& arguments, Eigen::VectorXd& r) {
  const GlobalView view(instance);
  Clocked clocked{threads == 1, {}, {}};
  numerics::Options options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, "nsgs");
  options.set("max_iterations", arguments.sweeps).set("tolerance", 0.0).set("threads", threads);
  nsds_options_set_callback(options.get(), on_sweep, &clocked);
  r.setZero(instance.H.cols());
  Eigen::VectorXd v = Eigen::VectorXd::Zero(instance.size());
  Measured measured{instance.contacts(), threads};
  measured.bandwidth = triad_bandwidth(threads, 200, 5);
  for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
    forget_largest_memory();
    const double before = resident_bytes("VmRSS");
    const nsds_status status = nsds_global_friction_contact_solve(
        &view.problem(), v.data(), r.data(), nullptr, nullptr, options.get(), nullptr, nullptr);
    if (status != NSDS_MAX_ITERATIONS) throw std::runtime_error(nsds_status_name(status));
    measured.memory = (resident_bytes("VmHWM") - before) / instance.contacts();
  }
  measured.bandwidth = std::max(measured.bandwidth, triad_bandwidth(threads, 200, 5));
  measured.seconds = clocked.best;
  measured.bytes = bytes_a_sweep(instance);
  return measured;
}

// Of the time of a sweep with the contacts, for a number of threads.
double exponent(const std::vector<Measured>& all, int threads) {
  std::vector<double> contacts, seconds;
  for (const Measured& one : all) {
    if (one.threads != threads) continue;
    contacts.push_back(one.contacts);
    seconds.push_back(one.seconds);
  }
  return growth_exponent(contacts, seconds);
}

void print_line(const Measured& one, std::ostream& out) {
  const double used = one.bytes / one.seconds;
  out << std::setw(10) << one.contacts << std::setw(9) << one.threads << std::setw(11) << std::fixed
      << std::setprecision(3) << 1e3 * one.seconds << std::setw(11) << std::setprecision(1)
      << 1e9 * one.seconds / one.contacts << std::setw(10) << std::setprecision(2) << 1e-9 * used
      << std::setw(10) << 1e-9 * one.bandwidth << std::setw(8) << std::setprecision(2) << used / one.bandwidth
      << std::setw(9) << std::setprecision(0) << one.memory << std::setw(7)
      << (one.same_bits ? "same" : "OTHER") << '\n'
      << std::flush;
}

void write_csv(const std::vector<Measured>& all, const std::string& file) {
  std::ofstream out(file);
  out << "contacts,threads,seconds_a_sweep,bytes_a_sweep,bandwidth,triad_bandwidth,memory_a_contact,same_"
         "bits\n"
      << std::setprecision(9);
  for (const Measured& one : all)
    out << one.contacts << ',' << one.threads << ',' << one.seconds << ',' << one.bytes << ','
        << one.bytes / one.seconds << ',' << one.bandwidth << ',' << one.memory << ',' << one.same_bits
        << '\n';
  if (!out) throw std::runtime_error("cannot write " + file);
}

// How much faster the largest problem gets, beside how much more bandwidth there is.
void print_gain(const std::vector<Measured>& all, int threads, std::ostream& out) {
  const Measured *one = nullptr, *many = nullptr;
  for (const Measured& measured : all) {
    if (measured.threads == 1) one = &measured;
    if (measured.threads == threads) many = &measured;
  }
  if (one == nullptr || many == nullptr || one == many) return;
  const double gain = one->seconds / many->seconds, given = many->bandwidth / one->bandwidth;
  out << threads << " threads at " << many->contacts << " contacts: " << std::setprecision(2) << gain
      << " times as fast, the triad " << given << " times: " << gain / given << '\n';
}

void run(const Arguments& arguments, std::ostream& out) {
  out << "  contacts  threads   ms/sweep ns/contact      GB/s     triad   part  bytes/c   bits\n";
  std::vector<Measured> all;
  for (const double contacts : arguments.contacts) {
    const Instance instance = packing_of(contacts);
    Eigen::VectorXd first, r;
    for (const int threads : arguments.threads) {
      Measured measured = measure(instance, threads, arguments, r);
      if (threads == arguments.threads.front()) first = r;
      measured.same_bits =
          std::memcmp(first.data(), r.data(), sizeof(double) * static_cast<std::size_t>(r.size())) == 0;
      print_line(measured, out);
      all.push_back(measured);
    }
  }
  for (const int threads : arguments.threads)
    if (arguments.contacts.size() > 1)
      out << "exponent with " << threads << (threads == 1 ? " thread: " : " threads: ")
          << std::setprecision(3) << exponent(all, threads) << '\n';
  for (const int threads : arguments.threads) print_gain(all, threads, out);
  if (!arguments.csv.empty()) write_csv(all, arguments.csv);
}

}  // namespace

void add_velocity_sweeps(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "velocity-sweeps", "Measure sweeps over velocities of packings of spheres, in wall time.");
  command->add_option("--contacts", arguments->contacts, "about so many contacts, one size or several")
      ->check(CLI::Range(10.0, 1e7))
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "numbers of threads")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--sweeps", arguments->sweeps, "of one solve")
      ->check(CLI::Range(4, 24))
      ->capture_default_str();
  command->add_option("--repetitions", arguments->repetitions, "solves of a size")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--csv", arguments->csv, "file for the figures");
  command->footer(
      "GB/s: what a sweep has to move, over its time; triad: what the machine moves with as many threads;\n"
      "bytes/c: resident memory of a solve beyond problem and unknowns, a contact; bits: of the reactions,\n"
      "beside those with the first number of threads.");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench

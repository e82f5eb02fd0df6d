// Checkpoints: a simulation is saved in a file, and another process continues it bit for bit as if it had never ended.
//
//   double worst = 0.0;                       // a driver's own lambda counts on in it
//   io::Kept kept;
//   kept.keep("worst", worst).keep("recorder", recorder);
//   io::save(simulation, "run.nsdsc", kept);
//
// In the process that continues, the same program makes the same model and simulation, and then
//
//   simulation.initialize();
//   io::restore(simulation, "run.nsdsc", kept);
//
// The run goes on with the same bits if build, type of processor and BLAS are the same; the file names all three, and
// restore() says through the log of the model which of them differ. Numbers that functions of a driver keep for themselves
// belong to no model: Kept holds them, and save() names in the log of the model what has functions if nothing was kept.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "nsds/io/export.hpp"

namespace nsds {
class Simulation;
}

namespace nsds::io {

/// A file that is no checkpoint, is damaged, or belongs to another program or model. what() begins with its name.
class NSDS_IO_API CheckpointError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What saves its own state, as observers of the kernel and recorders do.
template <class T>
concept HasState = requires(T& t, const T& constant, std::span<const std::byte> bytes) {
  { constant.saveState() } -> std::same_as<std::vector<std::byte>>;
  t.restoreState(bytes);
};

/// A number, or a struct of numbers without pointers.
template <class T>
concept PlainValue = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !HasState<T>;

/// The bytes of a value.
template <PlainValue T>
std::vector<std::byte> bytesOf(const T& value) {
  std::vector<std::byte> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}
/// Gives it back. Errors: std::invalid_argument if there are more or fewer bytes.
template <PlainValue T>
T valueOf(std::span<const std::byte> bytes) {
  if (bytes.size() != sizeof(T)) throw std::invalid_argument("what was kept has another size");
  T value{};
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

/// What is saved beside the model: numbers of a driver, observers, anything with a pair of functions. All is borrowed.
class NSDS_IO_API Kept {
 public:
  using Bytes = std::vector<std::byte>;

  /// write gives the bytes; read takes them, after the model has its state, and throws std::invalid_argument, before it
  /// changes anything, if they are not what write gives. Errors: std::invalid_argument for an empty function, an empty name
  /// or one that was given before.
  Kept& keep(const std::string& name, std::function<Bytes()> write,
             std::function<void(std::span<const std::byte>)> read);
  /// What functions of the driver have done to the model on the way: read does it again in the model of a new process, before
  /// that gets its state: loads, links.
  Kept& keepChange(const std::string& name, std::function<Bytes()> write,
                   std::function<void(std::span<const std::byte>)> read);
  /// An observer, or whatever has saveState() and restoreState().
  template <HasState T>
  Kept& keep(const std::string& name, T& part) {
    return add({name, Kind::observer, [&part] { return part.saveState(); },
                [&part](std::span<const std::byte> bytes) { part.restoreState(bytes); }});
  }
  /// A number, or a struct of numbers without pointers.
  template <PlainValue T>
  Kept& keep(const std::string& name, T& value) {
    return keep(
        name, [&value] { return bytesOf(value); },
        [&value](std::span<const std::byte> bytes) { value = valueOf<T>(bytes); });
  }
  template <PlainValue T>
  Kept& keep(const std::string& name, std::vector<T>& values) {
    return keep(
        name,
        [&values] {
          const auto bytes = std::as_bytes(std::span(values));
          return Bytes(bytes.begin(), bytes.end());
        },
        [&values](std::span<const std::byte> bytes) {
          std::vector<T> read;
          for (; !bytes.empty(); bytes = bytes.subspan(sizeof(T))) {
            read.push_back(valueOf<T>(bytes.first(std::min(bytes.size(), sizeof(T)))));
          }
          values = std::move(read);
        });
  }

 private:
  friend class Checkpoint;
  enum class Kind : std::uint8_t { change, observer, value };
  struct Part {
    std::string name;
    Kind kind;
    std::function<Bytes()> write;
    std::function<void(std::span<const std::byte>)> read;
  };
  Kept& add(Part part);
  std::vector<Part> parts_;
};

/// A checkpoint belongs to one run of a program with these parameters, or of a scene.
struct RunIdentity {
  std::map<std::string, double> parameters = {};
  int run = 1;             ///< number among those that the program makes one after the other
  std::string scene = {};  ///< its fingerprint; empty where there is none
};

/// What a checkpoint says of itself.
struct CheckpointSummary {
  std::string program;       ///< that wrote it
  std::string version;       ///< of NSDS
  std::string processor;     ///< its type
  std::string saved;         ///< date and time, "2026-05-01T12:00:00Z"
  double time = 0.0;         ///< of the simulation [s]
  std::int64_t step = 0;     ///< completed
  std::uintmax_t bytes = 0;  ///< size of the file
  std::vector<std::string>
      libraries;                  ///< programs and libraries with their build identifiers, BLAS among them
  std::vector<std::string> kept;  ///< names of what was kept beside the model
  RunIdentity identity;
};

/// Saves the model of a simulation with all simulations on it, its statistics, and what is kept. The file is written
/// under another name beside `file` and renamed when it is complete and on the disk, so that `file` is never half written.
/// Errors: CheckpointError where the file cannot be written; Error
/// in the middle of a step; what functions of `kept` throw.
NSDS_IO_API void save(const Simulation& simulation, const std::filesystem::path& file, const Kept& kept = {},
                      const RunIdentity& identity = {});

/// Continues from a file: to be called after initialize(), and after what is kept has begun. Errors: CheckpointError
/// if the file is damaged, of another version, of another model, of another identity, or has not the parts that are kept;
/// nothing is changed then, but for what functions of Kept::keepChange() have done to the model.
NSDS_IO_API void restore(Simulation& simulation, const std::filesystem::path& file, const Kept& kept = {},
                         const RunIdentity& identity = {});

/// Errors: CheckpointError.
NSDS_IO_API CheckpointSummary describeCheckpoint(const std::filesystem::path& file);
/// True if the file begins as a checkpoint does.
NSDS_IO_API bool isCheckpoint(const std::filesystem::path& file);

}  // namespace nsds::io

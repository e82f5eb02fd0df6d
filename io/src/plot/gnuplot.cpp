#include "gnuplot.hpp"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "nsds/io/plot.hpp"

namespace nsds::io {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File opened(std::FILE* file, const std::string& what) {
  if (file == nullptr) throw PlotError(fmt::format("{}: {}", what, std::strerror(errno)));
  return File(file);
}

// Removes the unfinished picture unless it was put in place.
class PartialFile {
 public:
  explicit PartialFile(const std::filesystem::path& target)
      : target_(target), path_(target.string() + ".part") {}
  ~PartialFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void putInPlace() const {
    std::error_code error;
    std::filesystem::rename(path_, target_, error);
    if (error) throw PlotError(fmt::format("{}: cannot be written: {}", target_.string(), error.message()));
  }

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
};

// Starts gnuplot on the three streams and waits for its end; returns whether it succeeded. Files instead of
// pipes: neither side can block the other.
bool spawnAndWait(std::FILE* in, std::FILE* out, std::FILE* errors) {
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_adddup2(&streams, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&streams, fileno(out), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&streams, fileno(errors), STDERR_FILENO);
  std::string name = "gnuplot";
  std::array<char*, 2> arguments{name.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawnp(&child, name.c_str(), &streams, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&streams);
  if (failure == ENOENT) {
    throw PlotError(
        "gnuplot was not found; to install it: apt-get install gnuplot-nox (Debian, Ubuntu), "
        "dnf install gnuplot (Fedora), brew install gnuplot (macOS)");
  }
  if (failure != 0) throw PlotError(fmt::format("gnuplot cannot be started: {}", std::strerror(failure)));

  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw PlotError(fmt::format("gnuplot was lost: {}", std::strerror(errno)));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string contents(std::FILE* file) {
  std::rewind(file);
  std::array<char, 2000> text{};
  return {text.data(), std::fread(text.data(), 1, text.size(), file)};
}

}  // namespace

void runGnuplot(std::string_view script, const std::filesystem::path& file) {
  const File in = opened(std::tmpfile(), "no temporary file for gnuplot");
  const File errors = opened(std::tmpfile(), "no temporary file for gnuplot");
  if (std::fwrite(script.data(), 1, script.size(), in.get()) != script.size() || std::fflush(in.get()) != 0) {
    throw PlotError(fmt::format("the data for gnuplot cannot be stored: {}", std::strerror(errno)));
  }
  std::rewind(in.get());

  const PartialFile picture(file);
  const File out = opened(std::fopen(picture.path().c_str(), "wb"), file.string() + ": cannot be written");
  const bool succeeded = spawnAndWait(in.get(), out.get(), errors.get());
  std::error_code unknown;
  if (!succeeded || std::filesystem::file_size(picture.path(), unknown) == 0) {
    throw PlotError("gnuplot made no picture: " + contents(errors.get()));
  }
  picture.putInPlace();
}

std::string gnuplotQuoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted + "'";
}

}  // namespace nsds::io

#include "benchmarks/peers/guarded.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace nsds::bench {
namespace {

void silence(int descriptor) {
  dup2(open("/dev/null", O_WRONLY), descriptor);
}

// The child: never returns.
[[noreturn]] void work_and_exit(int pipe_end, const std::function<std::vector<double>()>& work) {
  silence(STDOUT_FILENO);
  silence(STDERR_FILENO);
  try {
    const std::vector<double> numbers = work();
    const char* bytes = reinterpret_cast<const char*>(numbers.data());
    std::size_t left = numbers.size() * sizeof(double);
    while (left > 0) {
      const ssize_t written = write(pipe_end, bytes, left);
      if (written <= 0) _exit(1);
      bytes += written;
      left -= static_cast<std::size_t>(written);
    }
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

// The child as another program, whose output goes into the pipe: never returns.
[[noreturn]] void run_and_exit(int pipe_end, const std::vector<std::string>& words) {
  dup2(pipe_end, STDOUT_FILENO);
  silence(STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(arguments.front(), arguments.data());
  _exit(1);
}

double seconds_of(pid_t child) {
  clockid_t clock{};
  timespec spent{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &spent) != 0) return 0.0;
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

// What the child writes until it closes its end. The parent looks at its time: a timer in the child would
// make the clocks there coarse.
std::vector<double> read_all(int pipe_end, pid_t child, double limit) {
  std::vector<char> bytes;
  std::array<char, 65536> buffer{};
  pollfd waiting{.fd = pipe_end, .events = POLLIN, .revents = 0};
  for (;;) {
    if (poll(&waiting, 1, 2) == 0) {
      if (seconds_of(child) > limit) kill(child, SIGKILL);
      continue;
    }
    const ssize_t got = read(pipe_end, buffer.data(), buffer.size());
    if (got <= 0) break;
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + got);
  }
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

// child_work: what the child does with its end of the pipe; never returns.
std::optional<std::vector<double>> watch(double limit, const std::function<void(int pipe_end)>& child_work) {
  int ends[2] = {};
  if (pipe(ends) != 0) return std::nullopt;
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    close(ends[0]);
    child_work(ends[1]);
  }
  close(ends[1]);
  std::vector<double> numbers = read_all(ends[0], child, limit);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return numbers;
}

}  // namespace

std::optional<std::vector<double>> guarded(double limit, const std::function<std::vector<double>()>& work) {
  return watch(limit, [&](int pipe_end) { work_and_exit(pipe_end, work); });
}

std::optional<std::vector<double>> guarded_program(double limit, const std::vector<std::string>& words) {
  return watch(limit, [&](int pipe_end) { run_and_exit(pipe_end, words); });
}

}  // namespace nsds::bench

// Ctrl-C and SIGTERM end a run after its present step, in order. A program opts in by making one of these; nothing in the
// libraries handles signals unasked.
#pragma once

#include <array>
#include <csignal>

#include "nsds/io/export.hpp"

namespace nsds::io {

/// While it lives, the first SIGINT and the first SIGTERM are noted; a second one of a kind ends the program at once, as
/// it would have without this. Signals that the program was started with ignored stay ignored. One at a time.
class NSDS_IO_API StopSignals {
 public:
  /// Errors: std::logic_error if there is one already.
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// What handled the signals before does so again, and gets the one that was received.
  ~StopSignals();

  /// The signal that came first, 0 if none has.
  static int received() noexcept;
  /// Ends the program by this signal in its default way, so that a shell sees 128 + signal.
  [[noreturn]] static void deliver(int signal);

 private:
  std::array<struct sigaction, 2> before_{};
};

}  // namespace nsds::io

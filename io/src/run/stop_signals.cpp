#include "nsds/io/stop_signals.hpp"

#include <cstdlib>
#include <exception>
#include <stdexcept>

namespace nsds::io {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): a handler reaches nothing but globals
volatile std::sig_atomic_t receivedSignal = 0;
bool handled = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void note(int signal) {
  if (receivedSignal == 0) receivedSignal = signal;
}

}  // namespace

StopSignals::StopSignals() {
  if (handled) throw std::logic_error("signals are handled by another StopSignals already");
  handled = true;
  receivedSignal = 0;
  struct sigaction action {};
  action.sa_handler = note;
  // The default action comes back with the first signal; calls of the system go on.
  action.sa_flags = static_cast<int>(SA_RESETHAND | static_cast<unsigned>(SA_RESTART));
  sigemptyset(&action.sa_mask);
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    sigaction(kSignals[k], nullptr, &before_[k]);
    if (before_[k].sa_handler != SIG_IGN) sigaction(kSignals[k], &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &before_[k], nullptr);
  handled = false;
  // A signal that nobody has looked at comes late rather than never. An error that ends the program is not cut off.
  if (receivedSignal != 0 && std::uncaught_exceptions() == 0) std::raise(receivedSignal);
}

int StopSignals::received() noexcept {
  return handled ? receivedSignal : 0;
}

void StopSignals::deliver(int signal) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, signal);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nullptr);
  std::raise(signal);
  std::abort();  // the default action of both signals ends the program
}

}  // namespace nsds::io

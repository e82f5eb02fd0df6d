// Observers of Simulation::run: any object with some of
//   begin(const Simulation&)   before the first step, the initial state in place
//   step(const Simulation&)    after each step
//   end(const Simulation&)     after the last
// or a callable taking const Simulation&, which counts as step.
#pragma once

#include <concepts>
#include <type_traits>

#include "nsds/common/cxx20.hpp"

namespace nsds {
class Simulation;

namespace detail {

template <class Observer>
void observeBegin(Observer& observer, const Simulation& simulation) {
  if constexpr (requires { observer.begin(simulation); }) observer.begin(simulation);
}

template <class Observer>
void observeStep(Observer& observer, const Simulation& simulation) {
  if constexpr (requires { observer.step(simulation); }) {
    observer.step(simulation);
  } else if constexpr (std::invocable<Observer&, const Simulation&>) {
    observer(simulation);
  }
}

template <class Observer>
void observeEnd(Observer& observer, const Simulation& simulation) {
  if constexpr (requires { observer.end(simulation); }) observer.end(simulation);
}

template <class Observer>
constexpr bool isObserver = requires(Observer& o, const Simulation& s) {
  o.begin(s);
}
|| requires(Observer& o, const Simulation& s) {
  o.step(s);
}
|| requires(Observer& o, const Simulation& s) {
  o.end(s);
}
|| std::invocable<Observer&, const Simulation&>;

}  // namespace detail
}  // namespace nsds

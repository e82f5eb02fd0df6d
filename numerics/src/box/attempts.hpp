// Every `auto` over boxes is made of this: solvers of a table with their default options, one after the
// other.
#pragma once

#include <initializer_list>
#include <limits>
#include <span>

#include "box/registry.hpp"
#include "core/attempts.hpp"

namespace nsds::numerics::box {

class BoxAttempts : private Trials {
 public:
  // z: (n) in/out: the start; at the end the best point.
  BoxAttempts(const Problem& problem, std::span<const Solver> solvers, double* z, SolveContext& context);

  enum class From { start, best };

  struct Turn {
    bool when = true;  // else the turn is left out
    const char* solver = nullptr;
    From from = From::start;
    std::int64_t budget = std::numeric_limits<std::int64_t>::max();  // of this solver alone
  };

  // True where a turn settles the problem, or a limit of the call is reached; those after it are not taken.
  bool take(std::initializer_list<Turn> turns);

  SolverClaim claim() { return attempts_.claim(); }

 private:
  friend Attempts<BoxAttempts>;
  bool attempt(const Turn& turn);
  double measure();
  void keep();

  const Problem& problem_;
  std::span<const Solver> solvers_;
  Arena& arena_;
  std::span<double> best_, start_, trial_, w_, magnitude_;
  Attempts<BoxAttempts> attempts_;
};

}  // namespace nsds::numerics::box

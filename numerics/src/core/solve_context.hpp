// Every solver shares this while it runs: its limits, its options, scratch memory and a place for a sentence.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>

#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "core/options.hpp"
#include "core/sentence.hpp"
#include "nsds/numerics/workspace.h"

namespace nsds::numerics {

using Clock = std::chrono::steady_clock;

// What a certificate that was checked proves of a problem: that it has no solution, or that its objective falls for ever.
enum class Proof : std::uint8_t { none, infeasible, unbounded };

class SolveContext {
 public:
  // default_max_iterations: where the options leave it to the solver. options, arena: must outlive it.
  SolveContext(const nsds_options& options, std::int64_t default_max_iterations, Clock::time_point start,
               Arena& scratch, const Sentence& reason)
      : solver(options.solver->name),
        tolerance(options.tolerance()),
        max_iterations(options.max_iterations() > 0 ? options.max_iterations() : default_max_iterations),
        time_limit(options.time_limit()),
        own(options.own),
        callback(options.callback),
        user(options.user),
        reuse(options.reuse()),
        begin(start),
        arena(&scratch),
        sentence(reason),
        end_(scratch.take<End>(1, End{}).data()) {}

  const char* solver;
  // These values come out of the options; the table of options is the only place that knows defaults.
  double tolerance;
  std::int64_t max_iterations;  // > 0: the default of the solver has been filled in
  double time_limit;
  std::span<const double> own;  // the solver's own options, in the order of its table
  nsds_callback callback;
  void* user;
  nsds_reuse reuse;
  Clock::time_point begin;
  Arena* arena;
  nsds_workspace* workspace =
      nullptr;                    // of the class, for what stays until the next call. Nullable: nothing does
  Sentence sentence;              // a solver that fails says why; empty: the driver finds words
  std::span<double> certificate;  // (n) where a solver that proves infeasibility leaves its proof
  Proof certified = Proof::none;  // set with it, by certify
  std::int64_t done_before = 0;   // iterations of other solvers that this call has run already

  // Is asked before iteration + 1 begins. estimate: the solver's own running residual, NaN if it has none.
  // NSDS_OK to go on, else the limit that was reached. A call that has been ended stays so, for every copy of
  // its context: the callback is not asked again.
  nsds_status limit(std::int64_t iteration, double estimate) const {
    iteration += done_before;
    if (iteration >= max_iterations) return NSDS_MAX_ITERATIONS;
    if (time_limit == infinity && callback == nullptr) return NSDS_OK;
    return ask_clock_and_callback(iteration, estimate);
  }

  // Says what the certificate proves once it was checked. Returns whether it holds.
  bool certify(Proof proof, bool holds) {
    certified = holds ? proof : Proof::none;
    return holds;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin).count(); }
  // Negative where the limit has passed.
  double seconds_left() const { return time_limit == infinity ? infinity : time_limit - seconds(); }

  // A factorisation that was not begun, because there is no time for it, is noted here: a call that fails without it
  // has reached its time limit.
  void note_lack_of_time() const { end_->lacks_time = true; }
  bool lacks_time() const { return end_->lacks_time; }

  // What a call that counts its factorisations is told, by every copy of its context.
  void note_factorization() const { ++end_->factorizations; }
  std::int64_t factorizations() const { return end_->factorizations; }

 private:
  struct End {
    nsds_status reached = NSDS_OK;
    bool lacks_time = false;
    std::int64_t factorizations = 0;
  };

  nsds_status ask_clock_and_callback(std::int64_t iteration, double estimate) const {
    if (end_->reached != NSDS_OK) return end_->reached;
    const double elapsed = seconds();
    if (elapsed >= time_limit) {
      end_->reached = NSDS_TIME_LIMIT;
    } else if (callback != nullptr && !ask_callback({solver, iteration, estimate, elapsed})) {
      end_->reached = NSDS_INTERRUPTED;
    }
    return end_->reached;
  }

  bool ask_callback(const nsds_progress& progress) const {
    try {
      return callback(&progress, user) == 0;
    } catch (...) {  // a callback written in C++ that throws has asked to stop
      return false;
    }
  }

  End* end_;  // of the call, shared by all copies
};

// A callback is told this of the residual by solvers that do not know it on the way.
inline constexpr double no_estimate = std::numeric_limits<double>::quiet_NaN();

// Tells whether a part of a solve that ended so ends all of it. Where only the budget of the part is spent it
// does not.
inline bool ends_the_call(nsds_status status) {
  return status == NSDS_TIME_LIMIT || status == NSDS_INTERRUPTED;
}

// A solver claims this; the driver believes only the residual.
struct SolverClaim {
  nsds_status status = NSDS_OK;
  std::int64_t iterations = 0;
  bool verified = false;  // the residual of the z it leaves has been evaluated and is within the tolerance
  bool undetermined = false;  // equations that were solved depend on each other: other unknowns do as well
};

}  // namespace nsds::numerics

// Options decoded from an input: any solver of the class by its index, any of its options, inside and outside
// of their ranges; and a callback that stops.
#pragma once

#include "input.hpp"
#include "nsds/numerics/options.h"
#include "nsds/numerics/reuse.h"

namespace nsds::fuzz {

// Counts its calls and asks to stop at one of them.
struct Stopper {
  int stop_at = 0;  // 0: never
  int calls = 0;
  bool stopped = false;
  bool called_after = false;
  int returned = 1;
};

// How many of 256 inputs keep a default limit of iterations. Those of friction and of nonlinear programs are large: a problem
// without a solution takes seconds.
int by_default(nsds_class problem_class, int of_256);

class DrawnOptions {
 public:
  DrawnOptions(Input& input, nsds_class problem_class);
  DrawnOptions(const DrawnOptions&) = delete;
  DrawnOptions& operator=(const DrawnOptions&) = delete;
  ~DrawnOptions() { nsds_options_free(options_); }

  const nsds_options* get() const { return options_; }
  double tolerance() const;
  bool warm_start() const;
  // 0: the solver chooses.
  std::int64_t max_iterations() const;
  bool timed() const;
  bool remembers() const;
  // Is the tolerance one of the norm of FCLIB?
  bool by_fclib() const;
  void set_reuse(nsds_reuse reuse);
  void set_stopper(Stopper* stopper);

 private:
  void draw(Input& input, const nsds_option_info& info);

  nsds_options* options_ = nullptr;
};

}  // namespace nsds::fuzz

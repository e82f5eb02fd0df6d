// Holds the values behind nsds_options: one number an option, in the order of its table.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/registry.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/options.h"
#include "nsds/numerics/reuse.h"

namespace nsds::numerics {

// A solver of the caller, in the place of those of the registry. Never changes, so that copies of options share it.
struct GivenSolver {
  explicit GivenSolver(const char* given_name) : name(given_name) { info.name = name.c_str(); }
  GivenSolver(const GivenSolver&) = delete;
  GivenSolver& operator=(const GivenSolver&) = delete;
  virtual ~GivenSolver() = default;

  std::string name;
  nsds_solver_info info{};  // without options of its own
};

}  // namespace nsds::numerics

struct nsds_options {
  nsds_class problem_class = NSDS_CLASS_LCP;
  std::int32_t solver_index = 0;
  const nsds_solver_info* solver = nullptr;
  std::shared_ptr<const nsds::numerics::GivenSolver> given;  // Nullable: the solver is that of solver_index
  std::array<double, 5> common{};                            // a choice is stored as the position of its word
  std::vector<double> own;                                   // the solver's own options
  nsds_callback callback = nullptr;
  void* user = nullptr;
  std::array<char, 512> error{};  // written by a refused set only: getters leave the object alone

  double tolerance() const noexcept { return common[nsds::numerics::tolerance_option]; }
  std::int64_t max_iterations() const noexcept {
    return static_cast<std::int64_t>(common[nsds::numerics::max_iterations_option]);
  }
  double time_limit() const noexcept { return common[nsds::numerics::time_limit_option]; }
  bool warm_start() const noexcept { return common[nsds::numerics::warm_start_option] != 0.0; }
  nsds_reuse reuse() const noexcept {
    return static_cast<nsds_reuse>(static_cast<int>(common[nsds::numerics::reuse_option]));
  }
};

namespace nsds::numerics {

// The options of a solver as its table has them. index: a row of the class. Allocates only for a solver that
// has options of its own.
NSDS_NUMERICS_API nsds_options default_options(nsds_class problem_class, std::int32_t index);

}  // namespace nsds::numerics

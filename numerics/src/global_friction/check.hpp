// Makes a checked problem, with its mass factorised and its units, of the caller's struct.
#pragma once

#include "core/deadline.hpp"
#include "global_friction/mass/large_mass.hpp"
#include "global_friction/problem.hpp"
#include "nsds/numerics/global_rolling_friction_contact.h"
#include "nsds/numerics/reuse.h"
#include "nsds/numerics/workspace.h"

namespace nsds::numerics::global_friction {

// Given: the public struct of one of the two classes.

// False, and a sentence, where the problem is not admissible. Operators pass; see has_entries. given, workspace:
// Nullable.
template <class Given>
bool check(const Given* given, nsds_workspace* workspace, nsds_reuse reuse, const Sentence& sentence);

// False, and a sentence, where a matrix is an operator.
template <class Given>
bool has_entries(const Given& given, const Sentence& sentence);

// A problem that has been checked, with the factors that it refers to.
class Prepared {
 public:
  template <class Given>
  Prepared(const Given& given, const Deadline& deadline, Arena& arena, const Sentence& sentence);
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() = default;

  Problem problem;
  nsds_status status;  // NSDS_OK, NSDS_SINGULAR, NSDS_TIME_LIMIT or NSDS_INVALID_ARGUMENT, and a sentence

 private:
  LargeMass mass_;
};

}  // namespace nsds::numerics::global_friction

// The classes that have problem files, for those who do not read any.
#pragma once

#include <array>
#include <span>

#include "nsds/common/cxx20.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::problems {

inline constexpr std::array kClassesWithFiles{NSDS_CLASS_LCP,
                                              NSDS_CLASS_MLCP,
                                              NSDS_CLASS_RELAY,
                                              NSDS_CLASS_QP,
                                              NSDS_CLASS_AVI,
                                              NSDS_CLASS_EQUALITY,
                                              NSDS_CLASS_FRICTION_CONTACT,
                                              NSDS_CLASS_GLOBAL_FRICTION_CONTACT,
                                              NSDS_CLASS_GENERIC_MECHANICAL,
                                              NSDS_CLASS_SOCLCP,
                                              NSDS_CLASS_ROLLING_FRICTION_CONTACT,
                                              NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT,
                                              NSDS_CLASS_CONE_PLASTICITY};

/// The classes that have files, in the order of AnyProblem (any_problem.hpp).
constexpr std::span<const nsds_class> fileClasses() noexcept {
  return kClassesWithFiles;
}

}  // namespace nsds::problems

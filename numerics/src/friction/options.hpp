// Options that the solvers of frictional contact share, reduced and in global form.
#pragma once

#include "nsds/numerics/registry.h"

namespace nsds::numerics::friction {

inline constexpr const char* norm_words[] = {"class", "fclib", "contract", nullptr};
// This is the last option of every solver.
inline constexpr nsds_option_info norm_info{
    "norm",
    NSDS_OPTION_CHOICE,
    2.0,
    0.0,
    2.0,
    norm_words[2],
    norm_words,
    "1",
    "contract: what ok means (docs/ok.md); class: the residual of the class, fclib: the norm of FCLIB and "
    "Siconos, for comparisons."};

// In global form the contract is asked for by name: what solvers leave of large systems settles too seldom.
inline constexpr nsds_option_info norm_by_class_info{
    "norm",
    NSDS_OPTION_CHOICE,
    0.0,
    0.0,
    2.0,
    norm_words[0],
    norm_words,
    "1",
    "class: the residual of the class; contract: what ok means (docs/ok.md); fclib: the norm of FCLIB and "
    "Siconos, for comparisons."};

inline constexpr nsds_option_info acceleration_info{
    "acceleration",
    NSDS_OPTION_BOOL,
    1.0,
    0.0,
    1.0,
    nullptr,
    nullptr,
    "1",
    "1: sweeps are accelerated by those before them; without effect where relaxation is not 1."};

inline constexpr nsds_option_info sweep_relaxation_info{"relaxation",
                                                        NSDS_OPTION_DOUBLE,
                                                        1.0,
                                                        1e-3,
                                                        2.0,
                                                        nullptr,
                                                        nullptr,
                                                        "1",
                                                        "Factor of every change of a reaction."};

inline constexpr nsds_option_info threads_info{
    "threads",
    NSDS_OPTION_INT,
    1.0,
    1.0,
    256.0,
    nullptr,
    nullptr,
    "1",
    "Threads that share the sweeps over velocities of a large problem; the bits do not depend on it."};

}  // namespace nsds::numerics::friction

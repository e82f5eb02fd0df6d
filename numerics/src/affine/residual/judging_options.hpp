// The options by which a caller chooses what points are judged by, in classes that never called the contract by another name. They are the last
// ones of every solver.
#pragma once

#include <array>

#include "affine/residual/residual_option.hpp"

namespace nsds::numerics::affine {

inline constexpr const char* judging_words[] = {"contract", "class", nullptr};

inline constexpr nsds_option_info judging_info{"residual",
                                               NSDS_OPTION_CHOICE,
                                               0.0,
                                               0.0,
                                               1.0,
                                               judging_words[0],
                                               judging_words,
                                               "1",
                                               "contract: what ok means (docs/ok.md); class: the natural "
                                               "map in the units of the class, for comparisons."};

// Maps of the user have no floors but their units.
inline constexpr std::array<nsds_option_info, 1> judging_option{{judging_info}};

inline constexpr std::array<nsds_option_info, 2> judging_options{{absolute_tolerance_info, judging_info}};

template <std::size_t count, std::size_t last_count>
constexpr auto with_last_options(const std::array<nsds_option_info, count>& own,
                                 const std::array<nsds_option_info, last_count>& last) {
  std::array<nsds_option_info, count + last_count> all{};
  for (std::size_t k = 0; k < count; ++k) all[k] = own[k];
  for (std::size_t k = 0; k < last_count; ++k) all[count + k] = last[k];
  return all;
}

template <std::size_t count>
constexpr auto with_judging(const std::array<nsds_option_info, count>& own) {
  return with_last_options(own, judging_options);
}

}  // namespace nsds::numerics::affine

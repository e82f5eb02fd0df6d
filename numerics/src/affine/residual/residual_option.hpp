// The option by which a caller chooses what points are judged by.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "nsds/numerics/registry.h"

namespace nsds::numerics::affine {

// Rows is what the contract was called before it was one; callers who ask for it get the contract.
enum class Residual : int { contract, of_class, rows };

inline constexpr const char* residual_words[] = {"contract", "class", "rows", nullptr};

// The last two options of every solver of the classes that have them.
inline constexpr nsds_option_info absolute_tolerance_info{
    "absolute_tolerance",
    NSDS_OPTION_DOUBLE,
    0.0,
    0.0,
    std::numeric_limits<double>::max(),
    nullptr,
    nullptr,
    "given",
    "A row that is violated by no more than this, in the caller's units, holds whatever its terms; floors of "
    "the "
    "problem say it row by row. 0: none does."};

inline constexpr nsds_option_info residual_info{"residual",
                                                NSDS_OPTION_CHOICE,
                                                static_cast<double>(Residual::contract),
                                                0.0,
                                                2.0,
                                                residual_words[0],
                                                residual_words,
                                                "1",
                                                "contract: what ok means (docs/ok.md); class: all rows in "
                                                "the units of the class, for comparisons; rows: the "
                                                "contract, by an older name."};

inline constexpr std::array<nsds_option_info, 2> contract_options{{absolute_tolerance_info, residual_info}};

template <std::size_t count>
constexpr auto with_contract(const std::array<nsds_option_info, count>& own) {
  std::array<nsds_option_info, count + contract_options.size()> all{};
  for (std::size_t k = 0; k < count; ++k) all[k] = own[k];
  for (std::size_t k = 0; k < contract_options.size(); ++k) all[count + k] = contract_options[k];
  return all;
}

// own: the values of all options of a solver of such a class.
inline bool is_by_contract(std::span<const double> own) {
  return static_cast<Residual>(static_cast<int>(own.back())) != Residual::of_class;
}

inline double absolute_tolerance_of(std::span<const double> own) {
  return own[own.size() - 2];
}

}  // namespace nsds::numerics::affine

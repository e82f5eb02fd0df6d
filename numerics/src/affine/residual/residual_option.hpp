// The option by which a caller chooses what points are judged by.
#pragma once

#include <span>

#include "nsds/numerics/registry.h"

namespace nsds::numerics::affine {

enum class Residual : int { by_rows, of_class };

inline constexpr const char* residual_words[] = {"rows", "class", nullptr};

// The last option of every solver of the classes that have it.
constexpr nsds_option_info residual_info(Residual by_default) {
  return {"residual",
          NSDS_OPTION_CHOICE,
          static_cast<double>(by_default),
          0.0,
          1.0,
          residual_words[static_cast<int>(by_default)],
          residual_words,
          "1",
          "rows: each row is measured against its own terms; class: all of them in the units of the class."};
}

// own: the values of all options of a solver of such a class.
inline Residual residual_of(std::span<const double> own) {
  return static_cast<Residual>(static_cast<int>(own.back()));
}

}  // namespace nsds::numerics::affine

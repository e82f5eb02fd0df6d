// What is negative at a frequency proves that a system is not passive, and P that it is: both are checked against the system,
// with bounds on what rounding leaves in M⁻¹A and M⁻¹B, so that how they are found need not be trusted.
#include "nsds/theory/analysis/passivity.hpp"

#include <fmt/core.h>

#include "analysis/passivity/frequency_search.hpp"
#include "analysis/passivity/storage.hpp"

namespace nsds {

namespace {

std::string numberText(std::complex<double> s) {
  if (s.real() == 0.0) return fmt::format("{:.6g}i", s.imag());
  return s.imag() == 0.0 ? fmt::format("{:.6g}", s.real())
                         : fmt::format("{:.6g}{:+.6g}i", s.real(), s.imag());
}

}  // namespace

Passivity passivity(const LinearComplementaritySystem& system) {
  constexpr double tolerance = 1e-8;
  Passivity result;
  const auto form = explicitForm(system);
  if (!form) {
    result.message = "whether the system is passive is not known: M is singular, or nearly so";
    return result;
  }
  if (const auto negative = findNegativeFrequency(*form)) {
    result.answer = Answer::no;
    result.frequency = negative->s;
    result.direction = negative->direction;
    result.power = negative->power;
    result.message =
        fmt::format("the system is not passive: H(s) + H(s)* has the eigenvalue {:.3g} at s = {}",
                    result.power, numberText(result.frequency));
    return result;
  }
  if (auto storage = findStorage(*form, tolerance)) {
    result.answer = Answer::yes;
    result.P = std::move(storage->P);
    result.violation = storage->violation;
    result.message =
        result.violation == 0.0
            ? std::string("the system is passive with the storage xᵀP x / 2")
            : fmt::format("the system is passive with the storage xᵀP x / 2, up to {:.1e} of its terms",
                          result.violation);
    return result;
  }
  result.message =
      "whether the system is passive is not known: neither a storage was found nor a frequency at which it "
      "gives off energy";
  return result;
}

}  // namespace nsds

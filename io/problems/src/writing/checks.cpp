#include "writing/checks.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace nsds::problems {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

void checkCoefficient(double mu, std::int32_t contact, const char* name) {
  if (!std::isfinite(mu) || mu < 0.0)
    throw std::invalid_argument(std::string(name) + "[" + std::to_string(contact) +
                                "] is not a finite number >= 0");
}

void checkFriction(const double* mu, std::int32_t contacts, const char* name) {
  for (std::int32_t c = 0; c < contacts; ++c) checkCoefficient(mu[c], c, name);
}

}  // namespace nsds::problems

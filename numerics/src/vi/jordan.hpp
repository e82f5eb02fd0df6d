// Complementarity functions over a Lorentz cone in its Jordan algebra; nsds/numerics/complementarity_function.h states them.
#pragma once

#include <array>
#include <span>

namespace nsds::numerics::vi {

struct LorentzPair {
  double mu;
  std::span<const double> z, w;  // (k)
};

struct LorentzValue {
  std::span<double> value;  // (k)
  std::span<double> by_z,
      by_w;  // (k x k) column-major: one element of the generalised derivative; empty: not wanted
};

inline constexpr std::size_t jordan_scratch = 7;  // times k numbers

// scratch: (jordan_scratch k).
void jordan_fischer_burmeister(const LorentzPair& pair, double smoothing, const LorentzValue& out,
                               std::span<double> scratch);
void jordan_minimum(const LorentzPair& pair, const LorentzValue& out, std::span<double> scratch);

// λ₁ ≤ λ₂ of x in the algebra of the cone with mu = 1.
std::array<double, 2> spectral_values(std::span<const double> x);

// product: (k) out, x ∘ y.
void jordan_product(std::span<const double> x, std::span<const double> y, std::span<double> product);

}  // namespace nsds::numerics::vi

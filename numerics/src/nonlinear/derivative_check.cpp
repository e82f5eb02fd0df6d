#include "nonlinear/derivative_check.hpp"

#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {

void set_direction(std::span<const double> at, std::span<const double> lower, std::span<const double> upper,
                   std::span<double> direction) {
  const double relative_step = std::sqrt(epsilon);
  double golden = 0.0;
  for (std::size_t j = 0; j < at.size(); ++j) {
    golden = std::fmod(golden + 0.6180339887498949, 1.0);
    const double step = (0.5 + golden) * relative_step * std::max(1.0, std::fabs(at[j]));
    const double above = upper[j] - at[j], below = at[j] - lower[j];
    direction[j] = above >= below ? std::min(step, above) : -std::min(step, below);
  }
}

Disagreement compare_jacobian(Map& map, std::span<const double> a, std::span<const double> b, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = a.size();
  const auto take = [&] { return arena.take<double>(n, 0.0); };
  const std::span<double> direction = take(), moved = take(), full = take(), half = take(), product = take(),
                          terms = take();
  Disagreement found;
  set_direction(a, map.lower(), map.upper(), direction);
  if (map.linearise(a, b)) {
    for_each_entry(map.matrix(), [&](std::int32_t i, std::int32_t j, double value) {
      product[index(i)] += value * direction[index(j)];
      terms[index(i)] += std::fabs(value * a[index(j)]);
    });
    const auto evaluate_at = [&](double part, std::span<double> value) {
      for (std::size_t j = 0; j < n; ++j)
        moved[j] = std::clamp(a[j] + part * direction[j], map.lower()[j], map.upper()[j]);
      return map.evaluate(moved, value);
    };
    if (evaluate_at(0.5, half) && evaluate_at(1.0, full)) {
      for (std::size_t i = 0; i < n && found.row < 0; ++i)
        if (disagree(full[i] - b[i], half[i] - b[i], product[i], terms[i] + std::fabs(b[i])))
          found = {static_cast<std::int32_t>(i), (full[i] - b[i]) * map.units().of_w(i),
                   product[i] * map.units().of_w(i)};
    }
  }
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics::nonlinear

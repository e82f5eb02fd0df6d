#include "conversion/mixed_form.hpp"

#include <algorithm>

#include "conversion/conversion.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::conversion {
namespace {}  // namespace

void MixedForm::choose_origins(const Box& box, std::int32_t n) {
  lower_.assign(box.lower, box.lower + n);
  upper_.assign(box.upper, box.upper + n);
  origin_.assign(index(n), 0.0);
  sign_.assign(index(n), 1.0);
  complementary_.assign(index(n), 1);
  for (std::size_t j = 0; j < index(n); ++j) {
    const bool low = lower_[j] > -infinity;
    const bool high = upper_[j] < infinity;
    if (low && high) two_sided_.push_back(static_cast<std::int32_t>(j));
    if (low || high) origin_[j] = low ? lower_[j] : upper_[j];
    if (!low && high) sign_[j] = -1.0;
    // A row with no bounds has w_j = 0. Where they are equal x_j = 0 is an equation, and w_j = −pi has any
    // sign.
    if (!(low || high) || lower_[j] == upper_[j]) complementary_[j] = 0;
  }
}

void MixedForm::build(const Box& box) {
  const std::int32_t n = box.M.rows;
  choose_origins(box, n);
  const std::int32_t total = checked_size(std::int64_t{n} + static_cast<std::int64_t>(two_sided_.size()));
  MatrixBuilder builder(total, total, box.M.storage == NSDS_DENSE);
  for_each_entry(box.M, [&](std::int32_t i, std::int32_t j, double value) {
    builder.add(i, j, sign_[index(i)] * sign_[index(j)] * value);
  });
  vector_.assign(box.q, box.q + n);
  add_product(box.M, 1.0, origin_.data(), vector_.data());
  for (std::size_t i = 0; i < index(n); ++i) vector_[i] *= sign_[i];
  for (std::int32_t k = 0; k < total - n; ++k) {
    const std::int32_t j = two_sided_[index(k)];
    builder.add(j, n + k, 1.0);
    builder.add(n + k, j, -1.0);
    vector_.push_back(upper_[index(j)] - lower_[index(j)]);
    complementary_.push_back(complementary_[index(j)]);
  }
  matrix_ = builder.finish();
}

void MixedForm::carry_back(std::span<const double> x, std::span<double> z) const {
  for (std::size_t j = 0; j < z.size(); ++j)
    z[j] = std::clamp(origin_[j] + sign_[j] * x[j], lower_[j], upper_[j]);
}

// pi is what a negative w leaves to it.
void MixedForm::carry_over(std::span<const double> z, std::span<double> x) const {
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t j = 0; j < z.size(); ++j)
    x[j] = sign_[j] * (std::clamp(z[j], lower_[j], upper_[j]) - origin_[j]);
  std::vector<double> w = vector_;
  add_product(matrix_, 1.0, x.data(), w.data());
  for (std::size_t k = 0; k < two_sided_.size(); ++k) {
    const std::size_t row = z.size() + k;
    const double multiplier = -w[index(two_sided_[k])];
    x[row] = complementary_[row] == 1 ? std::max(0.0, multiplier) : multiplier;
  }
}

}  // namespace nsds::numerics::conversion

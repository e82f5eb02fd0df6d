#include "vi/contract/inclusion.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/rows.hpp"
#include "linalg/entries.hpp"
#include "linalg/norms.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr double no_solution = 1.0;  // what is refused whatever the tolerance counts at least so much

double length_of(std::span<const double> x) {
  return euclidean_norm(x.size(), [x](std::size_t i) { return x[i]; });
}

}  // namespace

Inclusion::Inclusion(nonlinear::Map& F, monotone::Backward& T, double tolerance, bool is_told, Arena& arena)
    : F_(F), T_(T), tolerance_(tolerance), is_told_(is_told) {
  for (auto* vector : {&k_, &b_, &moved_, &nearest_, &twice_}) *vector = arena.take<double>(F.size());
}

// Rule e: the datum |F - J a| accounts for a, or a size that T has of its own.
bool Inclusion::is_ray(double violation) const {
  const double reach = affine::reach_of_accounts(tolerance_), term = slope_ * length_;
  const double rounding = affine::rounding_of_data * terms_;
  if (!affine::are_unaccounted(terms_, datum_) || !(datum_ > 0.0) || !(term > rounding)) return false;
  if (term <= reach * datum_ || length_ <= reach * own_size_) return false;
  return violation > rounding || rounding > affine::known_part * datum_;
}

nsds_residual Inclusion::judge(std::span<const double> a, std::span<const double> b) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (a.empty()) return residual;
  residual.worst = 0;
  residual.roundoff_floor = epsilon;
  residual.value = residual.complementarity = no_solution;
  if (!F_.linearise(a, b)) return residual;
  // The affine map J a + k that touches F.
  std::copy(b.begin(), b.end(), k_.begin());
  const nsds_matrix J = F_.matrix();
  nsds_matrix_multiply(&J, -1.0, a.data(), 1.0, k_.data());
  double largest = 0.0, sum = 0.0;
  for_each_entry(
      J, [&](std::int32_t, std::int32_t, double value) { largest = std::max(largest, std::fabs(value)); });
  for_each_entry(J, [&](std::int32_t, std::int32_t, double value) {
    sum += ratio(value, largest) * ratio(value, largest);
  });
  slope_ = largest * std::sqrt(sum);
  length_ = length_of(a);
  datum_ = length_of(k_);
  terms_ = std::max(datum_ + slope_ * length_, is_told_ ? 1.0 : 0.0);
  // The natural map with a step as long as a is beside the terms of F.
  const double step = terms_ > 0.0 ? (length_ > 0.0 ? length_ : 1.0) / terms_ : 1.0;
  if (!is_unit(step)) return residual;
  for (std::size_t i = 0; i < a.size(); ++i) moved_[i] = a[i] - step * b[i];
  if (!std::isfinite(length_of(moved_)) || !T_.resolve(step, moved_, nearest_)) return residual;
  for (double& value : moved_) value *= 2.0;
  if (!std::isfinite(length_of(moved_)) || !T_.resolve(step, moved_, twice_)) return residual;
  own_size_ = euclidean_norm(a.size(), [&](std::size_t i) { return twice_[i] - 2.0 * nearest_[i]; });
  const double missed = euclidean_distance(a, nearest_);
  const double error = missed == 0.0 ? 0.0 : length_ > 0.0 ? missed / length_ : no_solution;
  residual.value = residual.complementarity = std::isfinite(error) ? error : infinity;
  if (error <= tolerance_ && is_ray(error * terms_)) residual.value = residual.primal = no_solution;
  return residual;
}

double Inclusion::value_at(std::span<const double> a) {
  return F_.evaluate(a, b_) ? judge(a, b_).value : infinity;
}

double Inclusion::Watched::natural() {
  return judge_.F_.evaluate(a_, judge_.b_) ? judge_.T_.residual(a_, judge_.b_) : infinity;
}

// The point goes where a step of the natural map takes it, by the length that is judged or by one of one, or to zero.
bool Inclusion::Watched::settle(const SolveContext& context) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::span<double> trial = arena.take<double>(a_.size());
  const auto is_content = [&] {
    if (!(judge_.value_at(trial) <= judge_.tolerance_)) return false;
    std::copy(trial.begin(), trial.end(), a_.begin());
    return true;
  };
  bool found = false;
  for (int kind = 0; kind < 3 && !found && judge_.value_at(a_) < infinity; ++kind) {
    std::copy(judge_.nearest_.begin(), judge_.nearest_.end(), trial.begin());
    if (kind == 2) std::fill(trial.begin(), trial.end(), 0.0);
    if (kind == 1) {
      for (std::size_t i = 0; i < trial.size(); ++i) judge_.moved_[i] = a_[i] - judge_.b_[i];
      if (!judge_.T_.resolve(1.0, judge_.moved_, trial)) continue;
    }
    found = is_content();
  }
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics::vi

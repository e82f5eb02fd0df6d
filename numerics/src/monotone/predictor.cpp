#include "monotone/predictor.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense_loops.hpp"
#include "linalg/norms.hpp"

namespace nsds::numerics::monotone {
namespace {

constexpr double shrink = 2.0 / 3.0;  // Khobotov's beta
constexpr double grow = 1.5;
constexpr double small_ratio = 0.3;  // the step may grow
constexpr double longest = 1e9, shortest = 1e-18;

}  // namespace

Predictor::Predictor(nonlinear::Map& map, Backward& backward, double nu, SolveContext& context)
    : map_(map), backward_(backward), context_(context), nu_(nu) {
  for (auto* vector : {&bar_, &F_bar_, &moved_}) *vector = context.arena->take<double>(map.size());
}

bool Predictor::try_step(std::span<const double> x, std::span<const double> F) {
  for (std::size_t i = 0; i < x.size(); ++i) moved_[i] = x[i] - tau_ * F[i];
  return all_finite(moved_.data(), moved_.size()) && backward_.resolve(tau_, moved_, bar_) &&
         map_.evaluate(bar_, F_bar_);
}

bool Predictor::operator()(std::span<const double> x, std::span<const double> F) {
  do {
    ratio_ = 2.0 * nu_;
    if (try_step(x, F)) {
      const double change = euclidean_distance(F_bar_, F), distance = euclidean_distance(bar_, x);
      ratio_ = distance > 0.0 ? tau_ * (change / distance) : 0.0;
      if (ratio_ <= nu_) return true;
    }
  } while (shorten());
  return false;
}

double Predictor::estimate(std::span<const double> x) const {
  return largest_difference(x, bar_) / std::max(1.0, tau_);
}

void Predictor::lengthen() {
  if (ratio_ < small_ratio) tau_ = std::min(grow * tau_, longest);
}

bool Predictor::shorten() {
  tau_ *= shrink * std::clamp(1.0 / ratio_, 1e-3, 1.0);
  return tau_ > shortest && context_.seconds_left() > 0.0;
}

}  // namespace nsds::numerics::monotone

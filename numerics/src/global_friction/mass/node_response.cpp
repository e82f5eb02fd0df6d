#include "global_friction/mass/node_response.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {
namespace {

constexpr std::size_t samples = 4;  // of contacts that say how the bodies stiffen them

}  // namespace

NodeResponse::NodeResponse(const Problem& problem, const NodeSystem& system, Arena& arena)
    : problem_(problem),
      system_(system),
      dimension_(index(problem.dimension)),
      padded_(problem.dimension == 3 ? friction::pad<3> : friction::pad<2>),
      v_(arena.take<double>(system.velocities())),
      lambda_(arena.take<double>(system.constraints())) {
  take_contact_blocks(arena);
}

// visit(row, column of the contact, value).
template <class Visit>
void NodeResponse::for_each_entry_of_H(std::size_t contact, Visit&& visit) const {
  for (std::size_t k = 0; k < dimension_; ++k)
    for_each_entry(system_.columns().H, dimension_ * contact + k,
                   [&](std::size_t row, double value) { visit(row, k, value); });
}

void NodeResponse::take_contact_blocks(Arena& arena) {
  const CoupledNodes& nodes = system_.nodes();
  const auto values = arena.take<double>(friction::node_size * dimension_ * nodes.touched.size(), 0.0);
  for (std::size_t c = 0; c < index(problem_.contacts); ++c)
    for_each_entry_of_H(c, [&](std::size_t row, std::size_t k, double value) {
      const auto begin = nodes.touched.begin();
      const auto found =
          std::lower_bound(begin + nodes.starts[c], begin + nodes.starts[c + 1], nodes.node[row]);
      const auto block = static_cast<std::size_t>(found - begin);
      values[friction::node_size * (dimension_ * block + k) + index(nodes.place[row])] =
          system_.scale()[row] * value;
    });
  velocities_ = {nodes.count, nodes.starts, nodes.touched, values, &system_.matrix()};
}

void NodeResponse::add(std::span<const double> r, std::span<double> u) const {
  const double s_r = problem_.scales.s_r, u_unit = 1.0 / problem_.scales.s_u;
  std::fill(v_.begin(), v_.end(), 0.0);
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  const std::size_t contacts = index(problem_.contacts);
  for (std::size_t c = 0; c < contacts; ++c)
    for_each_entry_of_H(c, [&](std::size_t row, std::size_t k, double value) {
      v_[row] += value * s_r * r[padded_ * c + k];
    });
  system_.solve(v_, lambda_);
  for (std::size_t c = 0; c < contacts; ++c)
    for_each_entry_of_H(c, [&](std::size_t row, std::size_t k, double value) {
      u[padded_ * c + k] += value * u_unit * v_[row];
    });
}

// H_N' K^-1 H_N over H_N' diag(M)^-1 H_N, for the normal column of a contact. NaN where that is empty.
double NodeResponse::stiffening(std::size_t contact) const {
  const ColumnView& H = system_.columns().H;
  const std::size_t normal = dimension_ * contact;
  double alone = 0.0, together = 0.0;
  std::fill(v_.begin(), v_.end(), 0.0);
  for_each_entry(H, normal, [&](std::size_t row, double value) {
    v_[row] += value;
    alone += (value * system_.scale()[row]) * (value * system_.scale()[row]);
  });
  system_.solve_roughly(v_);
  for_each_entry(H, normal, [&](std::size_t row, double value) { together += value * v_[row]; });
  return together / alone;
}

// Where M is diagonal and nothing is joined W_cc = H_c' M^-1 H_c; how far that is off elsewhere is measured
// at some of the contacts.
void NodeResponse::find_weights(std::span<double> weights) const {
  const double unit = problem_.scales.s_r / problem_.scales.s_u / static_cast<double>(dimension_);
  for (std::size_t c = 0; c < weights.size(); ++c) {
    weights[c] = 0.0;
    for_each_entry_of_H(c, [&](std::size_t row, std::size_t, double value) {
      const double scaled = value * system_.scale()[row];
      weights[c] += unit * scaled * scaled;
    });
  }
  double sum = 0.0;
  int counted = 0;
  for (std::size_t c = 0; c < weights.size(); c += weights.size() / samples + 1) {
    const double factor = stiffening(c);
    if (!(factor > 0.0) || !std::isfinite(factor)) continue;
    sum += std::log(factor);
    ++counted;
  }
  const double factor = counted > 0 ? std::exp(sum / counted) : 1.0;
  for (double& weight : weights) weight = weight > 0.0 ? factor * weight : 1.0;
}

}  // namespace nsds::numerics::global_friction

#include "vi/contract/over_cones.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "soclcp/contract/cone_contract.hpp"
#include "soclcp/contract/settle.hpp"

namespace nsds::numerics::vi {
namespace {

nsds_soclcp over(std::span<const nsds_cone> cones, std::size_t size) {
  nsds_soclcp made;
  nsds_soclcp_init(&made);
  made.size = static_cast<std::int32_t>(size);
  made.cones = cones.data();
  made.cone_count = static_cast<std::int32_t>(cones.size());
  return made;
}

}  // namespace

OverCones::OverCones(nonlinear::Map& F, ConvexSet& set, std::span<const nsds_cone> cones, double tolerance,
                     bool is_told, Arena& arena)
    : F_(F),
      set_(set),
      tolerance_(tolerance),
      is_told_(is_told),
      arena_(arena),
      touching_(over(cones, F.size())),
      division_(soclcp::division_of(touching_, arena)) {
  for (auto* vector : {&k_, &b_, &magnitude_}) *vector = arena.take<double>(F.size());
}

nsds_residual OverCones::judge(std::span<const double> a, std::span<const double> b) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (a.empty()) return residual;
  if (!F_.linearise(a, b)) {
    residual.value = residual.complementarity = 1.0;
    residual.worst = 0;
    return residual;
  }
  J_ = F_.matrix();
  std::copy(b.begin(), b.end(), k_.begin());
  nsds_matrix_multiply(&J_, -1.0, a.data(), 1.0, k_.data());
  for (std::size_t i = 0; i < k_.size(); ++i) magnitude_[i] = std::fabs(k_[i]);
  for_each_entry(J_, [&](std::int32_t i, std::int32_t j, double value) {
    magnitude_[index(i)] += std::fabs(value * a[index(j)]);
  });
  const Arena::Mark mark = arena_.mark();
  touching_.M = &J_;
  touching_.q = k_.data();
  soclcp::ConeContract contract(touching_, tolerance_, is_told_ ? tolerance_ : 0.0, arena_);
  residual = contract.judge({a.data(), b.data(), magnitude_.data()});
  arena_.rewind(mark);
  return residual;
}

void OverCones::put_in_place(std::span<double> a) const {
  soclcp::put_in_cones(division_, a.data());
  soclcp::put_on_boundaries(division_, tolerance_, a.data());
}

// Before it is judged a point is put where it stands.
double OverCones::value_at(std::span<double> a) {
  put_in_place(a);
  return F_.evaluate(a, b_) ? judge(a, b_).value : infinity;
}

// Steps of the natural map, in the units of the class and in those of the diagonal of the Jacobian, put parts where F says that they stand.
bool OverCones::settle(std::span<double> a, const SolveContext& context) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::span<double> trial = arena.take<double>(a.size());
  const std::span<double> lengths = arena.take<double>(division_.parts.size(), 1.0);
  bool found = false;
  for (int kind = 0; kind < 3 && !found && value_at(a) < infinity; ++kind) {
    if (kind == 1 && F_.has_jacobian()) {
      std::fill(lengths.begin(), lengths.end(), 0.0);
      for_each_diagonal_entry(F_.matrix(), [&](std::int32_t i, double value) {
        double& largest = lengths[index(division_.part_of[index(i)])];
        largest = std::max(largest, std::fabs(value));
      });
      for (double& length : lengths) length = is_unit(1.0 / length) ? 1.0 / length : 1.0;
    }
    soclcp::natural_step(division_, a.data(), b_.data(), lengths, trial.data());
    if (kind == 2) std::fill(trial.begin(), trial.end(), 0.0);
    found = value_at(trial) <= tolerance_;
  }
  if (found) std::copy(trial.begin(), trial.end(), a.begin());
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics::vi

#include "qvi/contract.hpp"

#include <algorithm>

namespace nsds::numerics::qvi {
namespace {

constexpr double part_of_tolerance = 0.1;  // by which p may differ from z - c(z) where it stands on a face

nsds_vi with_units_told(nsds_vi conditions, const nsds_qvi& given) {
  conditions.scale_z = given.scale_z;
  conditions.scale_w = given.scale_w;
  return conditions;
}

}  // namespace

QuasiContract::QuasiContract(QuasiInequality& problem, const nsds_qvi& given, double tolerance, Arena& arena)
    : problem_(problem),
      tolerance_(tolerance),
      conditions_(with_units_told(problem.conditions().as_given(), given)),
      contract_(problem.inequality(), conditions_, tolerance, arena),
      x_(arena.take<double>(problem.inequality().unknowns())),
      values_(arena.take<double>(problem.inequality().size())) {}

nsds_residual QuasiContract::judge(std::span<const double> y) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  residual.value = infinity;
  if (!problem_.place(y, x_, part_of_tolerance * tolerance_)) return residual;
  nonlinear::Map& map = problem_.inequality().F();
  for (std::size_t i = 0; i < map.size(); ++i)
    if (!(x_[i] >= map.lower()[i] && x_[i] <= map.upper()[i])) return residual;
  if (!map.evaluate(std::span<const double>(x_).first(map.size()), values_)) return residual;
  residual = contract_.judge(x_, values_);
  const auto n = static_cast<std::int32_t>(problem_.size());
  if (residual.worst >= n && problem_.conditions().blocks().free > 0) residual.worst -= n;
  return residual;
}

double QuasiContract::Watched::natural() {
  nsds_residual residual;
  return judge_.problem_.measure(y_, infinity, residual) ? residual.value : infinity;
}

bool QuasiContract::Watched::settle(const SolveContext& context) {
  if (!(value() < infinity)) return false;
  const std::span<double> x = context.arena->take<double>(judge_.x_.size());
  std::copy(judge_.x_.begin(), judge_.x_.end(), x.begin());
  if (!judge_.contract_.settle(x, context)) return false;
  const std::span<double> y = judge_.problem_.y_of(x);
  if (!(judge_.judge(y).value <= judge_.tolerance_)) return false;
  std::copy(y.begin(), y.end(), y_.begin());
  return true;
}

}  // namespace nsds::numerics::qvi

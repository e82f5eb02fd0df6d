// The arguments of a call of a class over boxes: its problem and the vectors of the caller.
#include <algorithm>

#include "box/driver.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::box {

bool CallerPoint::is_given(const Problem& problem) const {
  return (problem.primal == 0 || z != nullptr) && (problem.map.n == problem.primal || multipliers != nullptr);
}

void CallerPoint::read(const Problem& problem, std::span<double> x) const {
  const std::size_t primal = index(problem.primal);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double given = i < primal ? z[i] : multipliers == nullptr ? 0.0 : multipliers[i - primal];
    x[i] = problem.caller == nullptr ? given : given / problem.caller->unknowns[i];
  }
}

bool CallerVectors::check(const Problem& problem, bool warm_start, const Sentence& sentence) const {
  if (!check_unknown("z", z, problem.primal, warm_start, sentence) ||
      !check_apart({{"z", z, problem.primal},
                    {"w", w, problem.map.n},
                    {"multipliers", multipliers, problem.map.n - problem.primal}},
                   sentence))
    return false;
  return !warm_start || multipliers == nullptr ||
         check_finite("multipliers", multipliers, problem.map.n - problem.primal, sentence);
}

void CallerVectors::write(const Problem& problem, std::span<const double> x,
                          std::span<const double> w_of_x) const {
  const std::span<const double> behind = x.subspan(index(problem.primal));
  std::copy_n(x.begin(), problem.primal, z);
  if (multipliers != nullptr) std::copy(behind.begin(), behind.end(), multipliers);
  if (w != nullptr) std::copy(w_of_x.begin(), w_of_x.end(), w);
}

std::optional<Problem> checked(const GivenBox& given, nsds_workspace* workspace, nsds_reuse reuse,
                               const Sentence& sentence) {
  const std::int32_t n = given.size;
  const NamedMatrix matrix{"problem.M", given.M};
  const std::optional<double> scale = checked_matrices(
      {given.problem_class, {&matrix, 1}, workspace, reuse},
      [](const MatrixClaim& claim) {
        const nsds_matrix& M = *claim.matrices[0].view;
        return M.storage == NSDS_OPERATOR ? 1.0 : affine::matrix_scale(M);
      },
      sentence);
  if (!scale) return std::nullopt;
  if (!check_finite("problem.q", given.q, n, sentence) ||
      !check_bounds(n, given.lower, given.upper, sentence) || !check_floor(given.floor, n, sentence))
    return std::nullopt;
  const std::optional<affine::Problem> map =
      affine::in_its_units({n, *given.M, given.q, 0.0, 0.0}, *scale, sentence);
  if (!map) return std::nullopt;
  Problem problem{*map, given.lower, given.upper,
                  affine::free_row_unit(n, given.q, given.lower, given.upper, map->s_w), n};
  problem.floor = given.floor;
  return problem;
}

bool has_entries(const Problem& problem, const Sentence& sentence) {
  const NamedMatrix M{"problem.M", &problem.map.M};
  return check_entries({&M, 1}, sentence);
}

}  // namespace nsds::numerics::box

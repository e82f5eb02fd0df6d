// Tells whether a problem is admissible. Every fault is named; what is found admissible is laid out with its
// units.
#include <algorithm>
#include <cmath>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "generic_mechanical/problem.hpp"
#include "linalg/entries.hpp"
#include "linalg/friction_coefficients.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

bool is_there(const char* name, const void* array, bool needed, const Sentence& sentence) {
  if (array != nullptr || !needed) return true;
  sentence.write("problem.{} is null.", name);
  return false;
}

bool check_block(const nsds_generic_mechanical& given, std::int32_t block, const Sentence& sentence) {
  const std::int64_t rows = std::int64_t{given.block_starts[block + 1]} - given.block_starts[block];
  const std::int32_t kind = given.kinds[block];
  if (rows < 1) {
    sentence.write("problem.block_starts[{}] is {} and the next one {}: a block has at least one row.", block,
                   given.block_starts[block], given.block_starts[block + 1]);
    return false;
  }
  if (kind < NSDS_BLOCK_EQUALITY || kind > NSDS_BLOCK_FRICTION) {
    sentence.write("problem.kinds[{}] is {}, which is no nsds_block_kind.", block, kind);
    return false;
  }
  if (kind == NSDS_BLOCK_FRICTION && rows != 2 && rows != 3) {
    sentence.write("problem: block {} is a contact with friction of {} rows, it must have 2 or 3.", block,
                   rows);
    return false;
  }
  return true;
}

bool check_blocks(const nsds_generic_mechanical& given, const Sentence& sentence) {
  if (given.blocks < 0 || given.blocks > given.size) {
    sentence.write("problem.blocks is {}, it must be from 0 to problem.size = {}.", given.blocks, given.size);
    return false;
  }
  if (given.blocks == 0) {
    if (given.size == 0) return true;
    sentence.write("problem.blocks is 0, but there are {} rows.", given.size);
    return false;
  }
  if (!is_there("block_starts", given.block_starts, true, sentence) ||
      !is_there("kinds", given.kinds, true, sentence))
    return false;
  if (given.block_starts[0] != 0 || given.block_starts[given.blocks] != given.size) {
    sentence.write("problem.block_starts goes from {} to {}, it must go from 0 to problem.size = {}.",
                   given.block_starts[0], given.block_starts[given.blocks], given.size);
    return false;
  }
  for (std::int32_t block = 0; block < given.blocks; ++block)
    if (!check_block(given, block, sentence)) return false;
  return true;
}

bool check_coefficient(double mu, std::int32_t block, const Sentence& sentence) {
  if (mu >= 0.0 && mu <= largest_friction) return true;
  sentence.write("problem.mu[{}] is {}, it must be from 0 to {}.", block, mu, largest_friction);
  return false;
}

bool check_interval(double lower, double upper, std::int32_t i, const Sentence& sentence) {
  if (lower <= upper && lower < infinity && upper > -infinity) return true;
  sentence.write("problem.lower[{0}] is {1} and problem.upper[{0}] is {2}: there is no number between them.",
                 i, lower, upper);
  return false;
}

// The vectors, as far as the kinds read them.
bool check_laws(const nsds_generic_mechanical& given, const Sentence& sentence) {
  for (std::int32_t block = 0; block < given.blocks; ++block) {
    const std::int32_t kind = given.kinds[block];
    if (kind == NSDS_BLOCK_FRICTION &&
        (!is_there("mu", given.mu, true, sentence) || !check_coefficient(given.mu[block], block, sentence)))
      return false;
    if (kind != NSDS_BLOCK_BOX) continue;
    if (!is_there("lower", given.lower, true, sentence) || !is_there("upper", given.upper, true, sentence))
      return false;
    for (std::int32_t i = given.block_starts[block]; i < given.block_starts[block + 1]; ++i)
      if (!check_interval(given.lower[i], given.upper[i], i, sentence)) return false;
  }
  return check_vector("q", given.q, given.size, sentence) && check_floor(given.floor, given.size, sentence);
}

void lay_out_bounds(const nsds_generic_mechanical& given, std::span<double> lower, std::span<double> upper) {
  for (std::int32_t block = 0; block < given.blocks; ++block) {
    const std::int32_t kind = given.kinds[block];
    for (std::int32_t i = given.block_starts[block]; i < given.block_starts[block + 1]; ++i) {
      const bool box = kind == NSDS_BLOCK_BOX;
      lower[index(i)] = box ? given.lower[i] : kind == NSDS_BLOCK_COMPLEMENTARITY ? 0.0 : -infinity;
      upper[index(i)] = box ? given.upper[i] : infinity;
    }
  }
}

// s of generic_mechanical.h.
double energy_scale(const MechanicalProblem& problem, std::span<const double> a) {
  double s = 0.0;
  for (std::int32_t block = 0; block < problem.blocks; ++block) {
    double norm = 0.0;
    for (auto i = index(problem.starts[block]); i < index(problem.starts[block + 1]); ++i) {
      const double in_unit = std::fabs(problem.q[i]) / a[i];
      if (problem.kinds[block] == NSDS_BLOCK_FRICTION)
        norm = std::hypot(norm, in_unit);
      else
        norm = std::max({norm, in_unit, a[i] * std::max({0.0, problem.lower[i], -problem.upper[i]})});
    }
    s = std::max(s, norm);
  }
  return s == 0.0 ? 1.0 : s;
}

// False, and a sentence, where a unit is no number.
bool set_units(MechanicalProblem& problem, double largest, Arena& arena, const Sentence& sentence) {
  const auto n = index(problem.size);
  const std::span<double> a = arena.take<double>(n);
  const std::span<double> lambda_unit = arena.take<double>(n), w_unit = arena.take<double>(n);
  weights(problem, largest, a);
  const double s = energy_scale(problem, a);
  for (std::size_t i = 0; i < n; ++i) {
    lambda_unit[i] = s / a[i];
    w_unit[i] = s * a[i];
    if (is_unit(a[i]) && is_unit(s) && is_unit(lambda_unit[i]) && is_unit(w_unit[i]) &&
        is_unit(lambda_unit[i] / w_unit[i]))
      continue;
    sentence.write(
        "problem: the unit of lambda in row {}, {:.3g} / {:.3g}, is out of range; measure in other units.", i,
        s, a[i]);
    return false;
  }
  problem.weight = a;
  problem.lambda_unit = lambda_unit;
  problem.w_unit = w_unit;
  return true;
}

}  // namespace

BlockLaw MechanicalProblem::law(std::int32_t block) const {
  const bool is_contact = kinds[block] == NSDS_BLOCK_FRICTION;
  const auto first = index(starts[block]);
  return {is_contact, index(starts[block + 1]) - first, is_contact ? mu[block] : 0.0, &lower[first],
          &upper[first]};
}

std::optional<MechanicalProblem> checked(const nsds_generic_mechanical* given, nsds_workspace* workspace,
                                         nsds_reuse reuse, Arena& arena, const Sentence& sentence) {
  if (!check_struct(given, "nsds_generic_mechanical_init", sentence)) return std::nullopt;
  // Shapes are checked before entries.
  if (given->size < 0) {
    sentence.write("problem.size is {}.", given->size);
    return std::nullopt;
  }
  if (given->W == nullptr) {
    sentence.write("problem.W is null.");
    return std::nullopt;
  }
  if (given->W->rows != given->size || given->W->cols != given->size) {
    sentence.write("problem.W is {} x {}, it must be {} x {}.", given->W->rows, given->W->cols, given->size,
                   given->size);
    return std::nullopt;
  }
  if (!check_blocks(*given, sentence)) return std::nullopt;
  // The entries of W are looked at once for as long as the caller asserts that they stay.
  const NamedMatrix matrices[] = {{"problem.W", given->W}};
  const MatrixClaim claim{NSDS_CLASS_GENERIC_MECHANICAL, matrices, workspace, reuse};
  const auto measure = [](const MatrixClaim& of) {
    double largest = 0.0;
    nsds_matrix_max_abs(of.matrices[0].view, &largest);
    return largest;
  };
  const std::optional<double> largest = checked_matrices(claim, measure, sentence);
  if (!largest || !check_laws(*given, sentence)) return std::nullopt;
  // All rows have bounds, whatever the kind of their block.
  const auto n = index(given->size);
  const std::span<double> lower = arena.take<double>(n), upper = arena.take<double>(n);
  lay_out_bounds(*given, lower, upper);
  MechanicalProblem problem{given->size,
                            given->blocks,
                            *given->W,
                            given->q,
                            given->block_starts,
                            given->kinds,
                            given->mu,
                            lower,
                            upper,
                            {},
                            {},
                            {},
                            given->floor};
  if (!set_units(problem, *largest, arena, sentence)) return std::nullopt;
  return problem;
}

bool has_entries(const MechanicalProblem& problem, const Sentence& sentence) {
  const NamedMatrix W{"problem.W", &problem.W};
  return check_entries({&W, 1}, sentence);
}

}  // namespace nsds::numerics::generic_mechanical

#include "generic_mechanical/contract/mechanical_contract.hpp"

#include <algorithm>

#include "affine/contract/settle.hpp"
#include "friction/contract/judge_parts.hpp"
#include "friction/contract/settle_contacts.hpp"
#include "generic_mechanical/sweeps.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr int most_sweeps = 10;

// Returns whether anything has moved. lambda: of the problem, in/out.
bool correct_island(const MechanicalProblem& problem, const Island& island,
                    std::span<const unsigned char> fails, double* lambda, Arena& arena) {
  const auto to_scaled = [&](std::size_t i) {
    const auto row = index(island.original[i]);
    return lambda[row] / problem.lambda_unit[row];
  };
  Sweeps sweeps(island, arena);
  const auto x = arena.take<double>(island.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = to_scaled(i);
  bool moved = false;
  for (int sweep = 0; sweep < most_sweeps && sweeps.failing(fails, x); ++sweep) moved = true;
  // Numbers that did not move keep their bits.
  for (std::size_t i = 0; moved && i < x.size(); ++i)
    if (x[i] != to_scaled(i)) lambda[index(island.original[i])] = to_caller(problem, island, i, x[i]);
  return moved;
}

}  // namespace

nsds_residual judge_mechanical(const MechanicalForm& form, const ContactContract& contract,
                               const double* lambda, const double* w, const double* magnitude) {
  return judge_parts(friction::MixedLaws(form), contract, lambda, w, magnitude);
}

nsds_residual judge_mechanical_quickly(const MechanicalForm& form, const ContactContract& contract,
                                       const double* lambda, const double* w, const double* magnitude,
                                       std::span<unsigned char> fails) {
  return judge_parts_quickly(friction::MixedLaws(form), contract, lambda, w, magnitude, fails);
}

void move_into_sets(const MechanicalProblem& problem, double tolerance, double* lambda) {
  const friction::Problem contacts{3, problem.blocks, problem.W, problem.q, problem.mu};
  for (std::int32_t block = 0; block < problem.blocks; ++block) {
    const BlockLaw law = problem.law(block);
    double* const at = lambda + problem.starts[block];
    project(law, at, at);
    if (!law.is_contact) continue;
    const friction::Division parts{2, {0, 1, law.rows, law.rows}};
    friction::put_on_limits(contacts, parts, index(block), tolerance, at);
  }
}

void settle(const MechanicalProblem& problem, double tolerance, double* lambda, Arena& arena) {
  const affine::BoxProblem box{{problem.size, problem.W, problem.q, 1.0, 1.0},
                               problem.lower.data(),
                               problem.upper.data(),
                               1.0,
                               problem.size};
  affine::settle(box, lambda, arena);
  move_into_sets(problem, tolerance, lambda);
}

bool Correction::run(std::span<const unsigned char> fails, double* lambda) {
  const Arena::Mark mark = arena_.mark();
  bool moved = false;
  for (const Island& island : islands(problem_, arena_)) {
    const Arena::Mark before = arena_.mark();
    const auto own = arena_.take<unsigned char>(island.blocks(), 0);
    for (std::size_t block = 0; block < island.blocks(); ++block)
      for (std::size_t i = island.first(block); i < island.first(block) + island.rows(block); ++i)
        own[block] |= fails[form_.block_of(index(island.original[i]))];
    const bool any = std::any_of(own.begin(), own.end(), [](unsigned char fail) { return fail != 0; });
    if (any) moved = correct_island(problem_, island, own, lambda, arena_) || moved;
    arena_.rewind(before);
  }
  arena_.rewind(mark);
  return moved;
}

}  // namespace nsds::numerics::generic_mechanical

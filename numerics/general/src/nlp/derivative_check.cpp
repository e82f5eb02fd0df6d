#include "nlp/derivative_check.hpp"

#include "linalg/entries.hpp"
#include "nonlinear/derivative_check.hpp"

namespace nsds::numerics::nlp {
namespace {

// Values of f, then of the rows of c, at the point, along the direction, and what derivatives say of it.
struct Changes {
  double f = 0.0, half_f = 0.0, full_f = 0.0, slope = 0.0, terms = 0.0;
  std::span<double> c, half, full, product, row_terms;
};

bool evaluate(Program& program, std::span<const double> x, std::span<const double> direction,
              std::span<double> moved, Changes& changes) {
  if (!program.evaluate(x, changes.f, changes.c) || !program.differentiate(x)) return false;
  for (std::size_t j = 0; j < x.size(); ++j) {
    changes.slope += program.gradient()[j] * direction[j];
    changes.terms += std::fabs(program.gradient()[j] * x[j]);
  }
  for_each_entry(program.jacobian(), [&](std::int32_t i, std::int32_t j, double value) {
    changes.product[index(i)] += value * direction[index(j)];
    changes.row_terms[index(i)] += std::fabs(value * x[index(j)]);
  });
  const auto evaluate_at = [&](double part, double& f, std::span<double> c) {
    for (std::size_t j = 0; j < x.size(); ++j)
      moved[j] = std::clamp(x[j] + part * direction[j], program.lower()[j], program.upper()[j]);
    return program.evaluate(moved, f, c);
  };
  return evaluate_at(0.5, changes.half_f, changes.half) && evaluate_at(1.0, changes.full_f, changes.full);
}

void name(const Program& program, const Changes& changes, const Sentence& sentence) {
  using nonlinear::disagree;
  const double change = changes.full_f - changes.f;
  if (disagree(change, changes.half_f - changes.f, changes.slope, changes.terms + std::fabs(changes.f)))
    return sentence.write(
        "problem.gradient disagrees with f: along a short step f changes by {:.6g}, by the gradient it were "
        "{:.6g}; "
        "correct it",
        change * program.unit_f(), changes.slope * program.unit_f());
  for (std::size_t i = 0; i < changes.c.size(); ++i) {
    const double of_row = changes.full[i] - changes.c[i];
    if (!disagree(of_row, changes.half[i] - changes.c[i], changes.product[i],
                  changes.row_terms[i] + std::fabs(changes.c[i])))
      continue;
    return sentence.write(
        "problem.jacobian disagrees with the constraints at row {}: along a short step it changes by {:.6g}, "
        "by the Jacobian it were "
        "{:.6g}; correct it",
        i, of_row * program.unit_c(i), changes.product[i] * program.unit_c(i));
  }
}

}  // namespace

void name_wrong_derivatives(Program& program, std::span<const double> x, const SolveContext& context) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::span<double> direction = arena.take<double>(x.size()), moved = arena.take<double>(x.size());
  Changes changes;
  for (std::span<double>* vector :
       {&changes.c, &changes.half, &changes.full, &changes.product, &changes.row_terms})
    *vector = arena.take<double>(program.rows(), 0.0);
  nonlinear::set_direction(x, program.lower(), program.upper(), direction);
  if (context.seconds_left() > 0.0 && evaluate(program, x, direction, moved, changes))
    name(program, changes, context.sentence);
  arena.rewind(mark);
}

}  // namespace nsds::numerics::nlp

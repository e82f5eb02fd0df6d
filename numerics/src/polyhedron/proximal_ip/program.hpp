// The program that the proximal interior point method works on, read off the conditions of optimality of kkt.hpp:
//
//   min 1/2 x'Q x + p'x,   row_lower <= A x <= row_upper,   lower <= x <= upper,
//
// with multipliers y of the rows, positive where the lower side holds them and negative at the upper side,
// and the reduced costs g = Q x + p - A'y, which the bounds hold in the same way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "box/problem.hpp"
#include "core/arena.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::polyhedron::proximal {

// A matrix by columns, or by rows: entry k of line j is values[k] at indices[k], starts[j] <= k < starts[j + 1].
struct Lines {
  std::span<std::int32_t> starts, indices;
  std::span<double> values;

  std::size_t size() const { return starts.size() - 1; }
  std::size_t begin(std::size_t line) const { return index(starts[line]); }
  std::size_t end(std::size_t line) const { return index(starts[line + 1]); }
};

// visit_all(visit) calls visit(line, position, value) for every entry. Entries that are zero are left out;
// those of a line keep the order in which they come.
template <class VisitAll>
Lines gather_lines(std::size_t lines, Arena& arena, VisitAll&& visit_all) {
  Lines gathered;
  gathered.starts = arena.take<std::int32_t>(lines + 1, 0);
  visit_all([&](std::int32_t line, std::int32_t, double value) {
    if (value != 0.0) ++gathered.starts[index(line) + 1];
  });
  for (std::size_t j = 0; j < lines; ++j) gathered.starts[j + 1] += gathered.starts[j];
  gathered.indices = arena.take<std::int32_t>(index(gathered.starts[lines]));
  gathered.values = arena.take<double>(gathered.indices.size());
  const std::span<std::int32_t> next = arena.take<std::int32_t>(lines);
  for (std::size_t j = 0; j < lines; ++j) next[j] = gathered.starts[j];
  visit_all([&](std::int32_t line, std::int32_t position, double value) {
    if (value == 0.0) return;
    const std::size_t k = index(next[index(line)]++);
    gathered.indices[k] = position;
    gathered.values[k] = value;
  });
  return gathered;
}

// Turns columns into rows, or back; within a line of the result positions increase.
Lines transposed(const Lines& lines, std::size_t count, Arena& arena);

struct Program {
  std::size_t n = 0, m = 0;        // unknowns, rows
  Lines Q;                         // (n x n) by columns, the upper triangle with the diagonal
  Lines columns, rows;             // A, both ways
  std::span<double> p;             // (n)
  std::span<double> lower, upper;  // (n + m): bounds of the unknowns, then sides of the rows; may be infinite

  bool is_equality(std::size_t row) const { return lower[n + row] == upper[n + row]; }
};

// The program behind the conditions of optimality, every inequality and equality a row of its own.
Program read_program(const box::Problem& kkt, Arena& arena);

// out += Q x, += A x, -= A'y.
void add_Q(const Program& program, std::span<const double> x, std::span<double> out);
void add_A(const Program& program, std::span<const double> x, std::span<double> out);
void subtract_transposed(const Program& program, std::span<const double> y, std::span<double> out);

// How far a point is from solving a program, each number relative to the terms of the sum that it is the rest of
// [Oettli, Prager 1964, Numer. Math. 6]: it changes with no unit of an unknown, a row or the objective.
struct Quality {
  double primal = infinity;  // rows and bounds violated
  double dual = infinity;    // reduced costs that no finite bound carries
  double gap = infinity;     // between the objective and that of the dual program

  double worst() const { return std::max({primal, dual, gap}); }
};

// Scratch of measure.
struct MeasureScratch {
  std::span<double> sum, terms;  // (n + m)
};

// x: (n) within the bounds, y: (m) with the signs that the sides of the rows allow.
Quality measure(const Program& program, std::span<const double> x, std::span<const double> y,
                const MeasureScratch& scratch);

}  // namespace nsds::numerics::polyhedron::proximal

#include "polyhedron/proximal_ip/program.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

// visit(i, j, value) for the entries of the first `columns` columns of a matrix.
template <class Visit>
void visit_columns(const nsds_matrix& M, std::int32_t columns, Visit&& visit) {
  nsds_matrix first = M;
  if (M.storage != NSDS_BSR) first.cols = columns;
  for_each_entry(first, [&](std::int32_t i, std::int32_t j, double value) {
    if (j < columns) visit(i, j, value);
  });
}

}  // namespace

Lines transposed(const Lines& lines, std::size_t count, Arena& arena) {
  return gather_lines(count, arena, [&](auto&& visit) {
    for (std::size_t j = 0; j < lines.size(); ++j)
      for (std::size_t k = lines.begin(j); k < lines.end(j); ++k)
        visit(lines.indices[k], static_cast<std::int32_t>(j), lines.values[k]);
  });
}

Program read_program(const box::Problem& kkt, Arena& arena) {
  Program program;
  const std::int32_t n = kkt.primal;
  program.n = index(n);
  program.m = index(kkt.map.n - n);
  program.Q = gather_lines(program.n, arena, [&](auto&& visit) {
    visit_columns(kkt.map.M, n, [&](std::int32_t i, std::int32_t j, double value) {
      if (i <= j) visit(j, i, value);
    });
  });
  program.columns = gather_lines(program.n, arena, [&](auto&& visit) {
    visit_columns(kkt.map.M, n, [&](std::int32_t i, std::int32_t j, double value) {
      if (i >= n) visit(j, i - n, value);
    });
  });
  program.rows = transposed(program.columns, program.m, arena);
  program.p = arena.take<double>(program.n);
  program.lower = arena.take<double>(program.n + program.m);
  program.upper = arena.take<double>(program.n + program.m);
  for (std::size_t j = 0; j < program.n; ++j) {
    program.p[j] = kkt.map.q[j];
    program.lower[j] = kkt.lower[j];
    program.upper[j] = kkt.upper[j];
  }
  for (std::size_t i = program.n; i < program.n + program.m; ++i) {
    program.lower[i] = -kkt.map.q[i];
    program.upper[i] = kkt.lower[i] == 0.0 ? infinity : -kkt.map.q[i];
  }
  return program;
}

void add_Q(const Program& program, std::span<const double> x, std::span<double> out) {
  const Lines& Q = program.Q;
  for (std::size_t j = 0; j < program.n; ++j) {
    for (std::size_t k = Q.begin(j); k < Q.end(j); ++k) {
      const std::size_t i = index(Q.indices[k]);
      out[i] += Q.values[k] * x[j];
      if (i != j) out[j] += Q.values[k] * x[i];
    }
  }
}

void add_A(const Program& program, std::span<const double> x, std::span<double> out) {
  const Lines& A = program.rows;
  for (std::size_t i = 0; i < program.m; ++i)
    for (std::size_t k = A.begin(i); k < A.end(i); ++k) out[i] += A.values[k] * x[index(A.indices[k])];
}

void subtract_transposed(const Program& program, std::span<const double> y, std::span<double> out) {
  const Lines& A = program.columns;
  for (std::size_t j = 0; j < program.n; ++j)
    for (std::size_t k = A.begin(j); k < A.end(j); ++k) out[j] -= A.values[k] * y[index(A.indices[k])];
}

}  // namespace nsds::numerics::polyhedron::proximal

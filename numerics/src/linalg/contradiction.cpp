#include "linalg/contradiction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/least_squares.hpp"
#include "linalg/scaling/equilibrate.hpp"

namespace nsds::numerics {
namespace {

constexpr double least_number = std::numeric_limits<double>::min();
constexpr double full_rank = epsilon;
constexpr double dust[] = {1e-14, 1e-10, 1e-7};  // entries of v below this fraction of the largest are left
                                                 // out: the first that makes a proof
constexpr double cancelled = 1e-9;   // |v'M_j| below this fraction of |v|'|M_j| is zero to a reader
constexpr double least_gap = 1e-10;  // of v'q, relative to |v|'|q|: less may be the rounding of q
constexpr double far = 1e8;          // how many times the largest q a z may be that the proof has to exclude,
                                     // in units in which entries of M are about one
constexpr int refinements = 2;
constexpr double floors = 4.0;    // what is left of a row below so many round-off floors is rounding
constexpr double believed = 1e9;  // how many times the largest q a z may be whose rounding is believed
constexpr int projections = 3;

// R M_E C and R q_E, rows and columns being divided by powers of two until their largest entries are one.
struct Scaled {
  std::size_t m, n;
  std::span<double> A, b, row;
};

// Numbers the columns of M that have entries on the rows, with −1 for the others. Returns how many there are.
std::size_t number_columns(const nsds_matrix& M, std::span<const std::int32_t> place,
                           std::span<std::int32_t> column) {
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (place[index(i)] >= 0 && value != 0.0) column[index(j)] = 0;
  });
  std::int32_t count = 0;
  for (std::int32_t& number : column)
    if (number == 0) number = count++;
  return index(count);
}

Scaled lay_out(const Equations& equations, Arena& arena) {
  const auto& [M, q, rows, allowed, columns] = equations;
  const std::size_t m = rows.size();
  const std::span<std::int32_t> place = arena.take<std::int32_t>(index(M.rows), -1),
                                column = arena.take<std::int32_t>(index(M.cols), -1);
  for (std::size_t i = 0; i < m; ++i) place[index(rows[i])] = static_cast<std::int32_t>(i);
  const std::size_t n = number_columns(M, place, column);
  Scaled found{m, n, {}, arena.take<double>(m), arena.take<double>(m, 1.0)};
  if (m * n > most_dense_numbers) return found;
  // The rows are copied with the columns that they have entries in.
  found.A = arena.take<double>(m * n, 0.0);
  for (std::size_t i = 0; i < m; ++i) found.b[i] = q[rows[i]];
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (place[index(i)] >= 0 && value != 0.0)
      found.A[index(column[index(j)]) * m + index(place[index(i)])] = value;
  });
  equilibrate(found.A, found.row, arena.take<double>(n));
  // An entry that has become too small for a number is not zero.
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (place[index(i)] < 0 || value == 0.0) return;
    double& entry = found.A[index(column[index(j)]) * m + index(place[index(i)])];
    if (std::fabs(entry) < least_number) entry = std::copysign(least_number, value);
  });
  for (std::size_t i = 0; i < m; ++i) found.b[i] *= found.row[i];
  return found;
}

// Takes out of v what of it is in the range of A, and makes its largest entry one. False where nothing is
// left.
bool leave_defect(const Scaled& given, std::span<double> v, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<double> x = arena.take<double>(std::max(given.m, given.n));
  bool done = true;
  for (int pass = 0; pass < projections && done; ++pass) {
    const double largest = largest_magnitude(v);
    done = largest > 0.0 && std::isfinite(largest);
    if (!done) break;
    for (double& value : v) value /= largest;
    std::copy(v.begin(), v.end(), x.begin());
    done = least_squares({given.A.data(), given.m, given.n}, x, 1, numerical_rank, arena);
    for (std::size_t j = 0; j < given.n && done; ++j)
      for (std::size_t i = 0; i < given.m; ++i) v[i] -= given.A[j * given.m + i] * x[j];
  }
  arena.rewind(mark);
  const double largest = largest_magnitude(v);
  if (!done || !(largest > 0.0) || !std::isfinite(largest)) return false;
  for (double& value : v) value /= largest;
  return true;
}

// Leaves rows out on which v is less than that. True where there are any.
bool leave_out(Scaled& given, std::span<const double> v, double least) {
  bool any = false;
  for (std::size_t i = 0; i < given.m; ++i) {
    if (v[i] == 0.0 || std::fabs(v[i]) > least) continue;
    any = true;
    given.b[i] = 0.0;
    for (std::size_t j = 0; j < given.n; ++j) given.A[j * given.m + i] = 0.0;
  }
  return any;
}

// |v'A_j| has to be what rounding of A_j may make of zero, and all of them together, for the z to exclude,
// less than v'q.
bool proves(const Scaled& given, std::span<const double> v) {
  const double rounding = 64.0 * std::sqrt(static_cast<double>(given.m)) * epsilon * norm_2(v);
  double leak = 0.0;
  for (std::size_t j = 0; j < given.n; ++j) {
    const std::span<const double> column = given.A.subspan(j * given.m, given.m);
    double product = 0.0;
    for (std::size_t i = 0; i < given.m; ++i) product += v[i] * column[i];
    if (!(std::fabs(product) <= rounding * norm_2(column))) return false;
    leak += std::fabs(product);
  }
  double gap = 0.0, terms = 0.0;
  for (std::size_t i = 0; i < given.m; ++i) {
    gap += v[i] * given.b[i];
    terms += std::fabs(v[i] * given.b[i]);
  }
  return gap > least_gap * terms && gap > far * leak * largest_magnitude(given.b) && std::isfinite(terms);
}

// Tells whether v'A_j vanishes by the terms it is made of too, which are all that a reader sees.
bool cancels(const Scaled& given, std::span<const double> v) {
  for (std::size_t j = 0; j < given.n; ++j) {
    double product = 0.0, terms = 0.0;
    for (std::size_t i = 0; i < given.m; ++i) {
      const double term = v[i] * given.A[j * given.m + i];
      product += term;
      terms += std::fabs(term);
    }
    if (!(std::fabs(product) <= cancelled * terms)) return false;
  }
  return true;
}

// v: (m) out. Rounding leaves small entries on rows that have no part in the contradiction, and they are all
// that some columns see: v is looked for again without those rows.
bool find_proof(const Scaled& given, std::span<double> v, Arena& arena) {
  Scaled kept{given.m, given.n, arena.take<double>(given.A.size()), arena.take<double>(given.m), given.row};
  std::copy(given.A.begin(), given.A.end(), kept.A.begin());
  std::copy(given.b.begin(), given.b.end(), kept.b.begin());
  for (const double least : dust) {
    std::copy(kept.b.begin(), kept.b.end(), v.begin());
    if (!leave_defect(kept, v, arena)) return false;
    if (leave_out(kept, v, least)) {
      std::copy(kept.b.begin(), kept.b.end(), v.begin());
      if (!leave_defect(kept, v, arena)) return false;
    }
    if (!proves(given, v)) return false;
    if (cancels(given, v)) return true;
  }
  return false;
}

// Tells whether all rows are solved at x, near by but for rounding and far away in spite of it. w = b - A x.
// Where rounding is more than what is allowed a small w is chance.
bool is_solution(const Scaled& given, std::span<const double> allowed, std::span<const double> x,
                 std::span<const double> w) {
  const bool near = largest_magnitude(x.first(given.n)) <= believed * largest_magnitude(given.b);
  for (std::size_t i = 0; i < given.m; ++i) {
    double terms = std::fabs(given.b[i]);
    for (std::size_t j = 0; j < given.n; ++j) terms += std::fabs(given.A[j * given.m + i] * x[j]);
    const double floor = floors * epsilon * terms, most = given.row[i] * allowed[i];
    if (!(std::fabs(w[i]) <= (near ? std::max(most, floor) : most - floor))) return false;
  }
  return true;
}

// Tells whether there is, in spite of all, a z at which every row counts as solved. Rounding cannot tell of
// nearly dependent rows whether they are regular, but a solution tells.
bool has_solution(const Scaled& given, std::span<const double> allowed, Arena& arena) {
  const std::size_t longest = std::max(given.m, given.n);
  const std::span<double> x = arena.take<double>(given.n, 0.0), step = arena.take<double>(longest),
                          w = arena.take<double>(given.m);
  std::copy(given.b.begin(), given.b.end(), w.begin());
  for (int pass = 0; pass <= refinements; ++pass) {
    std::copy(w.begin(), w.end(), step.begin());
    if (!least_squares({given.A.data(), given.m, given.n}, step, 1, full_rank, arena)) return false;
    for (std::size_t j = 0; j < given.n; ++j) x[j] += step[j];
    std::copy(given.b.begin(), given.b.end(), w.begin());
    for (std::size_t j = 0; j < given.n; ++j)
      for (std::size_t i = 0; i < given.m; ++i) w[i] -= given.A[j * given.m + i] * x[j];
    if (is_solution(given, allowed, x, w)) return true;
  }
  return false;
}

// v: (rows of M) out, zero on other rows, and where there is no proof.
bool find_contradiction(const Equations& equations, std::span<double> v, Arena& arena) {
  const std::span<const std::int32_t> rows = equations.rows;
  std::fill(v.begin(), v.end(), 0.0);
  if (rows.empty() || rows.size() > most_equations) return false;
  const Arena::Mark mark = arena.mark();
  const Scaled given = lay_out(equations, arena);
  const std::span<double> part = arena.take<double>(given.m);
  const bool fits = given.A.size() == given.m * given.n;
  const bool proved = fits && find_proof(given, part, arena);
  // The proof holds if v'w = v'q, which does not depend on z, is more than rows that count as solved add up
  // to.
  double gap = 0.0, allowed = 0.0;
  for (std::size_t i = 0; i < given.m && proved; ++i) {
    const double entry = given.row[i] * part[i];
    gap += entry * equations.q[rows[i]];
    allowed += std::fabs(entry) * equations.allowed[i];
  }
  const bool contradict = proved && gap > allowed && !has_solution(given, equations.allowed, arena);
  for (std::size_t i = 0; i < given.m && contradict; ++i) v[index(rows[i])] = given.row[i] * part[i];
  arena.rewind(mark);
  return contradict;
}

}  // namespace

bool refute(const Equations& equations, SolveContext& context) {
  const double work = least_squares_work(equations.rows.size(), equations.columns);
  if (work > operations_within(context.seconds_left())) return false;
  const bool found =
      context.certify(Proof::infeasible, find_contradiction(equations, context.certificate, *context.arena));
  if (found)
    context.sentence.write(
        "equality rows contradict each other: added up by the certificate v they read v'q = 0, but v'q > 0");
  return found;
}

}  // namespace nsds::numerics

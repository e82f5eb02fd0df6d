#include "global_friction/reduction.hpp"

#include <algorithm>
#include <numeric>

#include "core/numbers.hpp"
#include "global_friction/delassus.hpp"
#include "global_friction/mass/body_nodes.hpp"
#include "global_friction/mass/large_mass.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::global_friction {
namespace {

nsds_status too_large(double bytes, const Sentence& sentence) {
  sentence.write("W would take {:.2g} GB; use the solver 'nsgs'", 1e-9 * bytes);
  return NSDS_NOT_APPLICABLE;
}

}  // namespace

nsds_status Reduction::form(double most_bytes, const Sentence& sentence) {
  q_ = arena_.take<double>(problem_.reactions());
  const bool by_blocks = problem_.has_small_blocks() && problem_.constraints == 0;
  return by_blocks ? form_blocks(most_bytes, sentence) : form_dense(most_bytes, sentence);
}

nsds_status Reduction::form_blocks(double most_bytes, const Sentence& sentence) {
  const std::size_t n = index(problem_.velocities);
  const ColumnView H = columns_of(problem_.H, arena_);
  const auto order = arena_.take<std::int32_t>(index(problem_.contacts));
  std::iota(order.begin(), order.end(), 0);
  const PackedBlocks contacts = pack_contacts(H, problem_.dimension, order, problem_.factors, arena_);
  const RowEntries rows = entries_by_rows(contacts, n, arena_);
  const double bytes_a_block = 8.0 * problem_.dimension * problem_.dimension + 8.0;
  const double most_blocks = std::min(most_bytes / bytes_a_block, 2e8);
  const std::int64_t blocks =
      count_delassus_blocks(contacts, rows, static_cast<std::int64_t>(most_blocks), arena_);
  if (static_cast<double>(blocks) > most_blocks)
    return too_large(bytes_a_block * static_cast<double>(blocks), sentence);
  W_ = form_delassus(contacts, rows, blocks, arena_);
  if (problem_.factors.symmetric) velocities_ = velocity_blocks(contacts, problem_.factors.blocks, arena_);
  const auto v = arena_.take<double>(n);
  std::copy_n(problem_.q, n, v.begin());
  solve_mass(problem_, v.data());
  std::copy_n(problem_.b, q_.size(), q_.begin());
  const auto magnitude = arena_.take<double>(q_.size(), 0.0);
  add_transposed_and_magnitude(problem_.H, v.data(), q_.data(), magnitude.data());
  return NSDS_OK;
}

// Solves for the velocities of the bodies. X: (size x columns): v, and lambda behind it where there are
// bilateral rows.
bool Reduction::solve_bodies(double* X, std::int32_t columns) const {
  return problem_.constraints > 0 ? saddle_.solve(X, columns) : problem_.mass->solve(X, columns);
}

nsds_status Reduction::form_dense(double most_bytes, const Sentence& sentence) {
  const std::size_t count = problem_.reactions(), n = index(problem_.velocities);
  const std::size_t dim = index(problem_.dimension);
  const auto contacts_left = [&](std::size_t c) { return static_cast<double>(index(problem_.contacts) - c); };
  // The size of W is known before anything is factorised.
  const double bytes = 8.0 * static_cast<double>(count) * static_cast<double>(count);
  if (bytes > most_bytes) return too_large(bytes, sentence);
  if (problem_.constraints > 0 && !saddle_.factorise(problem_.M, problem_.G, sentence))
    return saddle_.lacked_time() ? NSDS_TIME_LIMIT : NSDS_SINGULAR;
  const std::size_t size = n + index(problem_.constraints);
  const auto W = arena_.take<double>(count * count, 0.0);
  const auto X = arena_.take<double>(size * dim);
  const auto magnitude = arena_.take<double>(count);
  const ColumnView H = columns_of(problem_.H, arena_);
  bool finite = true;
  const double before = deadline_.seconds_left();
  for (std::size_t c = 0; c < index(problem_.contacts); ++c) {
    // One contact costs what another does: what cannot be finished is given up at its beginning.
    const double left = deadline_.seconds_left();
    if (c > 0 && left < infinity && (before - left) / static_cast<double>(c) * contacts_left(c) > left) {
      sentence.write("W cannot be formed within the time limit");
      return NSDS_TIME_LIMIT;
    }
    // The columns of W of a contact are Hᵀ v for the velocities v that its unit reactions make.
    std::fill(X.begin(), X.end(), 0.0);
    for (std::size_t k = 0; k < dim; ++k) {
      const std::size_t column = dim * c + k;
      for (std::int32_t e = H.starts[column]; e < H.starts[column + 1]; ++e)
        X[size * k + index(H.rows[index(e)])] = H.values[index(e)];
    }
    finite = solve_bodies(X.data(), problem_.dimension) && finite;
    for (std::size_t k = 0; k < dim; ++k)
      add_transposed_and_magnitude(problem_.H, &X[size * k], &W[count * (dim * c + k)], magnitude.data());
  }
  W_ = nsds_matrix_dense(static_cast<std::int32_t>(count), static_cast<std::int32_t>(count), W.data(),
                         static_cast<std::int32_t>(std::max<std::size_t>(count, 1)));
  // The vector is Hᵀ v + b for the free velocities, which bilateral rows take part in.
  std::copy_n(problem_.q, n, X.begin());
  if (problem_.constraints > 0) std::copy_n(problem_.d, size - n, X.begin() + static_cast<std::ptrdiff_t>(n));
  finite = solve_bodies(X.data(), 1) && finite;
  std::copy_n(problem_.b, count, q_.begin());
  add_transposed_and_magnitude(problem_.H, X.data(), q_.data(), magnitude.data());
  if (finite) return NSDS_OK;
  sentence.write("M with the bilateral rows G is singular to working precision.");
  return NSDS_SINGULAR;
}

friction::Problem Reduction::reduced() {
  const double s_u = problem_.scales.s_u, s_r = problem_.scales.s_r;
  // Factors by velocities have a column for each row of an island, of which planar rolling has fewer.
  const bool by_velocities = velocities_ && !(problem_.rolls && problem_.dimension != friction::rolling_rows);
  return {problem_.dimension,
          problem_.contacts,
          *W_,
          q_.data(),
          problem_.mu,
          s_u / s_r,
          s_u,
          s_r,
          &memory_,
          by_velocities ? &*velocities_ : nullptr,
          problem_.rolls,
          problem_.mu_r,
          problem_.lengths};
}

bool Reduction::recover(const double* r, double* v, double* lambda) const {
  if (problem_.constraints == 0) return velocities_of(problem_, r, lambda, v, arena_);
  const Arena::Mark mark = arena_.mark();
  const std::size_t n = index(problem_.velocities), size = index(saddle_.size());
  const auto x = arena_.take<double>(size), change = arena_.take<double>(size);
  const auto magnitude = arena_.take<double>(n);
  std::fill(x.begin(), x.end(), 0.0);
  // One solve is followed by one of refinement.
  bool finite = true;
  for (int step = 0; step < 2; ++step) {
    std::copy_n(problem_.q, n, change.begin());
    std::copy_n(problem_.d, size - n, change.begin() + static_cast<std::ptrdiff_t>(n));
    add_product(problem_.H, 1.0, r, change.data());
    add_transposed_and_magnitude(*problem_.G, &x[n], change.data(), magnitude.data());
    add_product(problem_.M, -1.0, x.data(), change.data());
    add_product(*problem_.G, -1.0, x.data(), &change[n]);
    finite = saddle_.solve(change.data(), 1) && finite;
    for (std::size_t i = 0; i < size; ++i) x[i] += change[i];
  }
  std::copy_n(x.begin(), n, v);
  std::copy_n(&x[n], size - n, lambda);
  arena_.rewind(mark);
  return finite;
}

}  // namespace nsds::numerics::global_friction

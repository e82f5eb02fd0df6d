// Projected block Gauss-Seidel: the rows of one diagonal block after the other are solved exactly,
//
//   0 <= z_I _|_ M_II z_I + (w_I - M_II z_I at hand) >= 0,
//
// with the others held fixed. Blocks are those of a BSR matrix, or of block_size rows. Blocks of a few rows
// are solved by principal pivoting, larger ones by Lemke's method. Without over-relaxation it converges for
// symmetric positive definite M, and for H-matrices [CPS 5.2 and 5.4].
//
// Default max_iterations: 20000 sweeps.
#include <algorithm>

#include "affine/stationary.hpp"
#include "affine/structure.hpp"
#include "lcp/registry.hpp"
#include "lcp/small/small.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

enum : int { block_size_option, relaxation_option, order_option };
enum Order : int { forward, symmetric };

class BlockGaussSeidel {
 public:
  BlockGaussSeidel(const Lcp& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        arena_(*context.arena),
        iteration_(problem, problem, z, context),
        z_(iteration_.z()),
        w_(iteration_.w()),
        diagonal_(arena_.take<double>(z_.size())),
        structure_(affine::analyse_structure(problem, diagonal_, arena_)),
        relaxation_(context.own[relaxation_option]),
        order_(static_cast<Order>(static_cast<int>(context.own[order_option]))) {
    choose_blocks();
    gather_blocks();
  }

  SolverClaim solve() {
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      if (diagonal_[i] < 0.0) return not_applicable(i);
    const SolverClaim claim = iteration_.run([this] { sweep(); });
    if (claim.status == NSDS_STALLED && unsolved_ >= 0)
      context_.sentence.write(
          "the problem of the diagonal block of row {} could not be solved; try solver 'lemke'", unsolved_);
    return claim;
  }

 private:
  SolverClaim not_applicable(std::size_t i) const {
    context_.sentence.write(
        "solver 'block_gs' needs a diagonal that is not negative, but M[{}][{}] is {:.3g}; try solver "
        "'lemke'.",
        i, i, diagonal_[i]);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  std::int32_t size(std::int32_t block) const { return offsets_[index(block) + 1] - offsets_[index(block)]; }

  void choose_blocks() {
    const auto wished = static_cast<std::int32_t>(context_.own[block_size_option]);
    const nsds_bsr_arrays& bsr = problem_.M.as.bsr;
    if (problem_.M.storage == NSDS_BSR && wished == 0) {
      offsets_ = {bsr.row_offsets, index(bsr.block_rows) + 1};
    } else {
      const std::int32_t each = wished == 0 ? default_block_size : wished;
      const auto count = static_cast<std::int32_t>((std::int64_t{problem_.n} + each - 1) / each);
      const std::span<std::int32_t> offsets = arena_.take<std::int32_t>(index(count) + 1);
      for (std::int32_t k = 0; k <= count; ++k)
        offsets[index(k)] =
            static_cast<std::int32_t>(std::min<std::int64_t>(std::int64_t{k} * each, problem_.n));
      offsets_ = offsets;
    }
    blocks_ = static_cast<std::int32_t>(offsets_.size()) - 1;
    for (std::int32_t b = 0; b < blocks_; ++b) largest_ = std::max(largest_, size(b));
  }

  // The diagonal blocks, column-major, one after the other.
  void gather_blocks() {
    starts_ = arena_.take<std::size_t>(index(blocks_) + 1);
    starts_[0] = 0;
    for (std::int32_t b = 0; b < blocks_; ++b)
      starts_[index(b) + 1] = starts_[index(b)] + index(size(b)) * index(size(b));
    values_ = arena_.take<double>(starts_[index(blocks_)], 0.0);
    block_of_ = arena_.take<std::int32_t>(z_.size());
    for (std::int32_t b = 0; b < blocks_; ++b)
      std::fill_n(block_of_.begin() + offsets_[index(b)], size(b), b);
    for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double value) {
      const std::int32_t b = block_of_[index(i)];
      if (block_of_[index(j)] != b) return;
      const std::int32_t first = offsets_[index(b)];
      values_[starts_[index(b)] + index(j - first) * index(size(b)) + index(i - first)] = value;
    });
    local_z_ = arena_.take<double>(index(largest_));
    local_q_ = arena_.take<double>(index(largest_));
    local_certificate_ = arena_.take<double>(index(largest_));
  }

  void sweep() {
    for (std::int32_t b = 0; b < blocks_; ++b) update(b);
    if (order_ == symmetric)
      for (std::int32_t b = blocks_ - 1; b-- > 0;) update(b);
  }

  void update(std::int32_t b) {
    const auto first = index(offsets_[index(b)]);
    const auto count = index(size(b));
    double* const M = values_.data() + starts_[index(b)];
    for (std::size_t i = 0; i < count; ++i) {
      double sum = w_[first + i];
      for (std::size_t j = 0; j < count; ++j) sum -= M[j * count + i] * z_[first + j];
      local_q_[i] = sum;
      local_z_[i] = z_[first + i];
    }
    if (!solve_block(b, M)) {
      unsolved_ = offsets_[index(b)];
      return;
    }
    if (unsolved_ == offsets_[index(b)]) unsolved_ = -1;
    for (std::size_t i = 0; i < count; ++i) {
      const double updated = std::max(0.0, z_[first + i] + relaxation_ * (local_z_[i] - z_[first + i]));
      const double step = updated - z_[first + i];
      if (step == 0.0) continue;
      z_[first + i] = updated;
      affine::add_column(structure_, static_cast<std::int32_t>(first + i), step, w_);
    }
  }

  // local_z_: in: the point at hand, out: a solution of the block.
  bool solve_block(std::int32_t b, double* M) {
    const std::int32_t n = size(b);
    const nsds_matrix matrix = nsds_matrix_dense(n, n, M, n);
    const double s_w = affine::vector_scale(local_q_.data(), n);
    const Lcp local{n, matrix, local_q_.data(), s_w, s_w / affine::matrix_scale(matrix)};
    if (std::all_of(local_q_.begin(), local_q_.begin() + n, [](double q) { return q >= 0.0; })) {
      std::fill_n(local_z_.begin(), n, 0.0);
      return true;
    }
    if (n <= most_small_rows && solve_small(local, 1e-14, local_z_.data())) return true;
    const Arena::Mark mark = arena_.mark();
    SolveContext context = context_;
    context.tolerance = 1e-14;
    context.max_iterations = 1000 + 20 * std::int64_t{n};
    context.done_before = 0;
    context.callback = nullptr;
    context.sentence = {};
    context.certificate = local_certificate_.first(index(n));
    const SolverClaim claim = solve_lemke(local, local_z_.data(), context);
    arena_.rewind(mark);
    return claim.status == NSDS_OK;
  }

  static constexpr std::int32_t default_block_size = 3;

  const Lcp& problem_;
  SolveContext& context_;
  Arena& arena_;
  affine::StationaryIteration<Lcp> iteration_;
  std::span<double> z_, w_, diagonal_;
  affine::Structure structure_;
  double relaxation_;
  Order order_;
  std::span<const std::int32_t> offsets_;  // (blocks + 1) rows
  std::int32_t blocks_ = 0;
  std::int32_t largest_ = 0;
  std::span<std::size_t> starts_;
  std::span<double> values_;
  std::span<std::int32_t> block_of_;  // (n)
  std::span<double> local_z_, local_q_, local_certificate_;
  std::int32_t unsolved_ = -1;  // first row of a block that could not be solved
};

}  // namespace

SolverClaim solve_block_gs(const Lcp& problem, double* z, SolveContext& context) {
  return BlockGaussSeidel(problem, z, context).solve();
}

}  // namespace nsds::numerics::lcp

// L D L' of a symmetric quasidefinite matrix with much fill, by supernodes: columns of L with the same pattern are one dense
// panel, and panels change each other by products of dense matrices [Ng, Peyton 1993, SIAM J. Sci. Comput. 14; Chen,
// Davis, Hager, Rajamanickam 2008, ACM TOMS 35, algorithm 887].
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "polyhedron/proximal_ip/program.hpp"

namespace nsds::numerics::polyhedron::proximal {

class BlockFactor {
 public:
  // K: the upper triangle by columns without the diagonal; parent: of each column in its elimination tree, which is in
  // postorder; counts: entries of each column of L below the diagonal. All must outlive it.
  void analyse(const Lines& K, std::span<const std::int32_t> parent, std::span<const std::int32_t> counts,
               Arena& arena);

  std::int64_t entries() const { return entries_; }
  void take_memory(Arena& arena);

  enum class Outcome { done, wrong_sign, out_of_time };
  // signs: 1 or -1, what the pivots have to have.
  Outcome factorise(std::span<const double> diagonal, std::span<const signed char> signs,
                    const SolveContext& context);
  // x: in the order of K, in: the right-hand side; out: the solution.
  void solve(std::span<double> x) const;

 private:
  struct Panel {
    std::int32_t first, width, height;  // columns first, ..., first + width - 1; rows
    std::int64_t rows, values;          // where they begin
  };

  void find_panels(std::span<const std::int32_t> parent, std::span<const std::int32_t> counts, Arena& arena);
  void find_rows(std::span<const std::int32_t> parent, Arena& arena);
  void assemble(const Panel& panel, std::span<const double> diagonal);
  void subtract(const Panel& from, std::int32_t begin, std::int32_t end, const Panel& to);
  bool eliminate(const Panel& panel, std::span<const signed char> signs);
  void pass_on(std::int32_t panel, std::int32_t row);

  std::int32_t* rows(const Panel& panel) const { return rows_.data() + panel.rows; }
  double* values(const Panel& panel) const { return values_.data() + panel.values; }

  const Lines* K_ = nullptr;
  Lines below_;                     // pattern of the lower triangle by columns
  std::span<std::int32_t> source_;  // where its entries are in K
  std::span<Panel> panels_;
  std::span<std::int32_t> panel_of_;  // column
  std::span<std::int32_t> rows_;
  std::span<double> values_;       // panels by columns, D on their diagonals
  std::span<std::int32_t> place_;  // of a row in the panel at hand
  std::span<std::int32_t> waiting_, next_,
      reached_;  // panels that change a panel, as lists; how far they have come
  std::span<double> scaled_, product_;
  std::int64_t entries_ = 0, tallest_ = 0;
};

}  // namespace nsds::numerics::polyhedron::proximal

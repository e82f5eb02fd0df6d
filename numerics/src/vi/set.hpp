// The set K in units, K / s_z: a product of blocks of consecutive unknowns. Of a polyhedron only the bounds are here; its rows
// are in conditions.hpp.
//
// The block of a cone may have a unit d of its own, in which solvers see it: what they call a and b there are a/d and d b in
// the units of the class. That changes no cone, and makes the blocks of a Jacobian on the diagonal alike.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "monotone/given_operator.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/report.h"
#include "nsds/numerics/vi.h"

namespace nsds::numerics::vi {

enum class BlockKind : std::uint8_t { rows, lorentz, given };  // rows: each has bounds of its own

struct Block {
  BlockKind kind;
  bool is_cone;  // as the residual has it: it has a dual cone
  std::size_t begin, size;
  double unit;                           // d; 1 of what is no cone
  double mu;                             // lorentz
  nsds_project_function project;         // given
  void* user;                            // given
  monotone::GivenOperator* operator_of;  // given
};

class NSDS_NUMERICS_API ConvexSet {
 public:
  // block_units: (cone_count), of cones alone; empty: 1.
  ConvexSet(const nsds_vi& given, double s_z, std::span<const double> block_units, Arena& arena);

  std::span<const Block> blocks() const { return blocks_; }
  // Tells whether each row has bounds and there is nothing else.
  bool is_box() const { return only_rows_; }
  bool has_projector() const { return has_projector_; }
  std::size_t size() const { return lower_.size(); }
  // The bounds in the units of the caller: (n), infinite in blocks of another kind.
  const double* lower() const { return lower_.data(); }
  const double* upper() const { return upper_.data(); }

  // out = the point of K nearest to x. x: (n), finite. Throws OperatorFailed.
  void project(std::span<const double> x, std::span<double> out);

  // Projects a start, but one that is in K up to rounding stays: a solution is returned as it was given. x: (n), not out.
  void project_start(std::span<const double> x, std::span<double> out);
  // Projects a start, then moves it that far away from bounds, or half of their width, and into Lorentz cones.
  void project_start_inside(std::span<const double> x, double distance, std::span<double> out);

  // max over blocks of | a - P(a - b) |, as the residual of the class has it, of a and b as solvers see them. NaN where a number
  // is. Throws OperatorFailed.
  double natural_map(std::span<const double> a, std::span<const double> b);

  // The residual of the class with its parts, of a and b in its units. Projectors are asked to project a projection too.
  nsds_residual residual(std::span<const double> a, std::span<const double> b);

 private:
  void take_bounds(const nsds_vi& given);
  void take_cones(const nsds_vi& given, std::span<const double> block_units, Arena& arena);
  void add_operator(Block& block, monotone::OperatorName name, Arena& arena);
  void project_block(const Block& block, const double* x, double* out);
  double natural_in_units(std::span<const double> a, std::span<const double> b);
  void require_idempotent(const Block& block, const double* projection);
  // | a - P(a - b) | in the block, given P(a - b), and at which row.
  double natural_of_block(const Block& block, const double* a, const double* b, const double* projected,
                          std::size_t& worst) const;
  // The norm of the difference of x and y in the block.
  static double distance(const Block& block, const double* x, const double* y, std::size_t& worst);

  double s_z_;
  bool only_rows_ = true, has_projector_ = false;
  std::span<Block> blocks_;
  std::span<double> lower_, upper_;
  std::span<double> moved_, projected_;  // scratch
  std::span<double> a_, b_;              // in the units of the class, where blocks have units; else empty
};

}  // namespace nsds::numerics::vi

// An affine variational inequality over blocks of unknowns: intervals, and convex sets that are projected onto.
//
//   K ∋ z,   -(M z + q) ∈ N_K(z),   K = K_1 × K_2 × ...
//
// Where outputs and multipliers were exchanged (output_pivot.hpp), unknowns are counted in units e, z = e ẑ.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/numerics/vi.h"

namespace nsds {

class ViBlocks {
 public:
  /// Blocks are added one behind the other, once; what sets say may change from solve to solve.
  void addIntervals(std::int32_t rows);
  /// A block that a set is projected onto; the set is borrowed, and its owner is named where it fails.
  void add(const ProjectorSet& set, std::int32_t rows, std::string owner);
  void add(const PolyhedronSet& set, std::int32_t rows, std::string owner);

  struct Problem {
    const nsds_matrix& M;
    const double* q;
    const double* lower;  ///< (rows) of intervals, in units
    const double* upper;
    const double* units;  ///< (rows), Nullable: 1
  };
  /// z: (rows) in, the start, and out. Errors: what a projector has thrown, with the name of its owner; Error naming the owner
  /// of an empty polyhedron.
  void solve(const Problem& problem, double* z, const nsds_options* options, nsds_workspace* workspace,
             nsds_report* report);

 private:
  struct Block {
    std::int32_t first = 0;
    std::int32_t rows = 0;
    const ProjectorSet* projector = nullptr;
    const PolyhedronSet* polyhedron = nullptr;
    std::string owner;
    const double* lower = nullptr;  // of the present problem
    const double* upper = nullptr;
    double unit = 1.0;
    Vector point;  // in the units of the set
    Vector nearest;
    std::exception_ptr* thrown = nullptr;

    bool isInterval() const { return projector == nullptr && polyhedron == nullptr; }
  };

  // user: a Block
  static int project(void* user, const double* x, double* projection) noexcept;
  // user: the ViBlocks
  static int evaluate(void* user, const double* z, double* F) noexcept;
  static int differentiate(void* user, const double* z, double* values) noexcept;
  static void projectOnto(Block& block);
  static nsds_cone coneOf(Block& block);

  void place(Block block);
  void enter(const Problem& problem);
  bool isMultipleOfIdentity() const;
  bool solveDirectly(double* z, nsds_report* report);
  void projectOrThrow(Block& block, const double* x, double* projection);
  void setScales(nsds_vi& made) const;
  double extent() const;

  std::vector<Block> blocks_;
  std::vector<nsds_cone> cones_;
  std::int32_t rows_ = 0;
  const double* q_ = nullptr;
  Matrix M_;
  Vector from_;  // scratch
  Vector again_;
  std::exception_ptr thrown_;
};

}  // namespace nsds

// Do polyhedral cells make a partition, and does a function that is given cell by cell have one value on their common facets?
//
//   R_i = { x : H_i x ≤ k_i },   ∪ R_i ⊇ domain,   int R_i ∩ int R_j = ∅,   f_i = f_j on R_i ∩ R_j.
//
// All is asked by linear programs for the largest ball in a polyhedron (Chebyshev's): a ball in two cells is an overlap; one
// in the domain less all cells, taken away row by row, is a gap; one within a hyperplane that two cells share is a facet.
// References: Bemporad, Morari, Dua, Pistikopoulos (2002), The explicit linear quadratic regulator for constrained systems,
// Automatica 38, theorem 3 (differences of polyhedra); Johansson, Rantzer (1998), IEEE TAC 43 (piecewise affine systems).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "nsds/kernel/types.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

/// { x : H x ≤ k }. H: (rows x n); k: (rows). Without rows it is the whole space.
struct HalfSpaces {
  Matrix H;
  Vector k;
};

/// A place where two cells meet in n - 1 dimensions.
struct CommonFacet {
  Index first;
  Index second;
  Vector normal;  ///< (n), of norm 1, out of the first cell into the second
  double offset;  ///< normalᵀx on the facet
  Vector center;  ///< (n) of the largest ball of dimension n - 1 in it, in the units of the partition
  Vector across;  ///< (n) from the facet into the second cell, about as far as the facet is wide
  double radius;  ///< of a ball about the center in the facet, at most the least extent of the partition
  /// (n x n) columns: points of the facet that are affinely independent, the center the first.
  Matrix corners;
};

enum class PartitionDefect : std::uint8_t {
  emptyCell,  ///< a cell without interior
  overlap,    ///< the interiors of two cells meet
  gap,        ///< a part of the domain is in no cell
  jump,       ///< f_i ≠ f_j on a common facet
};

struct PartitionFinding {
  PartitionDefect defect;
  Index first;   ///< cell; -1 for gaps
  Index second;  ///< the other cell; -1 where there is none
  Vector
      point;  ///< (n) witness: a point of the overlap, of the gap, of the facet; for an empty cell that nearest to it
  double size;  ///< radius of a ball about the point, or |f_i - f_j| there
  std::string message;
};

struct NSDS_THEORY_API PartitionReport {
  Answer disjoint = Answer::undecided;  ///< no: emptyCell or overlap among the findings
  Answer covers = Answer::undecided;    ///< no: gap among them
  std::vector<PartitionFinding> findings;
  std::vector<CommonFacet> facets;
  Vector center;        ///< (n) a point near to all hyperplanes
  Vector extents;       ///< (n) how far the partition reaches from there along each coordinate, powers of two
  Index programs = 0;   ///< linear programs that were solved
  std::string message;  ///< a sentence

  /// yes: it is a partition.
  Answer answer() const;
};

/// Balls are looked at in coordinates divided by the extents. Those of more than 1e-7 count, those below 1e-9 do not, and those between
/// leave an answer undecided; so does a cell that is thinner than that beside the partition and not by itself, a program that fails, and
/// a cover that would take more than `mostPrograms`. Parts between cells that are thinner than 1e-9 extents are not seen. Errors: InvalidArgument if there is no cell, on
/// sizes that do not fit, numbers that are not finite, and a row of H that is zero.
NSDS_THEORY_API PartitionReport checkPartition(std::span<const HalfSpaces> cells, const HalfSpaces& domain,
                                               Index mostPrograms = 200000);

/// f_cell(x), of the same size for all cells, also at points as far outside the cell as a facet is wide.
using CellFunction = std::function<Vector(Index cell, VectorConstRef x)>;

struct ContinuityReport {
  /// no: a jump among the findings; undecided: one of 1e-10 to 1e-8 of f at and beside that facet, component by component, or one that
  /// may be rounding of terms as large as f anywhere.
  Answer answer = Answer::undecided;
  std::vector<PartitionFinding>
      findings;         ///< the largest jump at the corners of each facet where there is one
  std::string message;  ///< a sentence
};

/// Looks at the corners of the facets, which for affine f proves the answer yes; for others it is one of samples. Errors:
/// those of f; InvalidArgument if values differ in size or are not finite.
NSDS_THEORY_API ContinuityReport checkContinuity(std::span<const CommonFacet> facets, const CellFunction& f);

}  // namespace nsds

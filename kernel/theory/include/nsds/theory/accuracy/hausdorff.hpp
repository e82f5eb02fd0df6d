// The Hausdorff distance of filled-in graphs: solutions with impacts converge in it although each jump comes a little early
// or late, which no uniform norm allows. With
//
//   d((t, x), (s, y)) = max(|t − s|, ‖x − y‖₂),
//   excess(F, G) = sup over p ∈ F of inf over r ∈ G of d(p, r),
//
// the distance is h*(F, G) = max(excess(F, G), excess(G, F)). d compares times with values: both are in units of the caller,
// in which a second counts as much as one unit of x.
//
// Both graphs are polylines (sampled_function.hpp), and the result is that of the polylines, not an estimate by points.
// Method: the distance to one segment is convex along another, so that along a segment of F the distance to G is bounded by
// that of its two ends to any one segment of G. Segments whose bound is above the best excess so far are divided, the one of the
// largest bound first, where the nearest segments of their ends are equally far. References: Moreau (1978), RAIRO Analyse
// numérique 12 (filled-in graphs); Taha, Hanbury (2015), IEEE PAMI 37 (search that ends early).
//
// Cost: the segment of G next to a point is sought outwards from a neighbour's, as far in time as the best distance so far.
// O(n) for graphs of n segments whose distance is some lengths of segments; O(n²) in the worst case, where distances are
// comparable to the interval of time.
#pragma once

#include "nsds/theory/accuracy/sampled_function.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

/// The excess of gr*(f) over gr*(g), which is not symmetric: 0 where gr*(f) is part of gr*(g). The result differs from the
/// supremum by at most `tolerance` times itself, or by rounding of the data. Errors: InvalidArgument on different dimensions,
/// functions without samples, or a tolerance outside [0, 1).
NSDS_THEORY_API double excess(const SampledFunction& f, const SampledFunction& g, double tolerance = 1e-13);

/// h*(gr*(f), gr*(g)). Errors and tolerance as above.
NSDS_THEORY_API double hausdorffDistance(const SampledFunction& f, const SampledFunction& g,
                                         double tolerance = 1e-13);

}  // namespace nsds

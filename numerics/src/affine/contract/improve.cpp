#include "affine/contract/improve.hpp"

#include "affine/contract/contract.hpp"
#include "affine/contract/faces.hpp"
#include "affine/contract/settle.hpp"
#include "affine/residual/close_gap.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr double near_solution = 1e-3;  // of a residual: the faces may be right

}  // namespace

void improve(const BoxProblem& problem, const Found& found, nsds_status status, double tolerance, Best& best,
             SolveContext& context) {
  best.keep();
  settle(problem, found.z.data(), *context.arena);
  best.look();
  const bool is_near = status == NSDS_OK || (status == NSDS_STALLED && best.residual() <= near_solution);
  if (!is_near || best.is_content(tolerance)) return;
  best.keep();
  if (solve_on_faces(problem, found.z, tolerance, context)) best.look();
}

void close_absolute_gap(const BoxProblem& problem, const Found& found, double tolerance, Best& best,
                        SolveContext& context) {
  if (!(best.residual() > tolerance && best.residual() < infinity)) return;
  best.return_to();
  best.keep();
  if (close_gap(problem, found.z.data(), tolerance / problem.contract->absolute, *context.arena)) best.look();
  best.return_to();
}

}  // namespace nsds::numerics::affine

// Linear complementarity problems over cones that are made around a solution.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/soclcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"

namespace nsds::test {

// How z and w lie to each other in the cones of a problem.
enum class Relation {
  strict,      // z + w inside of each cone: z or w is inside, or both are on boundaries
  degenerate,  // some are on a boundary, or zero, and the other one is zero, or on a boundary
  apex,        // z = 0 in all cones, w inside
};

enum class Kind {
  definite,   // x'M x > 0, not symmetric
  symmetric,  // and symmetric
  monotone,   // x'M x ≥ 0, M symmetric part of half the rank
  triangular,  // blocks of M on the diagonal definite, none below, large ones above: one solution, x'M x of any sign
};

inline constexpr Relation relations[] = {Relation::strict, Relation::degenerate, Relation::apex};
inline constexpr Kind kinds[] = {Kind::definite, Kind::symmetric, Kind::monotone, Kind::triangular};

const char* name_of(Relation relation);
const char* name_of(Kind kind);

struct PlantedSoclcp {
  std::vector<numerics::soclcp::Cone> cones;
  Eigen::MatrixXd M;
  Eigen::VectorXd q, z, w;

  numerics::soclcp::Problem problem() const { return {numerics::view(M), q, cones}; }
};

// count Lorentz cones of 1 to 5 components with mu from 0.1 to 10, and now and then rows of ℝ and of ℝ₊.
// coupling: the size of the blocks above those on the diagonal, of the triangular kind.
PlantedSoclcp planted_soclcp(Kind kind, Relation relation, int count, Random& random, double coupling = 1.0);

// A test that runs with every solver of the class.
class SoclcpSolvers : public ::testing::TestWithParam<int> {
 protected:
  std::string name() const { return nsds_solver_at(NSDS_CLASS_SOCLCP, GetParam())->name; }
  numerics::Options options(double tolerance) const {
    return numerics::Options(NSDS_CLASS_SOCLCP, name()).set("tolerance", tolerance);
  }
  bool factorises() const {
    return name() == "auto" || name() == "newton_fb" || name() == "newton_min" || name() == "smoothing" ||
           name() == "normal_map_newton";
  }
  // What the solver is proved for, or meant for.
  bool takes(Kind kind) const {
    if (name() == "convex_qp") return kind == Kind::symmetric;
    if (name() == "pgs") return kind == Kind::symmetric || kind == Kind::triangular;
    return factorises() || kind == Kind::definite || kind == Kind::symmetric;
  }
};

}  // namespace nsds::test

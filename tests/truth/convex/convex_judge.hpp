// Judges points of convex programs by the section "Convex programs" of docs/ok.md. It is written from that page, in extended precision, shares
// nothing with the library, and takes its time.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "truth/judge.hpp"

namespace nsds::test {

using ConvexProjection =
    std::function<void(const Eigen::Ref<const Eigen::VectorXd>&, Eigen::Ref<Eigen::VectorXd>)>;

// min 1/2 z'M z + q'z, u = A z + b in the box or in what the projection projects onto.
struct ConvexProgram {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  Eigen::MatrixXd A;  // (m x n)
  Eigen::VectorXd b, lower, upper;
  ConvexProjection project;  // empty: the box
};

struct ConvexPoint {
  Eigen::VectorXd z, xi;
};

// leeway: as Judge has it. The worst is a row of the gradient, or n + i.
Judgement judge_convex(const ConvexProgram& program, const ConvexPoint& point, double tolerance = 1e-8,
                       double leeway = 1.0);

}  // namespace nsds::test

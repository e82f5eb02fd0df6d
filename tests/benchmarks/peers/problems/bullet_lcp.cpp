// The LCP solvers of Bullet, in double precision. They overwrite their matrix, so that it is copied before
// each solve, which is not timed.
#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>
#include <BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/problems/lcp_peers.hpp"

namespace nsds::bench {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Solves A x = b + w, lo <= x <= hi: here A = M, b = -q.
double time_dantzig(DenseLcp& lcp, double budget, Eigen::VectorXd& z) {
  const Eigen::Index n = lcp.q.size();
  const RowMajor matrix = lcp.M;
  RowMajor A = matrix;
  Eigen::VectorXd b(n), w(n), low = Eigen::VectorXd::Zero(n);
  Eigen::VectorXd high = Eigen::VectorXd::Constant(n, SIMD_INFINITY);
  Eigen::VectorXi friction = Eigen::VectorXi::Constant(n, -1);
  btDantzigScratchMemory scratch;
  return best_seconds(
      budget,
      [&] {
        A = matrix;
        b = -lcp.q;
        z.setZero(n);
        w.setZero(n);
      },
      [&] {
        btSolveDantzigLCP(static_cast<int>(n), A.data(), z.data(), b.data(), w.data(), 0, low.data(),
                          high.data(), friction.data(), scratch);
      });
}

double time_lemke(DenseLcp& lcp, double budget, Eigen::VectorXd& z) {
  const int n = static_cast<int>(lcp.q.size());
  btMatrixXu M(n, n);
  btVectorXu q(n), solution(2 * n);
  for (int i = 0; i < n; ++i) {
    q[i] = lcp.q[i];
    for (int j = 0; j < n; ++j) M.setElem(i, j, lcp.M(i, j));
  }
  btLemkeAlgorithm lemke(M, q);
  const double seconds = best_seconds(
      budget, [&] { lemke.setSystem(M, q); }, [&] { solution = lemke.solve(100000); });
  z.resize(n);
  for (int i = 0; i < n; ++i) z[i] = solution[n + i];
  return seconds;
}

}  // namespace

std::vector<LcpPeer> bullet_lcp_peers() {
  return {{"DANTZIG", true, time_dantzig}, {"LEMKE", false, time_lemke}};
}

}  // namespace nsds::bench

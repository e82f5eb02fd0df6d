// The MLCP and relay solvers of Siconos. What a solver may change or remember is made anew before each solve,
// untimed: its matrix, and with mlcp_driver_init the bases that the direct solvers keep.
#include <MLCP_Solvers.h>
#include <MixedLinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <RelayProblem.h>
#include <SolverOptions.h>
#include <mlcp_cst.h>
#include <relay_cst.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/peers/problems/box_peers.hpp"

namespace nsds::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int any = std::numeric_limits<int>::max();

// The problem with its equality rows first, in both of the forms that Siconos's solvers ask for.
class SiconosMlcp {
 public:
  explicit SiconosMlcp(const test::BoxProblem& given) : given_(given) {
    for (int i = 0; i < given.size(); ++i)
      if (std::isinf(given.lower[i])) order_.push_back(i);
    n_ = static_cast<int>(order_.size());
    for (int i = 0; i < given.size(); ++i)
      if (!std::isinf(given.lower[i])) order_.push_back(i);
    m_ = given.size() - n_;
    rows_ = {0, n_, n_ + m_};
    complementary_ = {0, 1};
    if (n_ == 0) {
      rows_ = {0, m_};
      complementary_ = {1};
    } else if (m_ == 0) {
      rows_ = {0, n_};
      complementary_ = {0};
    }
    q_ = given.q(order_);
    M_.resize(given.size(), given.size());
    problem_.isStorageType1 = problem_.isStorageType2 = 1;
    problem_.n = n_;
    problem_.m = m_;
    problem_.blocksRows = rows_.data();
    problem_.blocksIsComp = complementary_.data();
    problem_.M = NM_create_from_data(NM_DENSE, n_ + m_, n_ + m_, M_.data());
    problem_.q = q_.data();
  }

  MixedLinearComplementarityProblem& fresh() {
    M_ = given_.M(order_, order_);
    q_ = given_.q(order_);
    A_ = M_.topLeftCorner(n_, n_);
    C_ = M_.topRightCorner(n_, m_);
    D_ = M_.bottomLeftCorner(m_, n_);
    B_ = M_.bottomRightCorner(m_, m_);
    a_ = q_.head(n_);
    b_ = q_.tail(m_);
    problem_.A = A_.data();
    problem_.B = B_.data();
    problem_.C = C_.data();
    problem_.D = D_.data();
    problem_.a = a_.data();
    problem_.b = b_.data();
    return problem_;
  }

  void carry_back(const VectorXd& ordered, VectorXd& z) const { z(order_) = ordered; }

 private:
  const test::BoxProblem& given_;
  std::vector<int> order_, rows_, complementary_;
  int n_ = 0, m_ = 0;
  MatrixXd M_, A_, B_, C_, D_;
  VectorXd q_, a_, b_;
  MixedLinearComplementarityProblem problem_{};
};

double time_mlcp(int solver, const test::BoxProblem& given, double tolerance, double budget, VectorXd& z) {
  numerics_set_verbose(0);
  SiconosMlcp siconos(given);
  VectorXd ordered(given.size()), w(given.size());
  SolverOptions* options = nullptr;
  MixedLinearComplementarityProblem* problem = nullptr;
  const auto forget = [&] {
    if (options == nullptr) return;
    mlcp_driver_reset(problem, options);
    solver_options_delete(options);
  };
  const double seconds = best_seconds(
      budget,
      [&] {
        forget();
        problem = &siconos.fresh();
        options = solver_options_create(solver);
        options->dparam[SICONOS_DPARAM_TOL] = tolerance;
        if (solver != SICONOS_MLCP_ENUM && solver != SICONOS_MLCP_DIRECT_ENUM)  // whose limit is 10^7
          options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
        mlcp_driver_init(problem, options);
        ordered.setZero();
        w.setZero();
      },
      [&] { mlcp_driver(problem, ordered.data(), w.data(), options); });
  siconos.carry_back(ordered, z);
  forget();
  return seconds;
}

double time_relay(int solver, const test::BoxProblem& given, double tolerance, double budget, VectorXd& z) {
  // It knows no infinite bounds; solutions of these problems are of the size 1.
  constexpr double far = 1e6;
  numerics_set_verbose(0);
  MatrixXd M = given.M;
  VectorXd q = given.q, lower = given.lower.cwiseMax(-far), upper = given.upper.cwiseMin(far), w = q;
  RelayProblem problem{};
  problem.size = given.size();
  problem.M = NM_create_from_data(NM_DENSE, problem.size, problem.size, M.data());
  problem.q = q.data();
  problem.lb = lower.data();
  problem.ub = upper.data();
  SolverOptions* options = solver_options_create(solver);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
  const double seconds = best_seconds(
      budget,
      [&] {
        M = given.M;
        z.setZero();
        w.setZero();
      },
      [&] { relay_driver(&problem, z.data(), w.data(), options); });
  solver_options_delete(options);
  return seconds;
}

BoxPeer mlcp(const char* name, int solver, int most_bounded = any) {
  return {name, most_bounded,
          [solver](const test::BoxProblem& problem, double tolerance, double budget, VectorXd& z) {
            return time_mlcp(solver, problem, tolerance, budget, z);
          }};
}

BoxPeer relay(const char* name, int solver, int most_bounded = any) {
  return {name, most_bounded,
          [solver](const test::BoxProblem& problem, double tolerance, double budget, VectorXd& z) {
            return time_relay(solver, problem, tolerance, budget, z);
          }};
}

}  // namespace

std::vector<BoxPeer> siconos_mlcp_peers() {
  return {mlcp("LCP_LEMKE", SICONOS_MLCP_LCP_LEMKE),
          mlcp("FB", SICONOS_MLCP_FB),
          mlcp("DIRECT_FB", SICONOS_MLCP_DIRECT_FB),
          mlcp("ENUM", SICONOS_MLCP_ENUM, 24),
          mlcp("DIRECT_ENUM", SICONOS_MLCP_DIRECT_ENUM, 24),
          mlcp("PGS", SICONOS_MLCP_PGS),
          mlcp("RPGS", SICONOS_MLCP_RPGS),
          mlcp("PSOR", SICONOS_MLCP_PSOR)};
}

// ENUM tries two choices for each of the bounds.
std::vector<BoxPeer> siconos_relay_peers() {
  return {relay("LEMKE", SICONOS_RELAY_LEMKE), relay("AVI_CAOFERRIS", SICONOS_RELAY_AVI_CAOFERRIS),
          relay("PGS", SICONOS_RELAY_PGS), relay("ENUM", SICONOS_RELAY_ENUM, 12)};
}

}  // namespace nsds::bench

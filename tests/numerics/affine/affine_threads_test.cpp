// Solvers of all affine classes in eight threads at once.
#include <gtest/gtest.h>

#include <barrier>
#include <thread>

#include "numerics/affine/affine_problems.hpp"

namespace nsds::test::affine_threads_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

// What one thread does with a solver: problems of its own, in every storage.
std::vector<VectorXd> work_of(int thread, const ClassSolver& row) {
  const nn::Options options = row.options().set("max_iterations", 300);
  nn::Workspace workspace;
  std::vector<VectorXd> results;
  for (const Index n : {1, 3, 7, 10}) {
    const AffineProblem problem =
        easy_problem(row.problem_class, n, static_cast<std::uint64_t>(100 * thread + n));
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      const Outcome outcome = solve(problem, options, &workspace, storage);
      results.push_back(outcome.z);
      results.push_back(outcome.multipliers);
    }
  }
  return results;
}

class Threads : public ::testing::TestWithParam<ClassSolver> {};

TEST_P(Threads, EightGiveTheBitsOfOne) {
  constexpr int threads = 8;
  std::vector<std::vector<VectorXd>> results(threads);
  {
    std::barrier start(threads);
    std::vector<std::jthread> pool;
    pool.reserve(threads);
    for (int t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        start.arrive_and_wait();
        results[static_cast<std::size_t>(t)] = work_of(t, GetParam());
      });
  }
  for (int t = 0; t < threads; ++t) EXPECT_EQ(results[static_cast<std::size_t>(t)], work_of(t, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Affine, Threads,
                         ::testing::ValuesIn(solvers_of({NSDS_CLASS_MLCP, NSDS_CLASS_RELAY,
                                                         NSDS_CLASS_EQUALITY, NSDS_CLASS_QP,
                                                         NSDS_CLASS_AVI})),
                         [](const auto& row) { return row.param.name(); });

}  // namespace
}  // namespace nsds::test::affine_threads_test

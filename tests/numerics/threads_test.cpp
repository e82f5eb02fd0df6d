// Eight threads, each solving problems of its own with a workspace of its own, give the bits that one gives.
#include <gtest/gtest.h>

#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp_instances.hpp"
#include "numerics/storages.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

constexpr int threads = 8;

// What one thread does: solves problems of several families and sizes, in every storage the solver takes.
std::vector<VectorXd> work_of(int thread, const std::string& solver) {
  const nn::Options options = nn::Options(NSDS_CLASS_LCP, solver).set("max_iterations", 300);
  nn::Workspace workspace;
  std::vector<VectorXd> results;
  for (const char* family : {"spd", "pd", "degenerate", "kkt", "network", "game"}) {
    for (const int n : {1, 3, 8, 14, 40}) {
      if (solver == "enumeration" && n > 8) continue;
      const Instance lcp = lcp_family(family).make(n, static_cast<std::uint64_t>(100 * thread + n));
      for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
        const Stored M(lcp.M, storage);
        VectorXd z = VectorXd::Zero(n);
        VectorXd w = VectorXd::Zero(n);
        const nsds_lcp problem = nn::lcp::problem(M.view(), lcp.q);
        nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), nullptr);
        results.push_back(z);
      }
    }
  }
  return results;
}

class Threads : public ::testing::TestWithParam<int> {
 protected:
  const std::string solver_ = nsds_solver_at(NSDS_CLASS_LCP, GetParam())->name;
};

TEST_P(Threads, EightGiveTheBitsOfOne) {
  std::vector<std::vector<VectorXd>> results(threads);
  {
    std::barrier start(threads);
    std::vector<std::jthread> pool;
    pool.reserve(threads);
    for (int t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        start.arrive_and_wait();
        results[static_cast<std::size_t>(t)] = work_of(t, solver_);
      });
  }
  for (int t = 0; t < threads; ++t) {
    const std::vector<VectorXd> alone = work_of(t, solver_);
    const std::vector<VectorXd>& beside = results[static_cast<std::size_t>(t)];
    ASSERT_EQ(beside.size(), alone.size());
    for (std::size_t k = 0; k < alone.size(); ++k)
      EXPECT_EQ(beside[k], alone[k]) << "thread " << t << ", problem " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Lcp, Threads, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_LCP)),
                         [](const ::testing::TestParamInfo<int>& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_LCP, row.param)->name);
                         });

}  // namespace
}  // namespace nsds::test

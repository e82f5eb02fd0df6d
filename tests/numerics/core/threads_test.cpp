// LCPs: eight threads, each solving problems of its own with a workspace of its own, give the bits that one
// gives.
#include "numerics/core/threads.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp/lcp_instances.hpp"
#include "numerics/linalg/storages.hpp"

namespace nsds::test::threads_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

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
        const nn::lcp::Problem posed(M.view(), lcp.q);
        const nsds_lcp problem = posed.view();
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
  expect_bits_of_one([&](int thread) { return work_of(thread, solver_); });
}

INSTANTIATE_TEST_SUITE_P(Lcp, Threads, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_LCP)),
                         [](const ::testing::TestParamInfo<int>& row) {
                           return std::string(nsds_solver_at(NSDS_CLASS_LCP, row.param)->name);
                         });

}  // namespace
}  // namespace nsds::test::threads_test

// A repeated solve with a workspace allocates nothing: counted at malloc, which is also where Eigen, LAPACK
// and operator new end up.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "nsds/numerics/cpp/factorization.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "numerics/lcp_instances.hpp"
#include "numerics/storages.hpp"

// What takes malloc's place cannot choose its names, and counts where all can see.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-inconsistent-declaration-parameter-name)
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
namespace {
std::atomic<long> allocations{0};  // by any thread, so that a library's own threads are seen
}

// The functions of the C library, under the names it keeps for itself.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}
void free(void* block) noexcept {
  __libc_free(block);
}
}

// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
// NOLINTEND(bugprone-reserved-identifier, readability-inconsistent-declaration-parameter-name)

namespace nsds::testing {
namespace {

namespace nn = nsds::numerics;

TEST(Allocation, IsSeen) {
  const long before = allocations;
  Eigen::VectorXd vector(100);
  vector.setZero();
  EXPECT_GE(allocations - before, 1) << vector.sum();
}

TEST(Allocation, ARepeatedSolveWithAWorkspaceHasNone) {
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_LCP); ++solver) {
    const nn::Options options(NSDS_CLASS_LCP, nsds_solver_at(NSDS_CLASS_LCP, solver)->name);
    const std::string name = options.solver();
    for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
      for (const int n : {1, 2, 12, 60}) {
        if (n > 12 && name == "enumeration") continue;
        SCOPED_TRACE(::testing::Message() << name << " " << storage_name(storage) << " n = " << n);
        const Instance lcp = lcp_family("spd").make(n, 3);
        const Stored M(lcp.M, storage);
        const nsds_lcp problem = nn::lcp::problem(M.view(), lcp.q);
        Eigen::VectorXd z(n);
        Eigen::VectorXd w(n);
        nn::Workspace workspace;
        nn::Report report;
        nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), &report);
        const long before = allocations;
        for (int repeat = 0; repeat < 3; ++repeat)
          nsds_lcp_solve(&problem, z.data(), w.data(), options.get(), workspace.get(), &report);
        EXPECT_EQ(allocations - before, 0) << report.message;
      }
    }
  }
}

// Failures are steady states too: a loop that retries must not leak or grow.
TEST(Allocation, ARepeatedFailureHasNone) {
  const nn::Options options(NSDS_CLASS_LCP, "lemke");
  const Instance lcp = lcp_family("infeasible").make(6, 3);
  const nsds_matrix M = nn::view(lcp.M);
  const nsds_lcp problem = nn::lcp::problem(M, lcp.q);
  Eigen::VectorXd z(6);
  nn::Workspace workspace;
  nn::Report report;
  EXPECT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, options.get(), workspace.get(), &report),
            NSDS_INFEASIBLE);
  const long before = allocations;
  nsds_lcp_solve(&problem, z.data(), nullptr, options.get(), workspace.get(), &report);
  EXPECT_EQ(allocations - before, 0);
}

TEST(Allocation, ASmallSolveWithoutAWorkspaceHasNone) {
  const Instance lcp = lcp_family("spd").make(4, 3);
  const nsds_matrix M = nn::view(lcp.M);
  const nsds_lcp problem = nn::lcp::problem(M, lcp.q);
  Eigen::VectorXd z(4);
  const long before = allocations;
  EXPECT_EQ(nsds_lcp_solve(&problem, z.data(), nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  EXPECT_EQ(allocations - before, 0);
}

TEST(Allocation, ADenseRefactorisationHasNone) {
  const Instance lcp = lcp_family("spd").make(30, 3);
  const nsds_matrix M = nn::view(lcp.M);
  Eigen::MatrixXd B = Eigen::MatrixXd::Ones(30, 2);
  nn::Factorization factorization;
  for (const nsds_factorization_kind kind : {NSDS_LU, NSDS_CHOLESKY}) {
    factorization.factorize(M, kind);
    factorization.solve(B);
    const long before = allocations;
    factorization.factorize(M, kind, 0.0, NSDS_REUSE_STRUCTURE);
    factorization.solve(B);
    EXPECT_EQ(allocations - before, 0);
  }
}

}  // namespace
}  // namespace nsds::testing

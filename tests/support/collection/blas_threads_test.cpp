// Solvers of friction whose matrices are eliminated by a library of dense matrices: however many threads that
// library uses, the bits are the same.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "support/collection/case_name.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"

namespace nsds::bench::blas_threads_test {
namespace {

// Of OpenBLAS, where that is the library at work.
using SetThreads = void (*)(int);
using GetThreads = int (*)();

template <class Function>
Function find(const char* name) {
  Function function = nullptr;
  void* const address = dlsym(RTLD_DEFAULT, name);
  std::memcpy(&function, &address, sizeof function);
  return function;
}

struct ThreadsCase {
  const char* instance;
  const char* solver;
  int iterations;
};

class BlasThreads : public testing::TestWithParam<ThreadsCase> {};

TEST_P(BlasThreads, DoNotChangeABit) {
  const auto set_threads = find<SetThreads>("openblas_set_num_threads");
  const auto get_threads = find<GetThreads>("openblas_get_num_threads");
  if (set_threads == nullptr || get_threads == nullptr) GTEST_SKIP() << "the BLAS is not OpenBLAS";
  const int before = get_threads();
  const Instance instance = make_instance(GetParam().instance);
  const Reduced reduced = reduce(instance);
  const ReducedView view(reduced);
  numerics::Options options(NSDS_CLASS_FRICTION_CONTACT, GetParam().solver);
  options.set("tolerance", 1e-10).set("max_iterations", GetParam().iterations);
  std::vector<double> alone;
  for (const int threads : {1, 2, 3, 8}) {
    set_threads(threads);
    std::vector<double> r(static_cast<std::size_t>(reduced.dimension * reduced.contacts()));
    const nsds_status status =
        nsds_friction_contact_solve(&view.problem(), r.data(), nullptr, options.get(), nullptr, nullptr);
    EXPECT_TRUE(status == NSDS_MAX_ITERATIONS || status == NSDS_OK) << nsds_status_name(status);
    EXPECT_TRUE(std::any_of(r.begin(), r.end(), [](double x) { return x != 0.0; }));
    if (alone.empty()) alone = r;
    EXPECT_EQ(std::memcmp(r.data(), alone.data(), r.size() * sizeof(double)), 0) << threads << " threads";
  }
  set_threads(before);
}

INSTANTIATE_TEST_SUITE_P(
    Collection, BlasThreads,
    testing::Values(ThreadsCase{"packing:side=8:mu=0.5:ratio=1:seed=1", "interior_point", 8},
                    ThreadsCase{"packing:side=8:mu=0.5:ratio=1:seed=1", "admm", 30},
                    ThreadsCase{"packing:side=8:mu=0.5:ratio=1:seed=1", "proximal", 8},
                    ThreadsCase{"packing:side=5:mu=0.5:ratio=1e3:seed=1", "auto", 200},
                    ThreadsCase{"pile:width=40:height=20:mu=0.5:flow=0:seed=1", "interior_point", 6}),
    [](const testing::TestParamInfo<ThreadsCase>& given) {
      return case_name(given.param.instance, given.param.solver);
    });

}  // namespace
}  // namespace nsds::bench::blas_threads_test

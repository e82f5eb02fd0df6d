// Contact with friction, reduced and in global form: eight threads, each solving problems of its own with a
// workspace of its own, give the bits that one gives.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nsds/numerics/cpp/global_friction_contact.hpp"
#include "numerics/core/threads.hpp"
#include "numerics/friction/friction_instances.hpp"
#include "numerics/global_friction/global_friction_problems.hpp"

namespace nsds::test::friction_threads_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

std::string solver_of(nsds_class problem_class, int row) {
  return nsds_solver_at(problem_class, row)->name;
}

nn::Options options_of(nsds_class problem_class, const std::string& solver) {
  return nn::Options(problem_class, solver).set("tolerance", 1e-9).set("max_iterations", 400);
}

class FrictionThreads : public ::testing::TestWithParam<int> {};

// Islands of two sizes, one large enough for fronts with several pivots.
TEST_P(FrictionThreads, EightGiveTheBitsOfOne) {
  const std::string solver = solver_of(NSDS_CLASS_FRICTION_CONTACT, GetParam());
  const bool plane_only = solver == "lcp" || solver == "enumeration";
  expect_bits_of_one([&](int thread) {
    const nn::Options options = options_of(NSDS_CLASS_FRICTION_CONTACT, solver);
    nn::Workspace workspace;
    std::vector<VectorXd> results;
    for (const int dimension : {2, 3}) {
      if (plane_only && dimension == 3) continue;
      for (const int contacts : {1, 5, 25}) {
        if (solver == "enumeration" && contacts > 5) continue;
        const FrictionInstance instance =
            random_friction(dimension, contacts, static_cast<unsigned>(100 * thread + contacts));
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const GivenFriction given(instance, storage);
          VectorXd r = VectorXd::Zero(given.data.q.size()), u = r;
          nsds_friction_contact_solve(&given.problem, r.data(), u.data(), options.get(), workspace.get(),
                                      nullptr);
          results.push_back(r);
          results.push_back(u);
        }
      }
    }
    return results;
  });
}

INSTANTIATE_TEST_SUITE_P(FrictionContact, FrictionThreads,
                         ::testing::Range(0, nsds_solver_count(NSDS_CLASS_FRICTION_CONTACT)),
                         [](const auto& row) { return solver_of(NSDS_CLASS_FRICTION_CONTACT, row.param); });

class GlobalFrictionThreads : public ::testing::TestWithParam<int> {};

TEST_P(GlobalFrictionThreads, EightGiveTheBitsOfOne) {
  const std::string solver = solver_of(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, GetParam());
  expect_bits_of_one([&](int thread) {
    const nn::Options options = options_of(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver);
    nn::Workspace workspace;
    std::vector<VectorXd> results;
    for (const std::int32_t dimension : {2, 3}) {
      for (const int joint_rows : {0, 2}) {
        GlobalData data = chain(dimension, 3 + thread, joint_rows);
        data.mu *= 0.1 * (1 + thread);
        for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
          const StoredGlobal stored(data, storage);
          GlobalUnknowns x(stored.view);
          nsds_global_friction_contact_solve(&stored.view, x.v.data(), x.r.data(), x.u.data(),
                                             x.lambda.data(), options.get(), workspace.get(), nullptr);
          for (const VectorXd* part : {&x.v, &x.r, &x.u, &x.lambda}) results.push_back(*part);
        }
      }
    }
    return results;
  });
}

INSTANTIATE_TEST_SUITE_P(GlobalFrictionContact, GlobalFrictionThreads,
                         ::testing::Range(0, nsds_solver_count(NSDS_CLASS_GLOBAL_FRICTION_CONTACT)),
                         [](const auto& row) {
                           return solver_of(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, row.param);
                         });

}  // namespace
}  // namespace nsds::test::friction_threads_test

// The outputs of a solve are arrays of their own, in all classes: shared memory is refused by name, before anything is written.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "nsds/numerics.h"

namespace nsds::test::aliased_outputs_test {
namespace {

constexpr int size = 6;

// A problem of six unknowns that every class has in a form of its own: M = 2 I, q = -1.
struct Data {
  Data() {
    M.fill(0.0);
    for (int i = 0; i < size; ++i) M[static_cast<std::size_t>(i * (size + 1))] = 2.0;
    q.fill(-1.0);
    low.fill(-1.0);
    high.fill(1.0);
    identity = nsds_matrix_dense(size, size, M.data(), size);
  }
  std::array<double, size * size> M;
  std::array<double, size> q, low, high;
  nsds_matrix identity;
  std::array<double, 2> mu{0.5, 0.5};
};

int evaluate(void* /*user*/, const double* z, double* F) {
  for (int i = 0; i < size; ++i) F[i] = 2.0 * z[i] - 1.0;
  return 0;
}

// What a call with the outputs at `a` and `b` returns.
using Call = nsds_status (*)(const Data& data, double* a, double* b, nsds_report* report);

nsds_status call_lcp(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_lcp problem;
  nsds_lcp_init(&problem);
  problem.size = size;
  problem.M = &data.identity;
  problem.q = data.q.data();
  return nsds_lcp_solve(&problem, a, b, nullptr, nullptr, report);
}

// So few rows have a way of their own.
nsds_status call_small_lcp(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_lcp problem;
  nsds_lcp_init(&problem);
  const nsds_matrix M = nsds_matrix_dense(2, 2, data.M.data(), size);
  problem.size = 2;
  problem.M = &M;
  problem.q = data.q.data();
  return nsds_lcp_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_mlcp(const Data& data, double* a, double* b, nsds_report* report) {
  const std::array<unsigned char, size> marks{1, 1, 1, 0, 0, 0};
  nsds_mlcp problem;
  nsds_mlcp_init(&problem);
  problem.size = size;
  problem.M = &data.identity;
  problem.q = data.q.data();
  problem.complementary = marks.data();
  return nsds_mlcp_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_relay(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_relay problem;
  nsds_relay_init(&problem);
  problem.size = size;
  problem.M = &data.identity;
  problem.q = data.q.data();
  problem.lower = data.low.data();
  problem.upper = data.high.data();
  return nsds_relay_solve(&problem, a, b, nullptr, nullptr, report);
}

template <class Program>
void set_constraints(const Data& data, Program& problem) {
  problem.size = size;
  problem.inequalities = size;
  problem.A = &data.identity;
  problem.b = data.q.data();
}

nsds_status call_qp(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_qp problem;
  nsds_qp_init(&problem);
  problem.Q = &data.identity;
  problem.p = data.q.data();
  set_constraints(data, problem);
  return nsds_qp_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_avi(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_avi problem;
  nsds_avi_init(&problem);
  problem.M = &data.identity;
  problem.q = data.q.data();
  set_constraints(data, problem);
  return nsds_avi_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_convex_qp(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_convex_qp problem;
  nsds_convex_qp_init(&problem);
  problem.size = problem.rows = size;
  problem.M = &data.identity;
  problem.q = data.q.data();
  problem.lower = data.low.data();
  problem.upper = data.high.data();
  return nsds_convex_qp_solve(&problem, a, b, nullptr, nullptr, nullptr, report);
}

nsds_status call_friction(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_friction_contact problem;
  nsds_friction_contact_init(&problem);
  problem.dimension = 3;
  problem.contacts = 2;
  problem.W = &data.identity;
  problem.q = data.q.data();
  problem.mu = data.mu.data();
  return nsds_friction_contact_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_global_friction(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_global_friction_contact problem;
  nsds_global_friction_contact_init(&problem);
  problem.dimension = 3;
  problem.contacts = 2;
  problem.size = size;
  problem.M = &data.identity;
  problem.H = &data.identity;
  problem.q = data.q.data();
  problem.b = data.q.data();
  problem.mu = data.mu.data();
  std::array<double, size> v{};
  return nsds_global_friction_contact_solve(&problem, v.data(), a, b, nullptr, nullptr, nullptr, report);
}

nsds_status call_generic_mechanical(const Data& data, double* a, double* b, nsds_report* report) {
  const std::array<std::int32_t, 3> starts{0, 3, 6},
      kinds{NSDS_BLOCK_FRICTION, NSDS_BLOCK_COMPLEMENTARITY, 0};
  nsds_generic_mechanical problem;
  nsds_generic_mechanical_init(&problem);
  problem.size = size;
  problem.blocks = 2;
  problem.W = &data.identity;
  problem.q = data.q.data();
  problem.block_starts = starts.data();
  problem.kinds = kinds.data();
  problem.mu = data.mu.data();
  return nsds_generic_mechanical_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_soclcp(const Data& data, double* a, double* b, nsds_report* report) {
  const nsds_cone cone{NSDS_CONE_LORENTZ, size, 0.5, nullptr, nullptr};
  nsds_soclcp problem;
  nsds_soclcp_init(&problem);
  problem.size = size;
  problem.M = &data.identity;
  problem.q = data.q.data();
  problem.cone_count = 1;
  problem.cones = &cone;
  return nsds_soclcp_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_mcp(const Data& /*data*/, double* a, double* b, nsds_report* report) {
  nsds_mcp problem;
  nsds_mcp_init(&problem);
  problem.size = size;
  problem.F.evaluate = evaluate;
  return nsds_mcp_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_vi(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_vi problem;
  nsds_vi_init(&problem);
  problem.size = size;
  problem.F.evaluate = evaluate;
  problem.set = NSDS_VI_BOX;
  problem.lower = data.low.data();
  return nsds_vi_solve(&problem, a, nullptr, b, nullptr, nullptr, report);
}

nsds_status call_qvi(const Data& data, double* a, double* b, nsds_report* report) {
  nsds_qvi problem;
  nsds_qvi_init(&problem);
  problem.size = size;
  problem.F.evaluate = evaluate;
  problem.set = NSDS_VI_BOX;
  problem.lower = data.low.data();
  return nsds_qvi_solve(&problem, a, nullptr, b, nullptr, nullptr, report);
}

nsds_status call_generalized_equation(const Data& /*data*/, double* a, double* b, nsds_report* report) {
  nsds_generalized_equation problem;
  nsds_generalized_equation_init(&problem);
  problem.size = size;
  problem.F.evaluate = evaluate;
  problem.resolvent = [](void*, double, const double* x, double* out) {
    std::copy_n(x, size, out);
    return 0;
  };
  return nsds_generalized_equation_solve(&problem, a, b, nullptr, nullptr, report);
}

nsds_status call_nlp(const Data& /*data*/, double* a, double* b, nsds_report* report) {
  nsds_nlp problem;
  nsds_nlp_init(&problem);
  problem.size = problem.inequalities = size;
  problem.objective = [](void*, const double* x, double* f) {
    *f = 0.0;
    for (int i = 0; i < size; ++i) *f += x[i] * x[i];
    return 0;
  };
  problem.gradient = evaluate;
  problem.constraints = evaluate;
  problem.jacobian = [](void*, const double*, double* values) {
    for (int k = 0; k < size * size; ++k) values[k] = k % (size + 1) == 0 ? 2.0 : 0.0;
    return 0;
  };
  return nsds_nlp_solve(&problem, a, b, nullptr, nullptr, report);
}

struct Case {
  const char* name;
  Call call;
  const char *first, *second;  // names of the outputs
};

class AliasedOutputs : public ::testing::TestWithParam<Case> {};

TEST_P(AliasedOutputs, AreRefusedByName) {
  const Case& given = GetParam();
  const Data data;
  const std::vector<double> before(3 * size, 0.25);
  for (const int apart : {0, 1}) {
    std::vector<double> memory = before;
    nsds_report report;
    nsds_report_init(&report);
    EXPECT_EQ(given.call(data, memory.data(), memory.data() + apart, &report), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(report.status, NSDS_INVALID_ARGUMENT);
    const std::string message = report.message;
    EXPECT_NE(message.find(std::string(given.first) + " and " + given.second), std::string::npos) << message;
    EXPECT_EQ(memory, before);
  }
  std::vector<double> memory = before;
  nsds_report report;
  nsds_report_init(&report);
  EXPECT_EQ(given.call(data, memory.data(), memory.data() + size, &report), NSDS_OK) << report.message;
}

INSTANTIATE_TEST_SUITE_P(
    Classes, AliasedOutputs,
    ::testing::Values(Case{"lcp", call_lcp, "z", "w"}, Case{"small_lcp", call_small_lcp, "z", "w"},
                      Case{"mlcp", call_mlcp, "z", "w"}, Case{"relay", call_relay, "z", "w"},
                      Case{"qp", call_qp, "z", "multipliers"}, Case{"avi", call_avi, "z", "multipliers"},
                      Case{"convex_qp", call_convex_qp, "z", "xi"}, Case{"friction", call_friction, "r", "u"},
                      Case{"global_friction", call_global_friction, "r", "u"},
                      Case{"generic_mechanical", call_generic_mechanical, "lambda", "w"},
                      Case{"soclcp", call_soclcp, "z", "w"}, Case{"mcp", call_mcp, "z", "w"},
                      Case{"vi", call_vi, "z", "w"}, Case{"qvi", call_qvi, "z", "w"},
                      Case{"generalized_equation", call_generalized_equation, "z", "w"},
                      Case{"nlp", call_nlp, "x", "multipliers"}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace nsds::test::aliased_outputs_test

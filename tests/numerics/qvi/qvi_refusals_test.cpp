// Each wrong argument gives its status, the culprit stands in the message, and the outputs keep their values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "nsds/numerics/cpp/qvi.hpp"
#include "support/numbers.hpp"

namespace nsds::test::qvi_refusals_test {
namespace {

namespace nn = nsds::numerics;

// What a callback returns, whether it throws, and after how many good calls.
struct Fault {
  int code = 0;
  bool throws = false;
  int good_calls = 0;

  int outcome() {
    if (good_calls-- > 0) return 0;
    if (throws) throw std::runtime_error("no value");
    return code;
  }
};

struct Behaviour {
  Fault F, J, c, g, by_y, by_z, project;
  double factor = 1.0;  // of the projection
};

int evaluate(void* user, const double* z, double* F) {
  for (int i = 0; i < 2; ++i) F[i] = z[i] * z[i] * z[i] + z[i] - 5.0;
  return static_cast<Behaviour*>(user)->F.outcome();
}

int jacobian(void* user, const double* z, double* J) {
  J[1] = J[2] = 0.0;
  for (int i = 0; i < 2; ++i) J[3 * i] = 3.0 * z[i] * z[i] + 1.0;
  return static_cast<Behaviour*>(user)->J.outcome();
}

int shift(void* user, const double* z, double* c) {
  for (int i = 0; i < 2; ++i) c[i] = 0.1 * z[1 - i];
  return static_cast<Behaviour*>(user)->c.outcome();
}

int g(void* user, const double* y, const double* z, double* values) {
  values[0] = 1.0 - y[0] * y[0] - 0.1 * z[1];
  return static_cast<Behaviour*>(user)->g.outcome();
}

int by_y(void* user, const double* y, const double*, double* values) {
  values[0] = -2.0 * y[0];
  values[1] = 0.0;
  return static_cast<Behaviour*>(user)->by_y.outcome();
}

int by_z(void* user, const double*, const double*, double* values) {
  values[0] = 0.0;
  values[1] = -0.1;
  return static_cast<Behaviour*>(user)->by_z.outcome();
}

int project(void* user, const double* x, double* p) {
  Behaviour& behaviour = *static_cast<Behaviour*>(user);
  for (int i = 0; i < 2; ++i)
    p[i] = behaviour.factor == 1.0 ? std::clamp(x[i], 0.0, 1.0) : behaviour.factor * x[i];
  return behaviour.project.outcome();
}

// A call that would succeed; the cases below spoil one thing each.
struct Call {
  Behaviour behaviour;
  double bounds[4] = {0.0, 0.0, 1.0, 1.0};
  double values[2] = {1.0, 1.0};
  double right[1] = {1.0};
  double scales[1] = {1.0};
  std::int32_t starts[3] = {0, 1, 2};
  std::int32_t indices[2] = {0, 0};
  nsds_matrix A = nsds_matrix_dense(1, 2, values, 1);
  nsds_cone cones[2] = {{NSDS_CONE_FREE, 0, 0.0, nullptr, nullptr},
                        {NSDS_CONE_PROJECTOR, 2, 0.0, project, &behaviour}};
  nsds_qvi problem{};
  double z[2] = {0.25, 0.5}, multipliers[2] = {3.0, 4.0}, w[2] = {7.0, 8.0};
  double* z_argument = z;
  const nsds_qvi* problem_argument = &problem;
  nn::Options options{NSDS_CLASS_QVI};
  nn::Report report;

  Call() {
    nsds_qvi_init(&problem);
    problem.size = 2;
    problem.F.evaluate = evaluate;
    problem.F.jacobian = jacobian;
    problem.F.user = &behaviour;
    problem.c.evaluate = shift;
    problem.c.user = &behaviour;
  }
  void set_rows() {
    problem.set = NSDS_VI_BOX;
    problem.lower = bounds;
    problem.upper = bounds + 2;
    problem.rows = 1;
    problem.g = g;
    problem.g_by_y.evaluate = by_y;
    problem.g_by_z.evaluate = by_z;
    problem.g_user = &behaviour;
  }
  void set_polyhedron() {
    set_rows();
    problem.set = NSDS_VI_POLYHEDRON;
    problem.inequalities = 1;
    problem.A = &A;
    problem.b = right;
  }
  void set_projector() {
    problem.set = NSDS_VI_PROJECTOR;
    problem.project = project;
    problem.user = &behaviour;
  }
  void set_cones() {
    problem.set = NSDS_VI_CONES;
    problem.cone_count = 2;
    problem.cones = cones;
  }
  nsds_status solve() {
    return nsds_qvi_solve(problem_argument, z_argument, multipliers, w, options.get(), nullptr, &report);
  }
};

struct Case {
  const char* culprit;
  void (Call::*set)();
  std::function<void(Call&)> spoil;
  nsds_status status = NSDS_INVALID_ARGUMENT;
};

const Case cases[] = {
    {"problem is null", &Call::set_rows, [](Call& c) { c.problem_argument = nullptr; }},
    {"nsds_qvi_init", &Call::set_rows, [](Call& c) { c.problem.struct_size = 0; }},
    {"problem.set is 0", &Call::set_rows, [](Call& c) { c.problem.set = NSDS_VI_NO_SET; }},
    {"problem.size is -1", &Call::set_rows, [](Call& c) { c.problem.size = -1; }},
    {"problem.F.evaluate", &Call::set_rows, [](Call& c) { c.problem.F.evaluate = nullptr; }},
    {"z[1]", &Call::set_rows, [](Call& c) { c.z[1] = nan, c.options.set("warm_start", true); }},
    {"lower[1]", &Call::set_rows, [](Call& c) { c.bounds[1] = 2.0; }},
    {"problem.cones is given", &Call::set_rows, [](Call& c) { c.problem.cones = c.cones; }},
    {"scale_z is -1", &Call::set_rows, [](Call& c) { c.problem.scale_z = -1.0; }},
    {"scale_w is nan", &Call::set_rows, [](Call& c) { c.problem.scale_w = nan; }},
    {"problem.c.evaluate is null", &Call::set_rows,
     [](Call& c) { c.problem.c.evaluate = nullptr, c.problem.c.jacobian = jacobian; }},
    {"problem.c.column_starts[0] is 1", &Call::set_rows,
     [](Call& c) {
       c.starts[0] = 1, c.problem.c.column_starts = c.starts, c.problem.c.row_indices = c.indices;
     }},
    {"problem.rows is -1", &Call::set_rows, [](Call& c) { c.problem.rows = -1; }},
    {"problem.g is null", &Call::set_rows, [](Call& c) { c.problem.g = nullptr; }},
    {"problem.g is given", &Call::set_rows, [](Call& c) { c.problem.rows = 0; }},
    {"problem.g_by_y.evaluate is null", &Call::set_rows,
     [](Call& c) { c.problem.g_by_y.evaluate = nullptr; }},
    {"problem.g_by_y.column_starts is null", &Call::set_rows,
     [](Call& c) { c.problem.g_by_y.row_indices = c.indices; }},
    {"problem.g_by_y.row_indices[1] is 1", &Call::set_rows,
     [](Call& c) {
       c.indices[1] = 1;
       c.problem.g_by_y.column_starts = c.starts, c.problem.g_by_y.row_indices = c.indices;
     }},
    {"problem.g_by_z.column_starts decreases", &Call::set_rows,
     [](Call& c) {
       c.starts[1] = 3, c.problem.g_by_z.column_starts = c.starts, c.problem.g_by_z.row_indices = c.indices;
     }},
    {"problem.g_is_affine is 2", &Call::set_rows, [](Call& c) { c.problem.g_is_affine = 2; }},
    {"problem.scale_g[0] is 0", &Call::set_rows,
     [](Call& c) { c.scales[0] = 0.0, c.problem.scale_g = c.scales; }},
    {"multipliers[0]", &Call::set_rows,
     [](Call& c) { c.multipliers[0] = nan, c.options.set("warm_start", true); }},
    {"problem.b", &Call::set_polyhedron, [](Call& c) { c.problem.b = nullptr; }},
    {"multipliers[1]", &Call::set_polyhedron,
     [](Call& c) { c.multipliers[1] = nan, c.options.set("warm_start", true); }},
    {"problem.A", &Call::set_polyhedron,
     [](Call& c) {
       c.A = nsds_matrix_operator(
           1, 2, [](void*, const double*, double*) { return 0; }, nullptr);
     },
     NSDS_NOT_APPLICABLE},
    {"problem.project is null", &Call::set_projector, [](Call& c) { c.problem.project = nullptr; }},
    // Callbacks that fail, at once or later, and behind a polyhedron or a projector.
    {"problem.F.evaluate returned -3", &Call::set_rows, [](Call& c) { c.behaviour.F = {-3}; }},
    {"problem.F.evaluate has thrown", &Call::set_rows,
     [](Call& c) {
       c.behaviour.F = {0, true, 2};
     }},
    {"problem.F.evaluate returned -3", &Call::set_polyhedron,
     [](Call& c) {
       c.behaviour.F = {-3, false, 2};
     }},
    {"problem.c.evaluate returned -4", &Call::set_rows, [](Call& c) { c.behaviour.c = {-4}; }},
    {"problem.c.evaluate has thrown", &Call::set_projector,
     [](Call& c) {
       c.behaviour.c = {0, true, 1};
     }},
    {"problem.g returned -5", &Call::set_rows, [](Call& c) { c.behaviour.g = {-5}; }},
    {"problem.g has thrown", &Call::set_polyhedron,
     [](Call& c) {
       c.behaviour.g = {0, true, 2};
     }},
    {"problem.g_by_y.evaluate returned -6", &Call::set_rows,
     [](Call& c) {
       c.behaviour.by_y = {-6, false, 1};
     }},
    {"problem: F, c or g is not defined", &Call::set_rows, [](Call& c) { c.behaviour.F = {1}; }},
    {"problem: F, c or g is not defined", &Call::set_rows, [](Call& c) { c.behaviour.c = {1}; }},
    {"problem: F, c or g is not defined", &Call::set_rows, [](Call& c) { c.behaviour.g = {1}; }},
    {"problem: F, c or g is not defined", &Call::set_rows, [](Call& c) { c.behaviour.by_y = {1}; }},
    {"problem.project returned 17", &Call::set_projector, [](Call& c) { c.behaviour.project = {17}; }},
    {"problem.project has thrown", &Call::set_projector,
     [](Call& c) {
       c.behaviour.project = {0, true};
     }},
    {"problem.project expands", &Call::set_projector, [](Call& c) { c.behaviour.factor = 2.0; }},
    {"problem.project is not idempotent", &Call::set_projector, [](Call& c) { c.behaviour.factor = 0.5; }},
    {"problem.cones[1].project returned 17", &Call::set_cones, [](Call& c) { c.behaviour.project = {17}; }},
    {"problem.cones[1].project expands", &Call::set_cones, [](Call& c) { c.behaviour.factor = -3.0; }},
};

// What the residual does not look at or call.
const Case cases_of_solve[] = {
    {"z is null", &Call::set_rows, [](Call& c) { c.z_argument = nullptr; }},
    {"needs rows of g", &Call::set_projector,
     [](Call& c) { c.options = nn::Options(NSDS_CLASS_QVI, "augmented_lagrangian"); }, NSDS_NOT_APPLICABLE},
    {"takes no projectors", &Call::set_projector,
     [](Call& c) { c.options = nn::Options(NSDS_CLASS_QVI, "kkt_newton"); }, NSDS_NOT_APPLICABLE},
    {"options", &Call::set_rows, [](Call& c) { c.options = nn::Options(NSDS_CLASS_VI); }},
    {"problem.F.jacobian returned -2", &Call::set_rows, [](Call& c) { c.behaviour.J = {-2}; }},
    {"problem.F.jacobian has thrown", &Call::set_polyhedron,
     [](Call& c) {
       c.behaviour.J = {0, true, 1};
     }},
    {"problem.g_by_z.evaluate has thrown", &Call::set_rows,
     [](Call& c) {
       c.behaviour.by_z = {0, true};
     }},
};

void expect_refusals(std::span<const Case> wrongs) {
  for (const Case& wrong : wrongs) {
    SCOPED_TRACE(wrong.culprit);
    Call call;
    (call.*wrong.set)();
    wrong.spoil(call);
    const double z[2] = {call.z[0], call.z[1]};
    const double multipliers[2] = {call.multipliers[0], call.multipliers[1]};
    EXPECT_EQ(call.solve(), wrong.status);
    EXPECT_EQ(call.report.status, wrong.status);
    EXPECT_NE(std::string(call.report.message).find(wrong.culprit), std::string::npos) << call.report.message;
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(call.z[i] == z[i] || std::isnan(z[i]));
      EXPECT_TRUE(call.multipliers[i] == multipliers[i] || std::isnan(multipliers[i]));
      EXPECT_EQ(call.w[i], 7.0 + i);
    }
  }
}

TEST(QviBadInput, IsRefusedByName) {
  expect_refusals(cases);
  expect_refusals(cases_of_solve);
}

TEST(QviBadInput, TheUnspoiledCallsSucceed) {
  for (const auto set : {&Call::set_rows, &Call::set_polyhedron, &Call::set_cones, &Call::set_projector}) {
    Call call;
    (call.*set)();
    EXPECT_EQ(call.solve(), NSDS_OK) << call.report.message;
  }
}

TEST(QviBadInput, ResidualRefusesToo) {
  for (const Case& wrong : cases) {
    SCOPED_TRACE(wrong.culprit);
    Call call;
    (call.*wrong.set)();
    wrong.spoil(call);
    for (Fault* fault : {&call.behaviour.F, &call.behaviour.c, &call.behaviour.g, &call.behaviour.by_y})
      fault->good_calls = 0;
    nn::Report report;
    EXPECT_EQ(nsds_qvi_residual(call.problem_argument, call.z, call.multipliers, &report.residual),
              wrong.status);
  }
  Call call;
  call.set_rows();
  nsds_residual wrong_size{};
  EXPECT_EQ(nsds_qvi_residual(&call.problem, call.z, call.multipliers, &wrong_size), NSDS_INVALID_ARGUMENT);
  nn::Report report;
  EXPECT_EQ(nsds_qvi_residual(&call.problem, call.z, nullptr, &report.residual), NSDS_INVALID_ARGUMENT);
  call.problem.c.evaluate = nullptr;
  call.z[0] = -1.0;  // outside of the bounds, where nothing is defined
  EXPECT_EQ(nsds_qvi_residual(&call.problem, call.z, call.multipliers, &report.residual),
            NSDS_INVALID_ARGUMENT);
}

// The functions are defined at z, and w = F - ∇_y g lambda is more than a number can hold.
TEST(QviBadInput, OverflowOfMultipliersIsAnInfiniteResidual) {
  Call call;
  call.set_rows();
  call.problem.lower = call.problem.upper = nullptr;
  call.z[0] = 1.0;
  call.multipliers[0] = std::numeric_limits<double>::max();
  nn::Report report;
  EXPECT_EQ(nsds_qvi_residual(&call.problem, call.z, call.multipliers, &report.residual), NSDS_OK);
  EXPECT_EQ(report.residual.value, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace nsds::test::qvi_refusals_test

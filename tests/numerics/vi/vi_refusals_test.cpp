// Each wrong argument gives its status, the culprit stands in the message, and the outputs keep their values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "nsds/numerics/cpp/vi.hpp"
#include "support/numbers.hpp"

namespace nsds::test::vi_refusals_test {
namespace {

namespace nn = nsds::numerics;

// The callbacks of a call, and what goes wrong in them.
struct Behaviour {
  int map_code = 0, jacobian_code = 0, project_code = 0;
  bool map_throws = false, project_throws = false;
  double project_writes = 0.0;  // NaN: into entry 1
  double factor = 1.0;          // of the projection
  int good_calls = 0;           // before any of it
};

int evaluate(void* user, const double* z, double* F) {
  Behaviour& behaviour = *static_cast<Behaviour*>(user);
  for (int i = 0; i < 2; ++i) F[i] = z[i] * z[i] * z[i] + z[i] - 5.0;
  if (behaviour.good_calls-- > 0) return 0;
  if (behaviour.map_throws) throw std::runtime_error("no map");
  return behaviour.map_code;
}

int jacobian(void* user, const double* z, double* J) {
  J[1] = J[2] = 0.0;
  J[0] = 3.0 * z[0] * z[0] + 1.0;
  J[3] = 3.0 * z[1] * z[1] + 1.0;
  return static_cast<Behaviour*>(user)->jacobian_code;
}

int project(void* user, const double* x, double* p) {
  Behaviour& behaviour = *static_cast<Behaviour*>(user);
  for (int i = 0; i < 2; ++i) p[i] = std::clamp(x[i], 0.0, 1.0);
  if (behaviour.good_calls-- > 0) return 0;
  if (behaviour.project_throws) throw std::runtime_error("no projection");
  for (int i = 0; i < 2; ++i) p[i] = behaviour.factor == 1.0 ? p[i] : behaviour.factor * x[i];
  if (std::isnan(behaviour.project_writes)) p[1] = nan;
  return behaviour.project_code;
}

// A call that would succeed; the cases below spoil one thing each.
struct Call {
  Behaviour behaviour;
  double bounds[4] = {0.0, 0.0, 1.0, 1.0};
  double values[2] = {1.0, 1.0};
  double right[1] = {1.0};
  nsds_matrix A = nsds_matrix_dense(1, 2, values, 1);
  nsds_cone cones[2] = {{NSDS_CONE_NONNEGATIVE, 1, 0.0, nullptr, nullptr},
                        {NSDS_CONE_LORENTZ, 1, 0.5, nullptr, nullptr}};
  nsds_vi problem{};
  double z[2] = {0.25, 0.5}, multipliers[1] = {3.0}, w[2] = {7.0, 8.0};
  double* z_argument = z;
  const nsds_vi* problem_argument = &problem;
  nn::Options options{NSDS_CLASS_VI};
  nn::Report report;

  Call() {
    nsds_vi_init(&problem);
    problem.size = 2;
    problem.F.evaluate = evaluate;
    problem.F.jacobian = jacobian;
    problem.F.user = &behaviour;
  }
  void set_box() {
    problem.set = NSDS_VI_BOX;
    problem.lower = bounds;
    problem.upper = bounds + 2;
  }
  void set_polyhedron() {
    problem.set = NSDS_VI_POLYHEDRON;
    problem.inequalities = 1;
    problem.A = &A;
    problem.b = right;
  }
  void set_cones() {
    problem.set = NSDS_VI_CONES;
    problem.cone_count = 2;
    problem.cones = cones;
  }
  void set_projector() {
    problem.set = NSDS_VI_PROJECTOR;
    problem.project = project;
    problem.user = &behaviour;
  }
  void put_projector_into_cones() {
    cones[0] = {NSDS_CONE_FREE, 0, 0.0, nullptr, nullptr};
    cones[1] = {NSDS_CONE_PROJECTOR, 2, 0.0, project, &behaviour};
  }
  nsds_status solve() {
    return nsds_vi_solve(problem_argument, z_argument, multipliers, w, options.get(), nullptr, &report);
  }
};

struct Case {
  const char* culprit;
  void (Call::*set)();
  std::function<void(Call&)> spoil;
  nsds_status status = NSDS_INVALID_ARGUMENT;
};

const Case cases[] = {
    {"problem is null", &Call::set_box, [](Call& c) { c.problem_argument = nullptr; }},
    {"nsds_vi_init", &Call::set_box, [](Call& c) { c.problem.struct_size = 0; }},
    {"problem.set is 0", &Call::set_box, [](Call& c) { c.problem.set = NSDS_VI_NO_SET; }},
    {"problem.set is 5", &Call::set_box, [](Call& c) { c.problem.set = static_cast<nsds_vi_set>(5); }},
    {"problem.size is -1", &Call::set_box, [](Call& c) { c.problem.size = -1; }},
    {"problem.F.evaluate", &Call::set_box, [](Call& c) { c.problem.F.evaluate = nullptr; }},
    {"z is null", &Call::set_box, [](Call& c) { c.z_argument = nullptr; }},
    {"z[1]", &Call::set_box, [](Call& c) { c.z[1] = nan, c.options.set("warm_start", true); }},
    {"lower[1]", &Call::set_box, [](Call& c) { c.bounds[1] = 2.0; }},
    {"upper[0]", &Call::set_box, [](Call& c) { c.bounds[2] = nan; }},
    {"problem.A is given", &Call::set_box, [](Call& c) { c.problem.A = &c.A; }},
    {"problem.equalities is given", &Call::set_box, [](Call& c) { c.problem.equalities = 1; }},
    {"problem.cones is given", &Call::set_box, [](Call& c) { c.problem.cones = c.cones; }},
    {"problem.project is given", &Call::set_box, [](Call& c) { c.problem.project = project; }},
    {"scale_z is -1", &Call::set_box, [](Call& c) { c.problem.scale_z = -1.0; }},
    {"scale_w is nan", &Call::set_box, [](Call& c) { c.problem.scale_w = nan; }},
    {"problem.cone_count is given", &Call::set_polyhedron, [](Call& c) { c.problem.cone_count = 1; }},
    {"problem.A is null", &Call::set_polyhedron, [](Call& c) { c.problem.A = nullptr; }},
    {"problem.A is 1 x 2", &Call::set_polyhedron, [](Call& c) { c.problem.inequalities = 2; }},
    {"problem.b", &Call::set_polyhedron, [](Call& c) { c.problem.b = nullptr; }},
    {"b[0]", &Call::set_polyhedron, [](Call& c) { c.right[0] = nan; }},
    {"problem.A: ", &Call::set_polyhedron, [](Call& c) { c.values[1] = nan; }},
    {"problem.inequalities is -1", &Call::set_polyhedron, [](Call& c) { c.problem.inequalities = -1; }},
    {"multipliers[0]", &Call::set_polyhedron,
     [](Call& c) { c.multipliers[0] = nan, c.options.set("warm_start", true); }},
    {"problem.A", &Call::set_polyhedron,
     [](Call& c) {
       c.A = nsds_matrix_operator(
           1, 2, [](void*, const double*, double*) { return 0; }, nullptr);
     },
     NSDS_NOT_APPLICABLE},
    {"problem.lower is given", &Call::set_cones, [](Call& c) { c.problem.lower = c.bounds; }},
    {"problem.cones is null", &Call::set_cones, [](Call& c) { c.problem.cones = nullptr; }},
    {"cone_count is -1", &Call::set_cones, [](Call& c) { c.problem.cone_count = -1; }},
    {"cones[1].mu is -0.5", &Call::set_cones, [](Call& c) { c.cones[1].mu = -0.5; }},
    {"cones[0].mu is 2", &Call::set_cones, [](Call& c) { c.cones[0].mu = 2.0; }},
    {"cones[1].size is 0", &Call::set_cones, [](Call& c) { c.cones[1].size = 0; }},
    {"cones[0].size is -1", &Call::set_cones, [](Call& c) { c.cones[0].size = -1; }},
    {"cones[0].project is given", &Call::set_cones, [](Call& c) { c.cones[0].project = project; }},
    {"cones[0].project is null", &Call::set_cones, [](Call& c) { c.cones[0].kind = NSDS_CONE_PROJECTOR; }},
    {"have 3 unknowns", &Call::set_cones, [](Call& c) { c.cones[1].size = 2; }},
    {"problem.project is null", &Call::set_projector, [](Call& c) { c.problem.project = nullptr; }},
    {"problem.upper is given", &Call::set_projector, [](Call& c) { c.problem.upper = c.bounds; }},
    {"problem.F.evaluate returned -3", &Call::set_box, [](Call& c) { c.behaviour.map_code = -3; }},
    {"problem.F.evaluate has thrown", &Call::set_polyhedron, [](Call& c) { c.behaviour.map_throws = true; }},
    {"problem.F.evaluate returned -3", &Call::set_polyhedron,
     [](Call& c) { c.behaviour.map_code = -3, c.behaviour.good_calls = 2; }},
    {"problem.F.jacobian returned -2", &Call::set_polyhedron,
     [](Call& c) { c.behaviour.jacobian_code = -2; }},
    {"problem: F is not defined", &Call::set_box, [](Call& c) { c.behaviour.map_code = 1; }},
    {"problem.project returned 17", &Call::set_projector, [](Call& c) { c.behaviour.project_code = 17; }},
    {"problem.project has thrown", &Call::set_projector, [](Call& c) { c.behaviour.project_throws = true; }},
    {"problem.project left entry 1 nan", &Call::set_projector,
     [](Call& c) { c.behaviour.project_writes = nan; }},
    {"problem.project expands", &Call::set_projector, [](Call& c) { c.behaviour.factor = 2.0; }},
    {"problem.project is not idempotent", &Call::set_projector, [](Call& c) { c.behaviour.factor = 0.5; }},
    {"problem.cones[1].project returned 17", &Call::set_cones,
     [](Call& c) { c.put_projector_into_cones(), c.behaviour.project_code = 17; }},
    {"problem.cones[1].project expands", &Call::set_cones,
     [](Call& c) { c.put_projector_into_cones(), c.behaviour.factor = -3.0; }},
};

TEST(ViBadInput, IsRefusedByName) {
  for (const Case& wrong : cases) {
    SCOPED_TRACE(wrong.culprit);
    Call call;
    (call.*wrong.set)();
    wrong.spoil(call);
    const double z[2] = {call.z[0], call.z[1]}, multiplier = call.multipliers[0];
    EXPECT_EQ(call.solve(), wrong.status);
    EXPECT_EQ(call.report.status, wrong.status);
    EXPECT_NE(std::string(call.report.message).find(wrong.culprit), std::string::npos) << call.report.message;
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(call.z[i] == z[i] || std::isnan(z[i]));
    EXPECT_TRUE(call.multipliers[0] == multiplier || std::isnan(multiplier));
    EXPECT_EQ(call.w[0], 7.0);
    EXPECT_EQ(call.w[1], 8.0);
  }
}

TEST(ViBadInput, TheUnspoiledCallsSucceed) {
  for (const auto set : {&Call::set_box, &Call::set_polyhedron, &Call::set_cones, &Call::set_projector}) {
    Call call;
    (call.*set)();
    EXPECT_EQ(call.solve(), NSDS_OK) << call.report.message;
  }
}

TEST(ViBadInput, ResidualRefusesToo) {
  for (const Case& wrong : cases) {
    const std::string culprit = wrong.culprit;
    if (culprit.rfind("z is", 0) == 0 || culprit.find("problem.F.") == 0) continue;
    SCOPED_TRACE(culprit);
    Call call;
    (call.*wrong.set)();
    wrong.spoil(call);
    nn::Report report;
    EXPECT_EQ(nsds_vi_residual(call.problem_argument, call.z, call.multipliers, &report.residual),
              wrong.status);
  }
  Call call;
  call.set_box();
  nsds_residual wrong_size{};
  EXPECT_EQ(nsds_vi_residual(&call.problem, call.z, nullptr, &wrong_size), NSDS_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace nsds::test::vi_refusals_test

// Newton's method by velocities on meshes and joined bodies, whose W is full.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "benchmarks/collection/collection.hpp"
#include "benchmarks/collection/views.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "numerics/global_friction_residual.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using bench::GlobalView;
using bench::Instance;
using bench::make_instance;
using Eigen::VectorXd;

GlobalUnknowns solve(const Instance& instance, const char* solver, double tolerance, nsds_report& report) {
  const GlobalView view(instance);
  GlobalUnknowns x(view.problem());
  nn::Options options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver);
  options.set("tolerance", tolerance).set("time_limit", 60.0);
  nsds_report_init(&report);
  nsds_global_friction_contact_solve(&view.problem(), x.v.data(), x.r.data(), x.u.data(), x.lambda.data(),
                                     options.get(), nullptr, &report);
  return x;
}

void expect_solution(const Instance& instance, const char* solver, double tolerance) {
  nsds_report report;
  const GlobalUnknowns x = solve(instance, solver, tolerance, report);
  EXPECT_EQ(report.status, NSDS_OK) << solver << ": " << report.message;
  const GlobalView view(instance);
  EXPECT_LE(naive_residual(view.problem(), x), tolerance + 1e-13);
}

// Where there is one solution, that of the reduced problem.
TEST(GlobalNewton, VelocitiesAreThoseOfTheReducedProblem) {
  for (const char* name :
       {"elastic:dim=2:n=16:modulus=1e5:mu=0.3:speed=0.5", "elastic:dim=2:n=64:modulus=1e7:mu=0.3:speed=0.5",
        "elastic:dim=3:n=2:modulus=1e5:mu=0.3:speed=0.5", "elastic:dim=3:n=4:modulus=1e5:mu=0.3:speed=0",
        "linkage:n=5:closed=0:mu=0:seed=1", "linkage:n=25:closed=1:mu=0:seed=1",
        "grasp:fingers=3:patch=4:force=10:mu=0.6", "grasp:fingers=16:patch=1:force=10:mu=0.6"}) {
    SCOPED_TRACE(name);
    const Instance instance = make_instance(name);
    nsds_report report;
    const GlobalUnknowns found = solve(instance, "newton", 1e-11, report);
    EXPECT_EQ(report.status, NSDS_OK) << report.message;
    const GlobalUnknowns expected = solve(instance, "reduced", 1e-11, report);
    EXPECT_EQ(report.status, NSDS_OK) << report.message;
    EXPECT_LE((found.v - expected.v).norm(), 1e-7 * (1.0 + expected.v.norm()));
  }
}

// W would have 25 million and 144 million entries.
TEST(GlobalNewton, LongStripsAndLinkagesAreSolved) {
  for (const char* name :
       {"elastic:dim=2:n=2500:modulus=1e5:mu=0.3:speed=0.5",
        "elastic:dim=2:n=2500:modulus=1e9:mu=1:speed=0.5", "linkage:n=1000:closed=0:mu=0.3:seed=1",
        "linkage:n=1000:closed=1:mu=0.3:seed=1"}) {
    SCOPED_TRACE(name);
    expect_solution(make_instance(name), "newton", 1e-8);
  }
}

// Where Newton's method alone does not do: projected gradients, central paths.
TEST(GlobalNewton, SlipperyAndStickyRings) {
  for (const char* name : {"linkage:n=25:closed=1:mu=1:seed=1", "linkage:n=100:closed=1:mu=1:seed=1"}) {
    SCOPED_TRACE(name);
    expect_solution(make_instance(name), "newton", 1e-8);
  }
}

// Rows of G that are there twice, in other units, change no velocity.
TEST(GlobalNewton, RedundantRows) {
  Instance instance = make_instance("linkage:n=5:closed=1:mu=0.3:seed=1");
  nsds_report report;
  const GlobalUnknowns once = solve(instance, "newton", 1e-11, report);
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  const Eigen::Index rows = instance.G.rows();
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index j = 0; j < instance.G.outerSize(); ++j)
    for (bench::Sparse::InnerIterator entry(instance.G, j); entry; ++entry) {
      entries.emplace_back(entry.row(), entry.col(), entry.value());
      entries.emplace_back(rows + entry.row(), entry.col(), -3.0 * entry.value());
    }
  bench::Sparse twice(2 * rows, instance.G.cols());
  twice.setFromTriplets(entries.begin(), entries.end());
  VectorXd d(2 * rows);
  d << instance.d, -3.0 * instance.d;
  instance.G = twice;
  instance.d = d;
  const GlobalUnknowns again = solve(instance, "newton", 1e-11, report);
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  EXPECT_LE((again.v - once.v).norm(), 1e-6 * once.v.norm());  // what the tolerance leaves of them
  const GlobalView view(instance);
  EXPECT_LE(naive_residual(view.problem(), again), 1e-11 + 1e-13);
}

// The default takes it for meshes: the same numbers, bit for bit.
TEST(GlobalNewton, IsTheDefaultForMeshes) {
  const Instance instance = make_instance("elastic:dim=3:n=8:modulus=1e5:mu=0.3:speed=0.5");
  nsds_report report;
  const GlobalUnknowns by_default = solve(instance, "auto", 1e-8, report);
  const GlobalUnknowns by_newton = solve(instance, "newton", 1e-8, report);
  EXPECT_EQ(by_default.v, by_newton.v);
  EXPECT_EQ(by_default.r, by_newton.r);
}

TEST(GlobalNewton, NeedsMassesThatAreThere) {
  Instance instance = make_instance("linkage:n=5:closed=0:mu=0.3:seed=1");
  instance.M.coeffRef(2, 2) = -1.0;
  nsds_report report;
  solve(instance, "newton", 1e-8, report);
  EXPECT_EQ(report.status, NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::strstr(report.message, "positive diagonal"), nullptr) << report.message;
}

}  // namespace
}  // namespace nsds::test

// Contact in global form on larger problems: sweeps by packs of contacts and threads, limits of time.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "numerics/global_friction/global_friction_residual.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"

namespace nsds::test::global_sweeps_test {
namespace {

namespace nn = nsds::numerics;
using bench::GlobalView;
using bench::Instance;
using bench::make_instance;
using Eigen::VectorXd;

struct Settings {
  const char* solver = "nsgs";
  double tolerance = 1e-8;
  int threads = 1;
  int sweeps = 0;  // 0: as many as it takes
};

GlobalUnknowns solve(const Instance& instance, const Settings& settings, nsds_report& report) {
  const GlobalView view(instance);
  GlobalUnknowns x(view.problem());
  nn::Options options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, settings.solver);
  options.set("tolerance", settings.tolerance).set("max_iterations", settings.sweeps);
  if (std::string(settings.solver) != "reduced") options.set("threads", settings.threads);
  nsds_report_init(&report);
  nsds_global_friction_contact_solve(&view.problem(), x.v.data(), x.r.data(), x.u.data(), x.lambda.data(),
                                     options.get(), nullptr, &report);
  return x;
}

bool same_bits(const VectorXd& a, const VectorXd& b) {
  if (a.size() != b.size()) return false;
  return a.size() == 0 ||
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

class GlobalSweeps : public ::testing::TestWithParam<const char*> {};

// Far enough that velocities were computed anew twice.
TEST_P(GlobalSweeps, AnyNumberOfThreadsGivesTheSameBits) {
  const Instance instance = make_instance(GetParam());
  ASSERT_GE(instance.contacts(), 2000);
  nsds_report report;
  const GlobalUnknowns one = solve(instance, {"nsgs", 1e-14, 1, 60}, report);
  EXPECT_EQ(report.status, NSDS_MAX_ITERATIONS) << report.message;
  EXPECT_GT(one.r.norm(), 0.0);
  for (const int threads : {2, 3, 8}) {
    const GlobalUnknowns many = solve(instance, {"nsgs", 1e-14, threads, 60}, report);
    EXPECT_TRUE(same_bits(many.v, one.v) && same_bits(many.r, one.r) && same_bits(many.u, one.u) &&
                same_bits(many.lambda, one.lambda))
        << threads << " threads";
  }
}

// Packings, walls whose blocks share faces, polygons in the plane, and cubes with joints between them.
INSTANTIATE_TEST_SUITE_P(Collection, GlobalSweeps,
                         ::testing::Values("packing:side=9:mu=0.3:ratio=1e3:seed=1",
                                           "wall:width=20:height=20:mu=0.6:seed=1",
                                           "pile:width=20:height=20:mu=0.3:flow=1:seed=1",
                                           "linkage:n=600:closed=1:mu=0.3:seed=1"),
                         [](const auto& row) {
                           const std::string name = row.param;
                           return name.substr(0, name.find(':'));
                         });

// Without friction the velocities are unique: they are the minimiser of a strictly convex function.
TEST(GlobalSweeps, AgreeWithTheReducedProblemWhereVelocitiesAreUnique) {
  for (const char* name : {"packing:side=5:mu=0:ratio=1:seed=1", "stack:n=70:mu=0:ratio=1:seed=1",
                           "pile:width=10:height=10:mu=0:flow=0:seed=1"}) {
    const Instance instance = make_instance(name);
    ASSERT_GE(instance.contacts(), 256) << name;
    nsds_report report;
    const GlobalUnknowns swept = solve(instance, {"nsgs", 1e-10}, report);
    ASSERT_EQ(report.status, NSDS_OK) << name << ": " << report.message;
    const GlobalUnknowns reduced = solve(instance, {"reduced", 1e-10}, report);
    ASSERT_EQ(report.status, NSDS_OK) << name << ": " << report.message;
    EXPECT_LE((swept.v - reduced.v).norm(), 1e-6 * reduced.v.norm()) << name;
  }
}

// With friction what is returned solves the problem, as an independent residual sees it.
TEST(GlobalSweeps, SolvePackingsWithFriction) {
  for (const char* name : {"packing:side=5:mu=0.1:ratio=1:seed=1",
                           "impact:kind=shot:side=8:speed=1e2:restitution=0.5:mu=0.3:seed=1"}) {
    const Instance instance = make_instance(name);
    nsds_report report;
    const GlobalUnknowns x = solve(instance, {"nsgs", 1e-6}, report);
    ASSERT_EQ(report.status, NSDS_OK) << name << ": " << report.message;
    const GlobalView view(instance);
    EXPECT_LE(naive_residual(view.problem(), x), 1e-6 + 1e-13) << name;
  }
}

// A spring scale of its own row more, and no body has six rows any longer: the contacts are solved one by
// one. Without friction the velocities are the same.
TEST(GlobalSweeps, PacksAndSingleContactsAgree) {
  const Instance packed = make_instance("packing:side=5:mu=0:ratio=1:seed=1");
  Instance single = packed;
  const auto n = static_cast<Eigen::Index>(packed.size());
  bench::Sparse M(n + 1, n + 1), H(n + 1, packed.H.cols());
  std::vector<Eigen::Triplet<double>> of_M, of_H;
  for (Eigen::Index j = 0; j < n; ++j)
    for (bench::Sparse::InnerIterator e(packed.M, j); e; ++e) of_M.emplace_back(e.row(), e.col(), e.value());
  of_M.emplace_back(n, n, 1.0);
  for (Eigen::Index j = 0; j < packed.H.cols(); ++j)
    for (bench::Sparse::InnerIterator e(packed.H, j); e; ++e) of_H.emplace_back(e.row(), e.col(), e.value());
  M.setFromTriplets(of_M.begin(), of_M.end());
  H.setFromTriplets(of_H.begin(), of_H.end());
  single.M = M;
  single.H = H;
  single.G.resize(0, n + 1);
  single.q.conservativeResize(n + 1);
  single.q[n] = 0.0;
  nsds_report report;
  const GlobalUnknowns a = solve(packed, {"nsgs", 1e-10}, report);
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  const GlobalUnknowns b = solve(single, {"nsgs", 1e-10}, report);
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  EXPECT_LE((a.v - b.v.head(n)).norm(), 1e-6 * a.v.norm());
}

// Masses and impulses in another unit: a power of two changes no digit of the velocities. In this one they
// have no place in single precision.
TEST(GlobalSweeps, UnitsOfMassChangeNoBit) {
  const Instance instance = make_instance("packing:side=6:mu=0.3:ratio=1e3:seed=2");
  Instance scaled = instance;
  const double unit = std::ldexp(1.0, 400);
  scaled.M *= unit;
  scaled.q *= unit;
  nsds_report report;
  const GlobalUnknowns a = solve(instance, {"nsgs", 1e-12, 1, 60}, report);
  const GlobalUnknowns b = solve(scaled, {"nsgs", 1e-12, 1, 60}, report);
  EXPECT_GT(a.r.norm(), 0.0);
  EXPECT_TRUE(same_bits(a.v, b.v));
  EXPECT_TRUE(same_bits(unit * a.r, b.r));
}

// Nor does another unit of velocities of contacts, H and b times it and reactions over it.
TEST(GlobalSweeps, UnitsOfContactVelocitiesChangeNoBit) {
  const Instance instance = make_instance("packing:side=6:mu=0.3:ratio=1e3:seed=2");
  for (const int exponent : {-200, 200}) {
    Instance scaled = instance;
    const double unit = std::ldexp(1.0, exponent);
    scaled.H *= unit;
    scaled.b *= unit;
    nsds_report report;
    const GlobalUnknowns a = solve(instance, {"nsgs", 1e-12, 1, 60}, report);
    const GlobalUnknowns b = solve(scaled, {"nsgs", 1e-12, 1, 60}, report);
    EXPECT_GT(a.r.norm(), 0.0);
    EXPECT_TRUE(same_bits(a.v, b.v)) << exponent;
    EXPECT_TRUE(same_bits(a.r, unit * b.r)) << exponent;
  }
}

// Packs round H to single precision; the solution is found to more digits, with heavy bodies on light ones.
TEST(GlobalSweeps, RoundingOfPacksDoesNotShow) {
  const Instance instance = make_instance("packing:side=5:mu=0:ratio=1e3:seed=1");
  nsds_report report;
  const GlobalUnknowns x = solve(instance, {"nsgs", 1e-12}, report);
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  const GlobalView view(instance);
  EXPECT_LE(naive_residual(view.problem(), x), 1.1e-12);
}

// A mesh whose M takes longer to factorise than there is time: nothing is begun, and nothing touched. One
// that takes next to nothing is factorised all the same, and what is returned is the free motion.
TEST(GlobalTimeLimit, NoFactorisationIsBegunThatItCannotPayFor) {
  for (const char* solver : {"auto", "reduced", "newton", "admm"}) {
    for (const int n : {4, 12}) {
      const Instance instance =
          make_instance("elastic:dim=3:n=" + std::to_string(n) + ":modulus=1e5:mu=0.3:speed=0.5");
      const GlobalView view(instance);
      GlobalUnknowns x(view.problem());
      x.v.setConstant(7.0);
      x.r.setConstant(7.0);
      nn::Options options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver);
      options.set("time_limit", 0.0);
      nsds_report report;
      nsds_report_init(&report);
      EXPECT_EQ(nsds_global_friction_contact_solve(&view.problem(), x.v.data(), x.r.data(), x.u.data(),
                                                   x.lambda.data(), options.get(), nullptr, &report),
                NSDS_TIME_LIMIT)
          << solver;
      const bool refused =
          std::string(report.message).find("no time to factorise problem.M") != std::string::npos;
      EXPECT_EQ(refused, n == 12) << solver << ": " << report.message;
      EXPECT_EQ((x.v.array() == 7.0).all() && (x.r.array() == 7.0).all(), refused) << solver;
      EXPECT_EQ(std::isinf(report.residual.value), refused) << solver;  // not evaluated
    }
  }
}

}  // namespace
}  // namespace nsds::test::global_sweeps_test

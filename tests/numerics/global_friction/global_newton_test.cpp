// Newton's method by velocities on meshes and joined bodies, whose W is full.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "numerics/global_friction/global_friction_residual.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"

namespace nsds::test::global_newton_test {
namespace {

namespace nn = nsds::numerics;
using bench::GlobalView;
using bench::Instance;
using bench::make_instance;
using bench::Sparse;
using Eigen::VectorXd;
using Triplet = Eigen::Triplet<double>;

Sparse sparse(Eigen::Index rows, Eigen::Index cols, const std::vector<Triplet>& entries) {
  Sparse made(rows, cols);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

GlobalUnknowns solve(const Instance& instance, const char* solver, double tolerance, nsds_report& report) {
  const GlobalView view(instance);
  GlobalUnknowns x(view.problem());
  nn::Options options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver);
  options.set("tolerance", tolerance);
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

TEST(GlobalNewton, StickyRings) {
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
  std::vector<Triplet> entries;
  for (Eigen::Index j = 0; j < instance.G.outerSize(); ++j)
    for (Sparse::InnerIterator entry(instance.G, j); entry; ++entry) {
      entries.emplace_back(entry.row(), entry.col(), entry.value());
      entries.emplace_back(rows + entry.row(), entry.col(), -3.0 * entry.value());
    }
  VectorXd d(2 * rows);
  d << instance.d, -3.0 * instance.d;
  instance.G = sparse(2 * rows, instance.G.cols(), entries);
  instance.d = d;
  const GlobalUnknowns again = solve(instance, "newton", 1e-11, report);
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  EXPECT_LE((again.v - once.v).norm(), 1e-6 * once.v.norm());  // what the tolerance leaves of them
  const GlobalView view(instance);
  EXPECT_LE(naive_residual(view.problem(), again), 1e-11 + 1e-13);
}

// The default takes it for meshes and joined bodies: the same numbers, bit for bit, and others than those of
// the reduced problem.
TEST(GlobalNewton, IsTheDefaultWhereWIsFull) {
  for (const char* name :
       {"elastic:dim=3:n=8:modulus=1e5:mu=0.3:speed=0.5", "linkage:n=25:closed=0:mu=0.3:seed=1"}) {
    SCOPED_TRACE(name);
    const Instance instance = make_instance(name);
    const auto solved = [&](const char* solver) {
      nsds_report report;
      const GlobalUnknowns x = solve(instance, solver, 1e-8, report);
      EXPECT_EQ(report.status, NSDS_OK) << solver << ": " << report.message;
      return x.v;
    };
    const VectorXd by_default = solved("auto");
    EXPECT_EQ(by_default, solved("newton"));
    EXPECT_NE(by_default, solved("reduced"));
  }
}

// A body on 50 feet has 150 reactions for six velocities: the first chain of steps finds them, and W is not
// formed. W of four feet is formed sooner than anything is factorised.
TEST(GlobalNewton, BeginsTheDefaultWhereBodiesHaveManyContacts) {
  nsds_report report;
  for (const char* name : {"chair:feet=50:chairs=1:mu=0.5:push=0.9", "incline:n=25:mu=1:factor=1:push=0"}) {
    SCOPED_TRACE(name);
    const Instance instance = make_instance(name);
    solve(instance, "auto", 1e-10, report);
    EXPECT_STREQ(report.solver, "newton");
    expect_solution(instance, "auto", 1e-10);
  }
  solve(make_instance("chair:feet=4:chairs=1:mu=0.5:push=0.9"), "auto", 1e-10, report);
  EXPECT_STREQ(report.solver, "reduced");
}

// Where the first chain stalls, the reduced problem follows.
TEST(GlobalNewton, AChainThatStallsLeavesTheReducedProblem) {
  const Instance instance = make_instance("arch:dim=3:blocks=11:points=3:mu=0.6:thickness=0.2:load=2");
  nsds_report report;
  solve(instance, "auto", 1e-10, report);
  EXPECT_STREQ(report.solver, "reduced");
  expect_solution(instance, "auto", 1e-10);
}

// Points of mass one that fall aslant, the first ones on a plane.
Instance points(Eigen::Index count, Eigen::Index contacts) {
  Instance made;
  const Eigen::Index n = 3 * count;
  std::vector<Triplet> M, H;
  for (Eigen::Index i = 0; i < n; ++i) M.emplace_back(i, i, 1.0);
  for (Eigen::Index k = 0; k < 3 * contacts; ++k) H.emplace_back(k, k, 1.0);
  made.dimension = 3;
  made.M = sparse(n, n, M);
  made.H = sparse(n, 3 * contacts, H);
  made.G = Sparse(0, n);
  made.q = Eigen::Vector3d(-1.0, 0.2, 0.05).replicate(count, 1);
  made.b = VectorXd::Zero(3 * contacts);
  made.mu = VectorXd::Constant(contacts, 0.3);
  return made;
}

// One row over all bodies, or one contact that all of them make, would couple every pair of them.
TEST(GlobalNewton, DenseRowsAndColumnsAreLeftToOthers) {
  const Eigen::Index count = 15000, n = 3 * count;
  Instance together = points(count, 30);
  std::vector<Triplet> row;
  for (Eigen::Index i = 1; i < n; i += 3) row.emplace_back(0, i, 1.0);
  together.G = sparse(1, n, row);
  together.d = VectorXd::Constant(1, 0.1);
  expect_solution(together, "auto", 1e-8);
  nsds_report report;
  solve(together, "newton", 1e-8, report);
  EXPECT_EQ(report.status, NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::strstr(report.message, "factors of more than"), nullptr) << report.message;

  Instance mesh = points(count, 30);
  std::vector<Triplet> M, H;
  for (Eigen::Index i = 0; i < n; ++i) {
    M.emplace_back(i, i, 2.5);
    if (i + 3 < n) {
      M.emplace_back(i, i + 3, -1.0);
      M.emplace_back(i + 3, i, -1.0);
    }
  }
  for (Eigen::Index k = 0; k < 3; ++k)
    for (Eigen::Index i = k; i < n; i += 3) H.emplace_back(i, k, 1e-3);
  for (Eigen::Index k = 3; k < 90; ++k) H.emplace_back(k, k, 1.0);
  mesh.M = sparse(n, n, M);
  mesh.H = sparse(n, 90, H);
  expect_solution(mesh, "auto", 1e-8);
}

// Straight rods that carry a mass of a million: multipliers of so stiff a cable would take forever.
TEST(GlobalNewton, CablesWithAHeavyLoadAreLeftToOthers) {
  const Eigen::Index count = 200, n = 3 * count;
  Instance cable = points(count, 30);
  for (Eigen::Index i = n - 3; i < n; ++i) {
    cable.M.coeffRef(i, i) = 1e6;
    cable.q[i] *= 1e6;
  }
  std::vector<Triplet> rods;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Vector3d direction(0.0, 1.0, 0.3);
    for (Eigen::Index i = 0; i < 3; ++i) {
      rods.emplace_back(k, 3 * k + i, -direction[i]);
      if (k > 0) rods.emplace_back(k, 3 * (k - 1) + i, direction[i]);
    }
  }
  cable.G = sparse(count, n, rods);
  cable.d = VectorXd::Zero(count);
  expect_solution(cable, "auto", 1e-8);
}

// Six thousand contacts and two joints: swept as without joints, which Newton's method would take minutes
// for.
TEST(GlobalNewton, PilesWithAFewJointsAreSwept) {
  Instance pile = make_instance("packing:side=12:mu=0.3:ratio=1:seed=1");
  std::vector<Triplet> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.emplace_back(i, i, 1.0);
    joints.emplace_back(i, pile.body_size + i, -1.0);
  }
  pile.G = sparse(3, pile.size(), joints);
  pile.d = VectorXd::Zero(3);
  expect_solution(pile, "auto", 3e-3);
}

// Rows as small or as large as numbers get.
TEST(GlobalNewton, UnitsOfBilateralRows) {
  const Instance given = make_instance("linkage:n=5:closed=1:mu=0:seed=1");
  nsds_report report;
  const VectorXd v = solve(given, "newton", 1e-10, report).v;
  ASSERT_EQ(report.status, NSDS_OK) << report.message;
  for (const double unit : {1e-170, 1e-5, 1e160}) {
    Instance scaled = given;
    scaled.G *= unit;
    scaled.d *= unit;
    const GlobalUnknowns x = solve(scaled, "newton", 1e-10, report);
    EXPECT_EQ(report.status, NSDS_OK) << unit << ": " << report.message;
    EXPECT_LE((x.v - v).norm(), 1e-7 * v.norm()) << unit;
  }
}

// A chain of 300 springs that hangs on nothing has no inverse; held by next to nothing it has.
TEST(GlobalNewton, SingularAndNearlySingularMeshes) {
  for (const double held : {0.0, 1e-8}) {
    Instance chain = points(100, 30);
    const Eigen::Index n = 300;
    std::vector<Triplet> M;
    for (Eigen::Index i = 0; i < n; ++i) {
      M.emplace_back(i, i, (i == 0 || i + 1 == n ? 1.0 : 2.0) + held);
      if (i + 1 == n) continue;
      M.emplace_back(i, i + 1, -1.0);
      M.emplace_back(i + 1, i, -1.0);
    }
    chain.M = sparse(n, n, M);
    for (const char* solver : {"auto", "newton", "reduced"}) {
      nsds_report report;
      solve(chain, solver, 1e-8, report);
      EXPECT_EQ(report.status, held > 0.0 ? NSDS_OK : NSDS_SINGULAR) << solver << ": " << report.message;
    }
  }
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
}  // namespace nsds::test::global_newton_test

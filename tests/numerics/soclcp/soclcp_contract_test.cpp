// What a call must do whatever the problem: residual, units, starts, limits, counts, storages, workspaces.
#include <Eigen/Dense>
#include <cmath>
#include <thread>
#include <tuple>

#include "numerics/linalg/storages.hpp"
#include "numerics/soclcp/soclcp_problems.hpp"
#include "numerics/vi/vi_problems.hpp"

namespace nsds::test::soclcp_contract_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::soclcp::Cone;
using nn::soclcp::Problem;

const MatrixXd some_M = (MatrixXd(5, 5) << 3.0, 1.0, 0.0, 0.5, 0.0, -1.0, 2.0, 0.5, 0.0, 0.0, 0.0, -0.5, 4.0,
                         0.0, 1.0, 0.0, 0.25, 0.0, 1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 2.0)
                            .finished();
const VectorXd some_q = (VectorXd(5) << -1.0, 2.0, 0.5, -0.75, 8.0).finished();
const std::vector<Cone> some_cones{Cone::lorentz(3, 0.5), Cone::nonnegative(1), Cone::free(1)};

TEST(SoclcpResidual, IsTheNaturalMapInTheUnitsOfTheData) {
  const VectorXd z = (VectorXd(5) << 0.5, -0.25, 1.0, 0.75, -0.5).finished();
  const VectorXd w = some_M * z + some_q;
  for (const bool given_units : {false, true}) {
    Problem problem(nn::view(some_M), some_q, some_cones);
    if (given_units) problem.set_scales(0.25, 4.0);
    // ‖q‖_∞ = 8, max_i |M_ii| = 4.
    const double s_w = given_units ? 4.0 : 8.0, s_z = given_units ? 0.25 : 2.0;
    const VectorXd a = z / s_z, b = w / s_w;
    const VectorXd head = a.head(3) - onto_lorentz(a.head(3) - b.head(3), 0.5);
    const double row = a[3] - std::max(a[3] - b[3], 0.0);
    const nsds_residual residual = problem.class_residual(z);
    EXPECT_NEAR(residual.value, std::max({head.norm(), std::fabs(row), std::fabs(b[4])}), 1e-15);
    EXPECT_NEAR(residual.complementarity, residual.value, 1e-15);
    EXPECT_NEAR(residual.primal, (a.head(3) - onto_lorentz(a.head(3), 0.5)).norm(), 1e-15);
    EXPECT_NEAR(residual.dual,
                std::max({onto_lorentz(-b.head(3), 0.5).norm(), std::max(-b[3], 0.0), std::fabs(b[4])}),
                1e-15);
    const VectorXd sizes = a.cwiseAbs() + (some_M.cwiseAbs() * z.cwiseAbs() + some_q.cwiseAbs()) / s_w;
    const double largest = std::max({sizes.head(3).norm(), sizes[3], sizes[4]});
    EXPECT_NEAR(residual.roundoff_floor, std::numeric_limits<double>::epsilon() * largest, 1e-24);
  }
}

TEST_P(SoclcpSolvers, ReturnsASolutionAtOnce) {
  Random random(3);
  for (const Relation relation : relations) {
    const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, relation, 5, random);
    const Problem problem = planted.problem();
    const auto solved = problem.solve(options(1e-11));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    VectorXd z = solved.z, w(z.size());
    const nn::Report again =
        problem.solve(z, w, options(1e-10).set("warm_start", true).set("max_iterations", 1));
    EXPECT_EQ(again.status, NSDS_OK) << again.message;
    EXPECT_EQ(again.iterations, 0);
    EXPECT_EQ(z, solved.z);
    EXPECT_EQ(w, solved.w);
    EXPECT_LE((w - (planted.M * z + planted.q)).norm(), 1e-14 * (1.0 + w.norm()));
  }
}

// z -> z / a and w -> c w: powers of two change no bit, because the units follow the data.
TEST_P(SoclcpSolvers, ChangeOfUnitsChangesNothing) {
  Random random(4);
  const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::strict, 4, random);
  const auto reference = planted.problem().solve(options(1e-9));
  ASSERT_TRUE(reference.ok()) << reference.report.message;
  for (const auto& [a, c] : {std::tuple{0x1p10, 1.0}, {1.0, 0x1p-20}, {0x1p-6, 0x1p30}}) {
    const MatrixXd M = a * c * planted.M;
    const VectorXd q = c * planted.q;
    const auto solved = Problem(nn::view(M), q, planted.cones).solve(options(1e-9));
    EXPECT_EQ(solved.report.iterations, reference.report.iterations) << a << " " << c;
    EXPECT_EQ(solved.z * a, reference.z);
    EXPECT_EQ(solved.w / c, reference.w);
  }
}

// Cones in another order are the same problem; solutions are unique here.
TEST_P(SoclcpSolvers, OrderOfConesChangesNothing) {
  Random random(6);
  const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::strict, 6, random);
  PlantedSoclcp reversed = planted;
  std::vector<int> rows;
  std::reverse(reversed.cones.begin(), reversed.cones.end());
  auto end = static_cast<int>(planted.z.size());
  for (const Cone& cone : reversed.cones) {
    end -= static_cast<int>(cone.size);
    for (int i = 0; i < cone.size; ++i) rows.push_back(end + i);
  }
  reversed.M = planted.M(rows, rows);
  reversed.q = planted.q(rows);
  const auto solved = reversed.problem().solve(options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - planted.z(rows)).norm(), 1e-8 * (1.0 + planted.z.norm()));
}

TEST_P(SoclcpSolvers, TakesEveryStorage) {
  Random random(7);
  const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::strict, 7, random);
  for (const nsds_storage storage : stored_storages) {
    const Stored stored(planted.M, storage);
    const auto solved = Problem(stored.view(), planted.q, planted.cones).solve(options(1e-10));
    ASSERT_TRUE(solved.ok()) << storage_name(storage) << solved.report.message;
    EXPECT_LE((solved.z - planted.z).norm(), 1e-8 * (1.0 + planted.z.norm())) << storage_name(storage);
  }
}

TEST_P(SoclcpSolvers, LimitsAreRespected) {
  Random random(5);
  const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::degenerate, 20, random);
  const Problem problem = planted.problem();
  const auto once = problem.solve(options(1e-14).set("max_iterations", 1));
  EXPECT_EQ(once.report.status, NSDS_MAX_ITERATIONS) << once.report.message;
  EXPECT_EQ(once.report.iterations, 1);
  EXPECT_TRUE(once.z.allFinite());
  EXPECT_NEAR(once.report.residual.value, problem.residual(once.z).value, 1e-12);
  const auto never = problem.solve(options(1e-14).set("time_limit", 0.0));
  EXPECT_EQ(never.report.status, NSDS_TIME_LIMIT) << never.report.message;
  int calls = 0;
  const auto stop = [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) >= 2 ? 1 : 0; };
  const auto stopped = problem.solve(options(1e-14).set_callback(stop, &calls));
  EXPECT_EQ(stopped.report.status, NSDS_INTERRUPTED) << stopped.report.message;
  EXPECT_EQ(calls, 2);
}

TEST_P(SoclcpSolvers, CountsWhatItDoes) {
  Random random(8);
  const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::strict, 6, random);
  const auto solved = planted.problem().solve(options(1e-9));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_GT(solved.report.evaluations, 0);
  EXPECT_EQ(solved.report.factorizations > 0, factorises());
  EXPECT_EQ(solved.report.jacobians > 0, factorises() || name() == "pgs");
}

TEST_P(SoclcpSolvers, SameBitsWithAnyWorkspaceAndThread) {
  nn::Workspace workspace;
  const auto solve = [&](nn::Workspace* shared, int seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::strict, 2 + seed, random);
    return planted.problem().solve(options(1e-9), shared).z;
  };
  for (int seed = 1; seed < 6; ++seed) {
    const VectorXd alone = solve(nullptr, seed);
    EXPECT_EQ(alone, solve(&workspace, seed));
    VectorXd elsewhere;
    std::thread([&] { elsewhere = solve(nullptr, seed); }).join();
    EXPECT_EQ(alone, elsewhere);
  }
}

// w = -e for every z: nothing claims a solution, nor far away, where w is lost in the rounding of z - w.
TEST_P(SoclcpSolvers, ClaimsNothingOfWhatHasNoSolution) {
  const MatrixXd M = MatrixXd::Zero(3, 3);
  const VectorXd q = -VectorXd::Unit(3, 0);
  const Problem problem(nn::view(M), q, {Cone::lorentz(3, 0.5)});
  nsds_status status = NSDS_NOT_APPLICABLE;
  try {
    const auto solved = problem.solve(options(1e-8).set("max_iterations", 2000));
    status = solved.report.status;
    EXPECT_TRUE(solved.z.allFinite());
    EXPECT_GT(solved.report.residual.value, 1e-8);
  } catch (const nn::Error& error) {
    EXPECT_EQ(name(), "pgs") << error.what();
  }
  EXPECT_TRUE(status == NSDS_STALLED || status == NSDS_MAX_ITERATIONS || status == NSDS_NOT_APPLICABLE)
      << status;
  EXPECT_EQ(problem.residual(VectorXd::Unit(3, 0) * 1e20).value, 1.0);
  EXPECT_GT(problem.class_residual(VectorXd::Unit(3, 0) * 1e20).value, 1.0);
}

TEST_P(SoclcpSolvers, SolvesWhatIsEmpty) {
  const MatrixXd M(0, 0);
  EXPECT_TRUE(Problem(nn::view(M), VectorXd(0), {}).solve(options(1e-8)).ok());
}

INSTANTIATE_TEST_SUITE_P(All, SoclcpSolvers, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_SOCLCP)),
                         [](const auto& test) {
                           return std::string(nsds_solver_at(NSDS_CLASS_SOCLCP, test.param)->name);
                         });

// Digits double where the solution is regular.
TEST(SoclcpNewton, ConvergesQuadratically) {
  Random random(11);
  const PlantedSoclcp planted = planted_soclcp(Kind::definite, Relation::strict, 6, random);
  for (const char* solver : {"newton_fb", "normal_map_newton"}) {
    std::vector<double> residuals;
    const auto note = [](const nsds_progress* progress, void* user) {
      static_cast<std::vector<double>*>(user)->push_back(progress->residual);
      return 0;
    };
    const auto solved = planted.problem().solve(
        nn::Options(NSDS_CLASS_SOCLCP, solver).set("tolerance", 1e-12).set_callback(note, &residuals));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    ASSERT_GE(residuals.size(), 3U);
    EXPECT_LE(solved.report.residual.value, std::max(1e2 * residuals.back() * residuals.back(), 1e-14))
        << solver;
  }
}

// q moves by one part in ten thousand: the last solution is nearer than zero.
TEST(SoclcpSequence, AWarmStartSavesSteps) {
  Random random(13);
  for (const char* solver : {"newton_fb", "newton_min", "normal_map_newton", "pgs", "golden_ratio"}) {
    PlantedSoclcp planted = planted_soclcp(Kind::symmetric, Relation::strict, 10, random);
    const auto options = nn::Options(NSDS_CLASS_SOCLCP, solver).set("tolerance", 1e-9);
    const auto before = planted.problem().solve(options);
    ASSERT_TRUE(before.ok()) << before.report.message;
    planted.q += 1e-4 * random.vector(static_cast<int>(planted.q.size()), -1.0, 1.0);
    const auto cold = planted.problem().solve(options);
    VectorXd z = before.z, w(z.size());
    nn::Options from_last = options;
    const nn::Report warm = planted.problem().solve(z, w, from_last.set("warm_start", true));
    ASSERT_TRUE(cold.ok() && warm.ok()) << solver << warm.message;
    EXPECT_LT(warm.iterations, cold.report.iterations) << solver;
    // Sweeps keep w up to date column by column, which counts as no product.
    if (std::string(solver) != "pgs") {
      EXPECT_LT(warm.evaluations, cold.report.evaluations) << solver;
    }
    EXPECT_LE((z - cold.z).norm(), 1e-7 * (1.0 + z.norm()));
  }
}

TEST(SoclcpOfVi, TheirSolversAreTheSame) {
  Random random(12);
  const PlantedSoclcp planted = planted_soclcp(Kind::definite, Relation::strict, 5, random);
  const nn::NonlinearMap F([&](const auto& z, auto w) { w = planted.M * z + planted.q; },
                           [&](const auto&, auto J) { J = planted.M; });
  const auto vi = nn::vi::Problem(F, planted.cones)
                      .solve(VectorXd::Zero(planted.z.size()), nn::Options(NSDS_CLASS_VI, "newton_fb"));
  ASSERT_TRUE(vi.ok()) << vi.report.message;
  EXPECT_LE((vi.z - planted.z).norm(), 1e-6);
}

}  // namespace
}  // namespace nsds::test::soclcp_contract_test

// Conversions between problem classes: the converted problem is solved by the default solver of its class,
// and what comes back must solve the given problem.
#include "nsds/numerics/cpp/conversion.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "numerics/lcp_instances.hpp"
#include "support/program_instances.hpp"
#include "numerics/storages.hpp"
#include "support/box_families.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::CarriedPoint;
using nn::Conversion;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tight = 1e-11;  // of the converted problem
constexpr double wanted = 1e-8;  // of the given problem
constexpr nsds_storage storages[] = {NSDS_DENSE, NSDS_CSC, NSDS_BSR};

// Given problems with their matrices. They stay where they are.
struct GivenMap {
  GivenMap(const MatrixXd& matrix, VectorXd vector, nsds_storage storage)
      : M(matrix, storage), q(std::move(vector)), n(static_cast<std::int32_t>(q.size())) {}
  Stored M;
  VectorXd q;
  std::int32_t n;
};

struct GivenLcp : GivenMap {
  GivenLcp(const Instance& instance, nsds_storage storage) : GivenMap(instance.M, instance.q, storage) {
    nsds_lcp_init(&problem);
    problem.size = n;
    problem.M = &M.view();
    problem.q = q.data();
  }
  nsds_lcp problem{};
};

struct GivenMlcp : GivenMap {
  GivenMlcp(const BoxProblem& box, nsds_storage storage)
      : GivenMap(box.M, box.q, storage), marks(box.complementary()) {
    nsds_mlcp_init(&problem);
    problem.size = n;
    problem.M = &M.view();
    problem.q = q.data();
    problem.complementary = marks.data();
  }
  BoxProblem::Marks marks;
  nsds_mlcp problem{};
};

struct GivenRelay : GivenMap {
  GivenRelay(const BoxProblem& box, nsds_storage storage)
      : GivenMap(box.M, box.q, storage), lower(box.lower), upper(box.upper) {
    nsds_relay_init(&problem);
    problem.size = n;
    problem.M = &M.view();
    problem.q = q.data();
    problem.lower = lower.data();
    problem.upper = upper.data();
  }
  VectorXd lower, upper;
  nsds_relay problem{};
};

struct GivenQp {
  GivenQp(const ProgramInstance& given, nsds_storage storage)
      : instance(given),
        Q(given.Q, storage),
        A(given.A, storage == NSDS_BSR ? NSDS_CSC : storage),
        C(given.C, storage == NSDS_BSR ? NSDS_DENSE : storage) {
    nsds_qp_init(&problem);
    problem.size = static_cast<std::int32_t>(given.p.size());
    problem.inequalities = static_cast<std::int32_t>(given.b.size());
    problem.equalities = static_cast<std::int32_t>(given.d.size());
    problem.Q = &Q.view();
    problem.p = instance.p.data();
    problem.A = &A.view();
    problem.b = instance.b.data();
    problem.C = &C.view();
    problem.d = instance.d.data();
    problem.lower = instance.lower.data();
    problem.upper = instance.upper.data();
  }
  ProgramInstance instance;
  Stored Q, A, C;
  nsds_qp problem{};
};

nsds_residual start_of_residual() {
  nsds_residual value;
  nsds_residual_init(&value);
  return value;
}

double residual(const nsds_lcp& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_lcp_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_mlcp& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_mlcp_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_relay& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_relay_residual(&problem, at.z.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_qp& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_qp_residual(&problem, at.z.data(), at.multipliers.data(), &value), NSDS_OK);
  return value.value;
}
double residual(const nsds_avi& problem, const CarriedPoint& at) {
  nsds_residual value = start_of_residual();
  EXPECT_EQ(nsds_avi_residual(&problem, at.z.data(), at.multipliers.data(), &value), NSDS_OK);
  return value.value;
}

double converted_residual(const Conversion& conversion, const CarriedPoint& at) {
  if (conversion.lcp() != nullptr) return residual(*conversion.lcp(), at);
  if (conversion.mlcp() != nullptr) return residual(*conversion.mlcp(), at);
  if (conversion.qp() != nullptr) return residual(*conversion.qp(), at);
  return residual(*conversion.avi(), at);
}

// By the default solver, from zero.
CarriedPoint solve(const Conversion& conversion) {
  const nsds_conversion_info& info = conversion.info();
  CarriedPoint x{VectorXd::Zero(info.converted_size), VectorXd::Zero(info.converted_multipliers)};
  const nn::Options options = nn::Options(info.converted_class).set("tolerance", tight);
  nn::Report report;
  if (conversion.lcp() != nullptr)
    nsds_lcp_solve(conversion.lcp(), x.z.data(), nullptr, options.get(), nullptr, &report);
  if (conversion.mlcp() != nullptr)
    nsds_mlcp_solve(conversion.mlcp(), x.z.data(), nullptr, options.get(), nullptr, &report);
  if (conversion.qp() != nullptr)
    nsds_qp_solve(conversion.qp(), x.z.data(), x.multipliers.data(), options.get(), nullptr, &report);
  if (conversion.avi() != nullptr)
    nsds_avi_solve(conversion.avi(), x.z.data(), x.multipliers.data(), options.get(), nullptr, &report);
  // At the limit of rounding the point is still to be judged by the given class.
  EXPECT_TRUE(report.ok() || report.status == NSDS_ROUNDOFF_LIMIT) << report.message;
  return x;
}

// One matrix must not become another kind than said: dense from dense, CSC from sparse.
void expect_storage(const Conversion& conversion, nsds_storage given) {
  const nsds_matrix* M = conversion.lcp() != nullptr    ? conversion.lcp()->M
                         : conversion.mlcp() != nullptr ? conversion.mlcp()->M
                         : conversion.qp() != nullptr   ? conversion.qp()->Q
                                                        : conversion.avi()->M;
  EXPECT_EQ(M->storage, given == NSDS_DENSE ? NSDS_DENSE : NSDS_CSC);
}

// Solve there, carry back, compare; then forward and back again. unique: Nullable.
template <class Problem>
void expect_carried(const Problem& given, const Conversion& conversion, const VectorXd* unique) {
  const CarriedPoint there = solve(conversion);
  const CarriedPoint found = conversion.back(there);
  EXPECT_LE(residual(given, found), wanted);
  if (unique != nullptr) {
    EXPECT_LE((found.z - *unique).cwiseAbs().maxCoeff(), wanted * (1.0 + unique->cwiseAbs().maxCoeff()));
  }
  const CarriedPoint again = conversion.forward(found);
  EXPECT_LE(converted_residual(conversion, again), wanted);
  const CarriedPoint back = conversion.back(again);
  const auto close = [](const VectorXd& a, const VectorXd& b) {
    EXPECT_LE((a - b).norm(), 1e-9 * (1.0 + b.norm()));
  };
  close(back.z, found.z);
  close(back.multipliers, found.multipliers);
}

using LcpFunction = Conversion (*)(const nsds_lcp&);
using QpFunction = Conversion (*)(const nsds_qp&);

void expect_lcp_carried(const char* family, LcpFunction convert, nsds_class target) {
  for (const nsds_storage storage : storages) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(std::string(family) + " " + storage_name(storage) + " seed " + std::to_string(seed));
      VectorXd z;
      const Instance instance = with_known_solution(lcp_family(family).make(12, seed), seed, &z);
      const GivenLcp given(instance, storage);
      const Conversion conversion = convert(given.problem);
      EXPECT_EQ(conversion.info().given_class, NSDS_CLASS_LCP);
      EXPECT_EQ(conversion.info().converted_class, target);
      expect_storage(conversion, storage);
      expect_carried(given.problem, conversion, lcp_family(family).known.p_matrix ? &z : nullptr);
    }
  }
}

TEST(LcpConversion, SymmetricBecomesAQuadraticProgram) {
  expect_lcp_carried("spd", nn::lcp_to_qp_symmetric, NSDS_CLASS_QP);
}

TEST(LcpConversion, NonsymmetricBecomesAQuadraticProgram) {
  expect_lcp_carried("pd", nn::lcp_to_qp_nonsymmetric, NSDS_CLASS_QP);
  expect_lcp_carried("spd", nn::lcp_to_qp_nonsymmetric, NSDS_CLASS_QP);
}

// At a solution z'(M z + q) = 0, and nowhere in the feasible set is it less: the value of the converted
// objective is what makes a point a solution.
TEST(LcpConversion, ObjectiveOfTheNonsymmetricProgramIsTheComplementarityGap) {
  Random random(7);
  const Instance instance{random.matrix(6, 6, -1.0, 1.0), random.vector(6, -1.0, 1.0)};
  const GivenLcp given(instance, NSDS_CSC);
  const Conversion conversion = nn::lcp_to_qp_nonsymmetric(given.problem);
  const nsds_qp& qp = *conversion.qp();
  for (int k = 0; k < 20; ++k) {
    const VectorXd z = random.vector(6, 0.0, 3.0);
    VectorXd Qz(6);
    ASSERT_EQ(nsds_matrix_multiply(qp.Q, 1.0, z.data(), 0.0, Qz.data()), NSDS_OK);
    const double objective = 0.5 * z.dot(Qz) + z.dot(Eigen::Map<const VectorXd>(qp.p, 6));
    EXPECT_NEAR(objective, z.dot(instance.M * z + instance.q), 1e-12);
  }
}

TEST(LcpConversion, BecomesAnAvi) {
  expect_lcp_carried("pd", nn::lcp_to_avi, NSDS_CLASS_AVI);
  expect_lcp_carried("murty", nn::lcp_to_avi, NSDS_CLASS_AVI);
}

TEST(LcpConversion, RefusesAMatrixThatIsNotSymmetric) {
  for (const nsds_storage storage : storages) {
    MatrixXd M = MatrixXd::Identity(3, 3);
    M(2, 0) = 1e-9;
    const GivenLcp given({M, VectorXd::Ones(3)}, storage);
    nsds_conversion* made = nullptr;
    char message[200] = "";
    EXPECT_EQ(nsds_lcp_to_qp_symmetric(&given.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
    EXPECT_EQ(made, nullptr);
    EXPECT_NE(std::string(message).find("problem.M is not symmetric: entry (2, 0)"), std::string::npos)
        << message;
  }
}

TEST(MixedConversion, BecomesAnLcp) {
  for (const char* spec : {"obstacle:49:1", "obstacle:49:3", "bearing:36:0.8", "nash:12:1", "diodes:24:1",
                           "monotone:20:1", "monotone:21:2", "sparse:40:1", "sparse:41:2", "qp:32:1"}) {
    const BoxProblem box = make_box(spec);
    for (const nsds_storage storage : storages) {
      SCOPED_TRACE(std::string(spec) + " " + storage_name(storage));
      const GivenMlcp given(box, storage);
      const Conversion conversion = nn::mlcp_to_lcp(given.problem);
      EXPECT_EQ(conversion.info().converted_size, box.complementary().cast<int>().sum());
      expect_storage(conversion, storage);
      expect_carried(given.problem, conversion, box.unique && box.solution ? &*box.solution : nullptr);
    }
  }
}

// By hand: u + v = 1, w = u + 2 v - 3, so that S = 1, s = -2, v = 2 and u = -1.
TEST(MixedConversion, EliminatesByHand) {
  BoxProblem box;
  box.M = (MatrixXd(2, 2) << 1, 1, 1, 2).finished();
  box.q = Eigen::Vector2d(-1, -3);
  box.lower = Eigen::Vector2d(-infinity, 0);
  box.upper = Eigen::Vector2d(infinity, infinity);
  const GivenMlcp given(box, NSDS_DENSE);
  const Conversion conversion = nn::mlcp_to_lcp(given.problem);
  ASSERT_EQ(conversion.lcp()->size, 1);
  EXPECT_DOUBLE_EQ(conversion.lcp()->M->as.dense.values[0], 1.0);
  EXPECT_DOUBLE_EQ(conversion.lcp()->q[0], -2.0);
  const CarriedPoint z = conversion.back({VectorXd::Constant(1, 2.0)});
  EXPECT_DOUBLE_EQ(z.z[0], -1.0);
  EXPECT_DOUBLE_EQ(z.z[1], 2.0);
}

// The rows of the free unknowns alone are singular; in exact arithmetic and by rounding, in any unit.
TEST(MixedConversion, SingularRowsAreRefused) {
  MatrixXd rounded(3, 3);
  rounded << 1, 2, 3, 4, 5, 6, 7, 8, 9;  // of rank two; LU leaves a pivot of rounding
  for (const nsds_storage storage : storages) {
    for (const double unit : {1.0, 1e-12, 1e12}) {
      for (const MatrixXd& block : {MatrixXd(MatrixXd::Zero(3, 3)), rounded}) {
        BoxProblem box;
        box.M = MatrixXd::Identity(5, 5);
        box.M.topLeftCorner(3, 3) = unit * block;
        box.q = VectorXd::Ones(5);
        box.lower = VectorXd::Constant(5, -infinity);
        box.lower.tail(2).setZero();
        box.upper = VectorXd::Constant(5, infinity);
        const GivenMlcp mixed(box, storage);
        const GivenRelay relay(box, storage);
        nsds_conversion* made = nullptr;
        char message[200] = "";
        EXPECT_EQ(nsds_mlcp_to_lcp(&mixed.problem, &made, message, sizeof message), NSDS_SINGULAR);
        EXPECT_NE(std::string(message).find("3 rows"), std::string::npos) << message;
        EXPECT_EQ(nsds_relay_to_lcp(&relay.problem, &made, nullptr, 0), NSDS_SINGULAR);
        EXPECT_EQ(made, nullptr);
      }
    }
  }
}

// Regular rows in units far apart are no singular ones.
TEST(MixedConversion, UnitsDoNotMakeRowsSingular) {
  BoxProblem box;
  box.M = MatrixXd::Identity(3, 3);
  box.M(0, 0) = 1e-14;
  box.M(1, 1) = 1e14;
  box.M(2, 0) = 1.0;
  box.q = Eigen::Vector3d(-1e-14, 2e14, -3.0);
  box.lower = Eigen::Vector3d(-infinity, -infinity, 0.0);
  box.upper = VectorXd::Constant(3, infinity);
  for (const nsds_storage storage : storages) {
    const GivenMlcp given(box, storage);
    const Conversion conversion = nn::mlcp_to_lcp(given.problem);
    const CarriedPoint z = conversion.back(solve(conversion));
    EXPECT_LE((z.z - Eigen::Vector3d(1.0, -2.0, 2.0)).norm(), 1e-12);
  }
}

TEST(RelayConversion, BecomesAnLcpAndAnAvi) {
  for (const char* spec : {"twosided:49", "torsion:36:5", "sliding:8:1", "relay:16:1", "relay:17:2",
                           "boxes:30:1", "boxes:31:2", "boxes:32:3", "sparse:20:1"}) {
    const BoxProblem box = make_box(spec);
    const VectorXd* unique = box.unique && box.solution ? &*box.solution : nullptr;
    for (const nsds_storage storage : storages) {
      SCOPED_TRACE(std::string(spec) + " " + storage_name(storage));
      const GivenRelay given(box, storage);
      const Conversion lcp = nn::relay_to_lcp(given.problem);
      expect_storage(lcp, storage);
      expect_carried(given.problem, lcp, unique);
      const Conversion avi = nn::relay_to_avi(given.problem);
      expect_storage(avi, storage);
      expect_carried(given.problem, avi, unique);
    }
  }
}

// All kinds of bounds, one row each, M = 1: z is where -q is moved to by the bounds.
TEST(RelayConversion, EveryKindOfBound) {
  BoxProblem box;
  box.M = MatrixXd::Identity(8, 8);
  box.q = (VectorXd(8) << -3, 3, -3, -0.5, 3, -3, 3, -7).finished();
  box.lower = (VectorXd(8) << -infinity, -infinity, -1, -1, -1, 2, -infinity, 4).finished();
  box.upper = (VectorXd(8) << infinity, -5, 1, 1, 1, infinity, 1, 4).finished();
  const VectorXd z = (VectorXd(8) << 3, -5, 1, 0.5, -1, 3, -3, 4).finished();
  for (const nsds_storage storage : storages) {
    const GivenRelay given(box, storage);
    const Conversion conversion = nn::relay_to_lcp(given.problem);
    // Rows 1 to 6, and a second bound of rows 2, 3 and 4; the free and the fixed unknown are eliminated.
    EXPECT_EQ(conversion.info().converted_size, 9);
    expect_carried(given.problem, conversion, &z);
    expect_carried(given.problem, nn::relay_to_avi(given.problem), &z);
  }
}

void expect_qp_carried(const ProgramInstance& instance, QpFunction convert) {
  for (const nsds_storage storage : storages) {
    SCOPED_TRACE(instance.name + " " + storage_name(storage));
    const GivenQp given(instance, storage);
    const Conversion conversion = convert(given.problem);
    EXPECT_EQ(conversion.info().given_multipliers, instance.b.size() + instance.d.size());
    expect_storage(conversion, storage);
    expect_carried(given.problem, conversion, instance.unique ? &instance.z : nullptr);
  }
}

TEST(QpConversion, HockSchittkowski) {
  for (const ProgramInstance& instance : hock_schittkowski()) {
    expect_qp_carried(instance, nn::qp_to_mlcp);
    expect_qp_carried(instance, nn::qp_to_avi);
    if (instance.Q.ldlt().vectorD().minCoeff() > 1e-9) expect_qp_carried(instance, nn::qp_to_dual);
  }
}

TEST(QpConversion, PlantedSolutions) {
  const Planting plantings[] = {{12, 8, 3, Curvature::definite, true},
                                {15, 0, 0, Curvature::definite, true},
                                {10, 12, 2, Curvature::definite, false},
                                {12, 6, 0, Curvature::definite, true, true}};
  for (const Planting& planting : plantings) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const ProgramInstance instance = planted_program(planting, seed);
      expect_qp_carried(instance, nn::qp_to_mlcp);
      expect_qp_carried(instance, nn::qp_to_dual);
      expect_qp_carried(instance, nn::qp_to_avi);
    }
  }
}

TEST(QpConversion, SemidefiniteBecomesMixed) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const ProgramInstance instance = planted_program({10, 12, 2, Curvature::semidefinite, true}, seed);
    expect_qp_carried(instance, nn::qp_to_mlcp);
  }
}

// Bounds of every kind: z_j is -p_j moved into its bounds.
TEST(QpConversion, EveryKindOfBound) {
  ProgramInstance instance("bounds", 8, 0, 0);
  instance.Q.setIdentity();
  instance.p << -3, 3, -3, -0.5, 3, -3, 3, -7;
  instance.lower << -infinity, -infinity, -1, -1, -1, 2, -infinity, 4;
  instance.upper << infinity, -5, 1, 1, 1, infinity, 1, 4;
  instance.z << 3, -5, 1, 0.5, -1, 3, -3, 4;
  expect_qp_carried(instance, nn::qp_to_mlcp);
  expect_qp_carried(instance, nn::qp_to_dual);
  const GivenQp given(instance, NSDS_CSC);
  // A bound is a row of the dual, two that are equal one equation; a diagonal Q leaves G as sparse as it was:
  // ten entries on the diagonal, and two for each of the three unknowns with two bounds.
  const Conversion dual = nn::qp_to_dual(given.problem);
  ASSERT_EQ(dual.qp()->size, 10);
  EXPECT_EQ(dual.qp()->Q->as.csc.column_starts[10], 10 + 2 * 3);
}

// Weak duality with equality at the solution: the dual's minimum is minus the primal's, up to 1/2 p'Q^-1 p.
TEST(QpConversion, DualHasTheOppositeValue) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const ProgramInstance instance = planted_program({9, 6, 2, Curvature::definite, true}, seed);
    const GivenQp given(instance, NSDS_DENSE);
    const Conversion conversion = nn::qp_to_dual(given.problem);
    const CarriedPoint x = solve(conversion);
    VectorXd Gx(x.z.size());
    nsds_matrix_multiply(conversion.qp()->Q, 1.0, x.z.data(), 0.0, Gx.data());
    const double dual = x.z.dot(0.5 * Gx + Eigen::Map<const VectorXd>(conversion.qp()->p, x.z.size()));
    const double primal = instance.z.dot(0.5 * instance.Q * instance.z + instance.p);
    const double constant = 0.5 * instance.p.dot(instance.Q.ldlt().solve(instance.p));
    EXPECT_NEAR(primal, -dual - constant, 1e-8 * (1.0 + std::fabs(primal) + constant));
  }
}

TEST(QpConversion, DualNeedsADefiniteMatrix) {
  nsds_conversion* made = nullptr;
  char message[200] = "";
  for (const nsds_storage storage : storages) {
    const GivenQp flat(planted_program({6, 3, 0, Curvature::semidefinite, true}, 1), storage);
    EXPECT_EQ(nsds_qp_to_dual(&flat.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::string(message).find("not positive definite"), std::string::npos) << message;
    const GivenQp skew(planted_program({6, 3, 0, Curvature::nonsymmetric, true}, 1), storage);
    EXPECT_EQ(nsds_qp_to_dual(&skew.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
    EXPECT_NE(std::string(message).find("problem.Q is not symmetric"), std::string::npos) << message;
  }
  EXPECT_EQ(made, nullptr);
}

BoxProblem box_of_size(Index n, double low, double high) {
  BoxProblem box;
  box.M = MatrixXd::Constant(n, n, 2.0);
  box.q = VectorXd::Constant(n, -1.0);
  box.lower = VectorXd::Constant(n, low);
  box.upper = VectorXd::Constant(n, high);
  return box;
}

// z = 1/2 wherever the bounds let it.
TEST(ConversionSizes, NoneAndOne) {
  for (const nsds_storage storage : storages) {
    for (const Index n : {0, 1}) {
      SCOPED_TRACE(std::string(storage_name(storage)) + " size " + std::to_string(n));
      const auto expect_half = [n](const auto& problem, const Conversion& conversion, double value = 0.5) {
        const CarriedPoint z = conversion.back(solve(conversion));
        ASSERT_EQ(z.z.size(), n);
        if (n == 1) {
          EXPECT_NEAR(z.z[0], value, 1e-10);
        }
        EXPECT_LE(residual(problem, z), wanted);
      };
      const BoxProblem half_line = box_of_size(n, 0.0, infinity);
      const GivenLcp lcp({half_line.M, half_line.q}, storage);
      expect_half(lcp.problem, nn::lcp_to_qp_symmetric(lcp.problem));
      expect_half(lcp.problem, nn::lcp_to_qp_nonsymmetric(lcp.problem));
      expect_half(lcp.problem, nn::lcp_to_avi(lcp.problem));
      for (const double low : {0.0, -infinity}) {
        const GivenMlcp mlcp(box_of_size(n, low, infinity), storage);
        expect_half(mlcp.problem, nn::mlcp_to_lcp(mlcp.problem));
      }
      for (const double high : {infinity, 0.25}) {
        const GivenRelay relay(box_of_size(n, -infinity, high), storage);
        expect_half(relay.problem, nn::relay_to_lcp(relay.problem), std::min(0.5, high));
        expect_half(relay.problem, nn::relay_to_avi(relay.problem), std::min(0.5, high));
      }
      ProgramInstance instance("small", n, 0, 0);
      instance.Q.setConstant(2.0);
      instance.p.setConstant(-1.0);
      GivenQp qp(instance, storage);
      qp.problem.A = qp.problem.C = nullptr;
      qp.problem.lower = qp.problem.upper = nullptr;
      expect_half(qp.problem, nn::qp_to_mlcp(qp.problem));
      expect_half(qp.problem, nn::qp_to_dual(qp.problem));
      expect_half(qp.problem, nn::qp_to_avi(qp.problem));
    }
  }
}

// The conversion keeps nothing of the caller's.
TEST(ConversionOwnership, OutlivesTheGivenProblem) {
  const BoxProblem box = make_box("relay:10:3");
  auto given = std::make_unique<GivenRelay>(box, NSDS_CSC);
  const Conversion lcp = nn::relay_to_lcp(given->problem);
  const Conversion avi = nn::relay_to_avi(given->problem);
  given.reset();
  EXPECT_LE((lcp.back(solve(lcp)).z - *box.solution).norm(), 1e-8);
  EXPECT_LE((avi.back(solve(avi)).z - *box.solution).norm(), 1e-8);
}

TEST(ConversionOwnership, ClassesAndNulls) {
  const GivenLcp given({MatrixXd::Identity(2, 2), VectorXd::Ones(2)}, NSDS_DENSE);
  const Conversion conversion = nn::lcp_to_avi(given.problem);
  EXPECT_NE(conversion.avi(), nullptr);
  EXPECT_EQ(conversion.lcp(), nullptr);
  EXPECT_EQ(conversion.mlcp(), nullptr);
  EXPECT_EQ(conversion.qp(), nullptr);
  EXPECT_EQ(nsds_conversion_describe(nullptr), nullptr);
  EXPECT_EQ(nsds_conversion_lcp(nullptr), nullptr);
  EXPECT_EQ(nsds_conversion_avi(nullptr), nullptr);
  nsds_conversion_free(nullptr);
}

TEST(ConversionErrors, PointsAreChecked) {
  const GivenLcp given({MatrixXd::Identity(2, 2), VectorXd::Ones(2)}, NSDS_DENSE);
  const Conversion conversion = nn::lcp_to_qp_nonsymmetric(given.problem);
  const double good[2] = {1.0, 2.0};
  const double bad[2] = {1.0, nan};
  double out[2] = {5.0, 6.0};
  EXPECT_EQ(nsds_conversion_back(nullptr, good, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), nullptr, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), good, nullptr, nullptr, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), bad, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_back(conversion.get(), good, bad, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_forward(nullptr, good, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_conversion_forward(conversion.get(), bad, nullptr, out, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(out[0], 5.0);
  EXPECT_EQ(out[1], 6.0);
  EXPECT_EQ(nsds_conversion_forward(conversion.get(), good, nullptr, out, nullptr), NSDS_OK);
  EXPECT_EQ(out[1], 2.0);
  EXPECT_THROW(conversion.back({VectorXd::Zero(3)}), nn::Error);
}

int apply_nothing(void*, const double*, double*) {
  return 0;
}

// One problem of each class, of which a case spoils one argument.
struct Problems {
  double values[4] = {2.0, 1.0, 1.0, 2.0};
  double vector[2] = {-5.0, -6.0};
  double lower[2] = {-1.0, -1.0};
  double upper[2] = {1.0, 1.0};
  unsigned char marks[2] = {0, 1};
  nsds_matrix M = nsds_matrix_dense(2, 2, values, 2);
  nsds_matrix op = nsds_matrix_operator(2, 2, apply_nothing, nullptr);
  nsds_lcp lcp{};
  nsds_mlcp mlcp{};
  nsds_relay relay{};
  nsds_qp qp{};

  Problems() {
    nsds_lcp_init(&lcp);
    nsds_mlcp_init(&mlcp);
    nsds_relay_init(&relay);
    nsds_qp_init(&qp);
    lcp.size = mlcp.size = relay.size = qp.size = qp.inequalities = qp.equalities = 2;
    lcp.M = mlcp.M = relay.M = qp.Q = qp.A = qp.C = &M;
    lcp.q = mlcp.q = relay.q = qp.p = qp.b = qp.d = vector;
    relay.lower = qp.lower = lower;
    relay.upper = qp.upper = upper;
    mlcp.complementary = marks;
  }
};

struct BadCase {
  const char* culprit;
  nsds_status status;
  nsds_class problem_class;
  std::function<void(Problems&)> spoil;
};

const BadCase bad_cases[] = {
    {"nsds_lcp_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.struct_size = 0; }},
    {"problem.size is -1", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.size = -1; }},
    {"problem.M is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.M = nullptr; }},
    {"problem.M is 2 x 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.size = 1; }},
    {"(1, 0) is nan", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.values[1] = nan; }},
    {"problem.q is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.q = nullptr; }},
    {"problem.q[1] is inf", NSDS_INVALID_ARGUMENT, NSDS_CLASS_LCP,
     [](Problems& p) { p.vector[1] = infinity; }},
    {"problem.M is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_LCP, [](Problems& p) { p.lcp.M = &p.op; }},
    {"nsds_mlcp_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_MLCP, [](Problems& p) { p.mlcp.struct_size = 1; }},
    {"problem.complementary is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_MLCP,
     [](Problems& p) { p.mlcp.complementary = nullptr; }},
    {"problem.complementary[0] is 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_MLCP,
     [](Problems& p) { p.marks[0] = 2; }},
    {"problem.M is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_MLCP, [](Problems& p) { p.mlcp.M = &p.op; }},
    {"nsds_relay_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.struct_size = 1; }},
    {"problem.lower is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.lower = nullptr; }},
    {"problem.upper is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.upper = nullptr; }},
    {"problem.lower[0] is 3", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY, [](Problems& p) { p.lower[0] = 3.0; }},
    {"problem.upper[1] is nan", NSDS_INVALID_ARGUMENT, NSDS_CLASS_RELAY,
     [](Problems& p) { p.upper[1] = nan; }},
    {"problem.M is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_RELAY,
     [](Problems& p) { p.relay.M = &p.op; }},
    {"nsds_qp_init", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.struct_size = 0; }},
    {"problem.inequalities is -2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP,
     [](Problems& p) { p.qp.inequalities = -2; }},
    {"problem.equalities is -2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP,
     [](Problems& p) { p.qp.equalities = -2; }},
    {"problem.Q is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.Q = nullptr; }},
    {"problem.A is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.A = nullptr; }},
    {"problem.C is 2 x 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.equalities = 1; }},
    {"problem.p is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.p = nullptr; }},
    {"problem.b is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.b = nullptr; }},
    {"problem.d is null", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.qp.d = nullptr; }},
    {"problem.lower[1] is 2", NSDS_INVALID_ARGUMENT, NSDS_CLASS_QP, [](Problems& p) { p.lower[1] = 2.0; }},
    {"problem.A is an operator", NSDS_NOT_APPLICABLE, NSDS_CLASS_QP, [](Problems& p) { p.qp.A = &p.op; }},
};

// Every function of the class; null: no problem at all.
std::vector<std::function<nsds_status(nsds_conversion**, char*, size_t)>> functions_of(
    nsds_class problem_class, const Problems* p) {
  const auto bind = [](auto function, const auto* problem) {
    return [=](nsds_conversion** made, char* message, size_t size) {
      return function(problem, made, message, size);
    };
  };
  const nsds_lcp* lcp = p == nullptr ? nullptr : &p->lcp;
  const nsds_relay* relay = p == nullptr ? nullptr : &p->relay;
  const nsds_qp* qp = p == nullptr ? nullptr : &p->qp;
  switch (problem_class) {
    case NSDS_CLASS_LCP:
      return {bind(nsds_lcp_to_qp_symmetric, lcp), bind(nsds_lcp_to_qp_nonsymmetric, lcp),
              bind(nsds_lcp_to_avi, lcp)};
    case NSDS_CLASS_MLCP:
      return {bind(nsds_mlcp_to_lcp, p == nullptr ? nullptr : &p->mlcp)};
    case NSDS_CLASS_RELAY:
      return {bind(nsds_relay_to_lcp, relay), bind(nsds_relay_to_avi, relay)};
    default:
      return {bind(nsds_qp_to_mlcp, qp), bind(nsds_qp_to_dual, qp), bind(nsds_qp_to_avi, qp)};
  }
}

TEST(ConversionErrors, EveryFunctionNamesTheCulprit) {
  for (const BadCase& bad : bad_cases) {
    SCOPED_TRACE(bad.culprit);
    Problems problems;
    bad.spoil(problems);
    for (const auto& function : functions_of(bad.problem_class, &problems)) {
      nsds_conversion* made = nullptr;
      char message[256] = "";
      EXPECT_EQ(function(&made, message, sizeof message), bad.status);
      EXPECT_NE(std::string(message).find(bad.culprit), std::string::npos) << message;
      EXPECT_EQ(made, nullptr);
      EXPECT_EQ(function(&made, nullptr, 0), bad.status);
    }
  }
}

TEST(ConversionErrors, NullProblemAndNullOutput) {
  const Problems problems;
  for (const nsds_class problem_class : {NSDS_CLASS_LCP, NSDS_CLASS_MLCP, NSDS_CLASS_RELAY, NSDS_CLASS_QP}) {
    for (const auto& function : functions_of(problem_class, nullptr)) {
      nsds_conversion* made = nullptr;
      char message[256] = "";
      EXPECT_EQ(function(&made, message, sizeof message), NSDS_INVALID_ARGUMENT);
      EXPECT_STREQ(message, "problem is null.");
    }
    for (const auto& function : functions_of(problem_class, &problems)) {
      char message[256] = "";
      EXPECT_EQ(function(nullptr, message, sizeof message), NSDS_INVALID_ARGUMENT);
      EXPECT_STREQ(message, "conversion is null.");
      nsds_conversion* made = nullptr;
      EXPECT_EQ(function(&made, message, sizeof message), NSDS_OK);
      EXPECT_STREQ(message, "");
      nsds_conversion_free(made);
    }
  }
}

TEST(ConversionErrors, OverflowIsRefused) {
  Problems problems;
  problems.lower[0] = -1.5e308;
  problems.upper[0] = 1.5e308;
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_relay_to_lcp(&problems.relay, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(message).find("overflow"), std::string::npos) << message;
  EXPECT_EQ(nsds_qp_to_mlcp(&problems.qp, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
}

// One unknown and so many rows that what is made of them in dense storage has more than 2^27 entries.
TEST(ConversionErrors, TooLargeIsRefused) {
  const Index m = 12000;
  ProgramInstance instance("large", 1, m, 0);
  instance.Q.setOnes();
  instance.p.setOnes();
  instance.A.setOnes();
  instance.b = -VectorXd::LinSpaced(m, 1.0, 2.0);
  const GivenQp given(instance, NSDS_DENSE);
  nsds_conversion* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_qp_to_mlcp(&given.problem, &made, message, sizeof message), NSDS_NOT_APPLICABLE);
  EXPECT_NE(std::string(message).find("entries"), std::string::npos) << message;
  EXPECT_EQ(nsds_qp_to_dual(&given.problem, &made, nullptr, 0), NSDS_NOT_APPLICABLE);
  EXPECT_EQ(made, nullptr);
  // Sparse matrices are as large as their entries.
  const GivenQp sparse(instance, NSDS_CSC);
  const Conversion conversion = nn::qp_to_mlcp(sparse.problem);
  EXPECT_EQ(conversion.mlcp()->M->as.csc.column_starts[m + 1], 1 + 2 * m);
}

// What a sparse tridiagonal problem of 4000 unknowns becomes stays sparse.
TEST(ConversionSizes, SparseStaysSparse) {
  const std::int32_t n = 4000;
  std::vector<std::int32_t> starts{0}, rows;
  std::vector<double> values;
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) {
      rows.push_back(i);
      values.push_back(i == j ? 3.0 : -1.0);
    }
    starts.push_back(static_cast<std::int32_t>(rows.size()));
  }
  const nsds_matrix M = nsds_matrix_csc(n, n, starts.data(), rows.data(), values.data());
  const VectorXd q = VectorXd::Constant(n, -1.0), low = VectorXd::Zero(n), high = VectorXd::Constant(n, 0.5);
  nsds_relay relay;
  nsds_relay_init(&relay);
  relay.size = n;
  relay.M = &M;
  relay.q = q.data();
  relay.lower = low.data();
  relay.upper = high.data();
  const Conversion conversion = nn::relay_to_lcp(relay);
  ASSERT_EQ(conversion.lcp()->size, 2 * n);
  EXPECT_EQ(conversion.lcp()->M->as.csc.column_starts[2 * n], starts.back() + 2 * n);
  // Every other unknown free: eliminating one joins its two neighbours alone.
  std::vector<unsigned char> marks(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i] = static_cast<unsigned char>(i % 2);
  nsds_mlcp mlcp;
  nsds_mlcp_init(&mlcp);
  mlcp.size = n;
  mlcp.M = &M;
  mlcp.q = q.data();
  mlcp.complementary = marks.data();
  const Conversion eliminated = nn::mlcp_to_lcp(mlcp);
  ASSERT_EQ(eliminated.lcp()->size, n / 2);
  EXPECT_EQ(eliminated.lcp()->M->as.csc.column_starts[n / 2], 3 * (n / 2) - 2);
  const CarriedPoint z = eliminated.back(solve(eliminated));
  EXPECT_LE(residual(mlcp, z), wanted);
}

}  // namespace
}  // namespace nsds::test
